import FeedModel
import Testing

@testable import FeedRendering

/// What a page shows of the entries of one story.
@Suite("stories on a page")
struct StoryLineTests {
    /// A head and those that follow it, each of a publisher.
    private func story(_ publishers: [String], locale: DigestLocale = .ja, kind: DigestSection.Kind = .usual) -> Digest
    {
        var entries = publishers.enumerated().map { index, publisher in
            SampleDigest.entry("n\(index)", source: ("news", "ニュース")) {
                $0.title = "見出し\(index)"
                $0.url = "https://\(index).example/"
                $0.summary = .plain("記事の内容\(index)について。")
                $0.publisher = Publisher(name: publisher)
            }
        }
        for index in entries.indices {
            entries[index].story = StoryPart(story: "n0", role: index == 0 ? .head : .member)
            entries[index].story?.follows = index == 0 ? nil : "n0"
        }
        let members = entries.dropFirst().map(\.key)
        entries[0].story?.members = members
        return SampleDigest.digest(
            title: "朝のまとめ", locale: locale,
            sections: [DigestSection(title: kind == .story ? "見出し0" : "", entries: entries, kind: kind)])
    }

    private func page(_ digest: Digest) -> String { String(decoding: HTMLDigest.render(digest), as: UTF8.self) }
    private func markdown(_ digest: Digest) -> String { String(decoding: MarkdownDigest.render(digest), as: UTF8.self) }
    private func text(_ digest: Digest) -> String { String(decoding: TextDigest.render(digest), as: UTF8.self) }

    @Test("the head stands in full, and one line names the other publishers, each a link")
    func line() throws {
        let digest = story(["朝日", "NHK", "読売", "毎日"])
        let line = try #require(page(digest).split(separator: "\n").first { $0.hasPrefix("<p class=\"story\">") })
        #expect(line.hasPrefix("<p class=\"story\">ほか3サイト: <bdi id=\"e-n1\"><a href=\"https://1.example/\""))
        #expect(line.contains("title=\"見出し1\" rel=\"noopener noreferrer\">NHK</a></bdi>\u{A0}· <bdi id=\"e-n2\">"))
        #expect(page(digest).count(of: "<article") == 1)
        #expect(markdown(digest).contains("ほか3サイト: [NHK](https://1.example/) · [読売](https://2.example/)"))
        #expect(text(digest).contains("  ほか3サイト:\n    NHK: 見出し1\n    https://1.example/\n"))
        #expect(page(story(["a", "b", "c"], locale: .en)).contains("2 more sites: "))
        #expect(page(story(["a", "b"], locale: .en)).contains("1 more site: "))
    }

    @Test("several entries of one publisher are counted as articles, and the second one has its title in the line")
    func numbered() {
        let text = page(story(["朝日", "NHK", "朝日", "NHK"]))
        #expect(text.contains("ほか3件: "))
        for name in [">NHK</a>", ">NHK「見出し3」</a>", ">朝日「見出し2」</a>"] { #expect(text.contains(name), "\(name)") }
    }

    @Test(
        "an entry whose title has other words than the head's shows it, shortened, in each format; a line has few of them"
    )
    func titles() throws {
        var digest = story(["朝日", "NHK", "読売", "NHK", "NHK", "NHK"])
        let long = String(repeating: "港の橋が閉じられ市は迂回路を案内している", count: 3)
        digest.sections[0].entries[0].entry.title = "台風9号が上陸、各地で停電"
        digest.sections[0].entries[1].entry.title = "台風9号上陸 停電広がる"
        digest.sections[0].entries[2].entry.title = long
        for index in 3...5 { digest.sections[0].entries[index].entry.title = "台風9号 停電の続報\(index)" }
        let html = page(digest)
        let line = try #require(html.split(separator: "\n").first { $0.hasPrefix("<p class=\"story\">") })
        #expect(line.contains(">NHK</a>"))
        #expect(line.contains(">NHK「台風9号 停電の続報3」</a>"))
        #expect(line.contains(">読売「港の橋が"))
        #expect(line.contains("title=\"\(long)\""))
        #expect(!line.contains(">読売「\(long)」"))
        #expect(line.contains(">NHK（4）</a>"))
        #expect(String(line).count(of: "「") == 3)
        #expect(markdown(digest).contains("[NHK「台風9号 停電の続報3」](https://3.example/)"))
        #expect(text(digest).contains("    NHK: 台風9号 停電の続報3\n"))
    }

    @Test("entries of a list of many sites are named by their sites")
    func sites() {
        var digest = story(["朝日", "", "", "読売"])
        for index in 1...2 {
            digest.sections[0].entries[index].entry.publisher = nil
            digest.sections[0].entries[index].source = "hot"
            digest.sections[0].entries[index].sourceTitle = "人気記事"
        }
        // The page has other entries of the list.
        for index in 8...9 {
            digest.sections[0].entries.append(
                SampleDigest.entry("h\(index)", source: ("hot", "人気記事")) {
                    $0.title = "ほかの記事\(index)"
                    $0.url = "https://\(index).example/"
                })
        }
        #expect(markdown(digest).contains("ほか3サイト: [1\\.example](https://1.example/) · [2\\.example]"))
        #expect(text(digest).contains("    1.example: 見出し1\n"))
    }

    @Test("the rest of a long line is folded, and every entry of it is a link on the page, in each format")
    func long() {
        let digest = story((0...49).map { "媒体\($0)" })
        let html = page(digest)
        #expect(html.contains("<summary>ほか41件</summary>"))
        for index in 1...49 {
            let address = "https://\(index).example/"
            #expect(html.contains("<bdi id=\"e-n\(index)\"><a href=\"\(address)\""))
            #expect(markdown(digest).contains("](\(address))"))
            #expect(text(digest).contains("    \(address)\n"))
        }
    }

    @Test("hostile names and titles stay text; an entry without an address has its title in the line")
    func hostile() {
        var digest = story(["朝日", "</p><script>alert(1)</script>", "](javascript:alert(1))", "d"])
        digest.sections[0].entries[1].entry.title = "\"><script>alert(2)</script>"
        digest.sections[0].entries[2].entry.url = "javascript:alert(3)"
        let html = page(digest)
        #expect(!html.contains("<script"))
        #expect(!html.contains("href=\"javascript:"))
        #expect(html.contains("「見出し2」"))
        #expect(markdown(digest).contains("\\](javascript:alert(1))「見出し2」"))
    }

    @Test("in a section of its own the other entries are a list with their own titles")
    func section() {
        let digest = story(["朝日", "NHK", "読売"], kind: .story)
        let html = page(digest)
        #expect(html.count(of: "<article") == 1)
        #expect(html.count(of: "<li id=\"e-") == 2)
        #expect(html.count(of: ">見出し0<") == 1)
        #expect(!html.contains("class=\"story\""))
        #expect(markdown(digest).contains("- [見出し1](https://1.example/) · [NHK]"))
        #expect(markdown(digest).count(of: "見出し0") == 1)
    }

    @Test("an entry that came later has one line that tells which story was delivered, and when")
    func later() {
        var entry = SampleDigest.entry("n9", source: ("news", "ニュース")) {
            $0.title = "続き"
            $0.url = "https://a.example/"
            $0.summary = .plain("本文。")
        }
        entry.story = StoryPart(
            story: "n0", role: .later, headline: "<b>見出し", toldAt: SampleDigest.moment("2026-11-18T22:00:00Z"))
        func digest(_ locale: DigestLocale) -> Digest {
            SampleDigest.digest(
                title: "朝のまとめ", locale: locale,
                sections: [DigestSection(title: "既報の話題", entries: [entry], kind: .earlierStories)])
        }
        #expect(page(digest(.ja)).contains("<p class=\"told\" dir=\"auto\">既報: &lt;b&gt;見出し（11/19 朝のまとめ）</p>"))
        #expect(page(digest(.ja)).contains("<li id=\"e-n9\">"))
        #expect(!page(digest(.ja)).contains("本文。"))
        #expect(markdown(digest(.ja)).contains("既報: "))
        #expect(text(digest(.en)).contains("Told before: <b>見出し (19 Nov, 朝のまとめ)"))
        entry.story?.headline = nil
        #expect(!page(digest(.ja)).contains("class=\"told\""))
    }

    @Test(
        "a remark names no edition where the title is not that of one: on a note, and on a page of `kawaraban digest`")
    func toldWithoutEdition() {
        var entry = SampleDigest.entry("n9", source: ("news", "ニュース")) {
            $0.title = "続き"
            $0.url = "https://a.example/"
        }
        entry.story = StoryPart(
            story: "n0", role: .later, headline: "見出し", toldAt: SampleDigest.moment("2026-11-18T22:00:00Z"))
        var edition = SampleDigest.digest(
            title: "朝のまとめ", locale: .ja,
            sections: [DigestSection(title: "既報の話題", entries: [entry], kind: .earlierStories)])
        #expect(page(edition).contains("既報: 見出し（11/19 朝のまとめ）"))
        var note = edition
        note.isNote = true
        edition.catchUp = CatchUp(offered: 1, passedOver: 0, undecided: 0, order: .buzz)
        for digest in [note, edition] {
            for text in [page(digest), text(digest), markdown(digest)] {
                #expect(text.contains("11/19") && !text.contains("11/19 朝のまとめ"))
            }
        }
    }

    @Test("an entry whose head is not on the page stands by itself")
    func alone() {
        var digest = story(["朝日", "NHK"])
        digest.sections[0].entries.removeFirst()
        #expect(page(digest).contains("<article id=\"e-n1\">"))
    }

    @Test("JSON has the story of each entry; a feed has each entry by itself, and the head links to the others")
    func json() {
        let digest = story(["朝日", "NHK", "読売"])
        let lines = String(decoding: JSONLinesDigest.render(digest), as: UTF8.self).split(separator: "\n")
        #expect(lines[0].contains("\"story\":{\"id\":\"n0\",\"role\":\"head\",\"members\":[\"n1\",\"n2\"]}"))
        #expect(lines[1].contains("\"story\":{\"id\":\"n0\",\"role\":\"member\",\"follows\":\"n0\"}"))
        let feed = PublishedFeed(address: nil, hasBodies: false) { $0.joined(separator: "/") }
        let atom = String(decoding: AtomDigest.render(digest, as: feed), as: UTF8.self)
        #expect(atom.count(of: "<entry") == 3)
        #expect(atom.count(of: "<link rel=\"related\" href=\"https://") == 2)
        var plain = digest
        for index in plain.sections[0].entries.indices { plain.sections[0].entries[index].story = nil }
        let ids = { (text: String) in text.split(separator: "<id>").map { $0.prefix { $0 != "<" } } }
        #expect(ids(atom) == ids(String(decoding: AtomDigest.render(plain, as: feed), as: UTF8.self)))
    }
}
