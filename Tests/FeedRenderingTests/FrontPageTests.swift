import FeedModel
import Testing

@testable import FeedRendering

/// What a page shows, and in which place.
@Suite("the front page")
struct FrontPageTests {
    private func page(_ digest: Digest, _ choose: (inout HTMLOptions) -> Void = { _ in }) -> String {
        var options = HTMLOptions()
        choose(&options)
        return String(decoding: HTMLDigest.render(digest, options: options), as: UTF8.self)
    }

    private func digest(_ entries: [DigestEntry], title: String = "", ranking: String? = nil) -> Digest {
        var digest = SampleDigest.digest(
            title: "t", locale: .en, sections: [DigestSection(title: title, entries: entries)])
        digest.ranking = ranking
        return digest
    }

    private func entries(_ count: Int, of source: String = "blog", fill: (Int, inout Entry) -> Void = { _, _ in })
        -> [DigestEntry]
    {
        (0..<count).map { index in
            SampleDigest.entry("\(source)\(index)", source: (source, source)) {
                $0.title = "Entry \(index) of \(source)"
                $0.url = "https://\(source).example/\(index)"
                $0.summary = .plain("What entry \(index) is about.")
                fill(index, &$0)
            }
        }
    }

    private func count(_ needle: String, in text: String) -> Int {
        text.split(separator: needle, omittingEmptySubsequences: false).count - 1
    }

    private func leads(_ digest: Digest, lead: Int? = nil) -> [String] {
        PagePlan(digest, words: DigestWords(.en), options: PageOptions(lead: lead)).leads.map(\.entry.key)
    }

    // MARK: leads

    @Test("in the order of a number, four entries lead: the highest first, and at most two of one source")
    func leadsByNumber() {
        let all =
            entries(6, of: "a") { $1.numbers = ["likes": 100 - $0] }
            + entries(6, of: "b") { $1.numbers = ["likes": 50 - $0] }
            + entries(6, of: "c") { $1.numbers = ["likes": 10 - $0, "bookmarks": 9999] }
        #expect(leads(digest(all, ranking: "likes")) == ["a0", "a1", "b0", "b1"])
        #expect(leads(digest(all, ranking: "likes"), lead: 3) == ["a0", "a1", "b0"])
        #expect(leads(digest(all, ranking: "likes"), lead: 0) == [])
    }

    @Test("`lead: 3` takes the highest number of any kind, and that of the same entry elsewhere; without it none leads")
    func leadsOnRequest() {
        var all = entries(9) { $1.numbers = $0 == 4 ? ["stocks": 5] : $0 == 7 ? ["bookmarks": 7] : [:] }
        all[2].duplicates = [
            Duplicate(key: "d", source: "o", sourceTitle: "O", title: nil, url: nil, numbers: ["likes": 6])
        ]
        all[3].source = "other"
        all[7].source = "other"
        #expect(leads(digest(all), lead: 3) == ["blog7", "blog2", "blog4"])
        #expect(leads(digest(all)) == [])
    }

    @Test("where nothing has a number, the first lead only if that is asked for; of a few entries, at most a third")
    func noLead() {
        #expect(leads(digest(entries(9)), lead: 3) == ["blog0", "blog1"])
        #expect(leads(digest(entries(9), ranking: "likes")) == [])
        let ranked = entries(5) { $1.numbers = ["likes": 1 + $0] }
        #expect(leads(digest(ranked, ranking: "likes")) == ["blog4"])
        #expect(leads(digest(Array(ranked.prefix(2)), ranking: "likes")) == [])
    }

    @Test("an entry that is like most others does not lead, nor one that the page has held for days")
    func outstanding() {
        let alike = digest(entries(12) { $1.numbers = ["likes": 1] }, ranking: "likes")
        #expect(leads(alike) == [])
        #expect(leads(alike, lead: 1) == ["blog0"])
        let some = digest(entries(12) { $1.numbers = $0 == 5 ? ["likes": 1] : [:] }, ranking: "likes")
        #expect(leads(some, lead: 3) == ["blog5"])
        var all = entries(12, of: "a") { $1.numbers = ["likes": $0] }
        for index in all.indices where index > 8 { all[index].firstSeen = all[index].firstSeen - .seconds(30 * 86_400) }
        #expect(leads(digest(all, ranking: "likes")) == ["a8", "a7"])
    }

    @Test("an entry without a title borrows one from its text, however short the excerpts are")
    func borrowedTitle() {
        let untitled = entries(3) {
            $1.title = nil
            $1.summary = .plain("The word \($0) of somebody who writes without titles.")
        }
        for excerpt in [0, 10, 240] {
            let text = page(digest(untitled)) { $0.page.excerpt = excerpt }
            #expect(text.contains(">The word 1 of somebody who writes without"))
        }
    }

    @Test("a lead does not stand again below, and a section of which all lead is left out")
    func leadOnce() {
        var digest = digest(entries(5), title: "Blog", ranking: "likes")
        digest.sections.append(
            DigestSection(title: "Star", entries: entries(1, of: "star") { $1.numbers = ["likes": 3] }))
        let text = page(digest)
        #expect(count("id=\"e-star0\"", in: text) == 1)
        #expect(count("<h2", in: text) == 2)
        #expect(text.contains("<section id=\"leads\""))
        #expect(!text.contains(">Star</span>"))
    }

    // MARK: cards and briefs

    @Test("the first entries of a section are cards, the others are lines; a small page has cards only")
    func cards() {
        let long = page(digest(entries(20), title: "Blog"))
        #expect(count("<article", in: long) == 4)
        #expect(count("<li id=\"e-", in: long) == 16)
        #expect(count("What entry", in: long) == 4)
        #expect(count("<article", in: page(digest(entries(20), title: "Blog")) { $0.page.briefAfter = 6 }) == 6)
        #expect(count("<article", in: page(digest(entries(20)))) == 12)
        #expect(count("<article", in: page(digest(entries(12), title: "Blog"))) == 12)
        #expect(count("<article", in: page(digest(entries(1)))) == 1)
    }

    @Test("where numbers choose the leads they choose the cards of a section, too, and a line says by what")
    func cardsByNumber() {
        let all = entries(20) { $1.numbers = ["likes": $0] }
        let text = page(digest(all, title: "Blog", ranking: "likes"))
        #expect(text.contains("<p class=\"remark\">Top stories by likes, at most two a source</p>"))
        #expect(count("Top stories by", in: text) == 1)
        for card in [17, 16, 15, 14] { #expect(text.contains("What entry \(card) is about.")) }
        #expect(count("What entry", in: text) == 6)
        #expect(page(digest(all, title: "Blog")) { $0.page.lead = 2 }.contains("Top stories by reactions"))
        let plain = page(digest(entries(20), title: "Blog")) { $0.page.lead = 2 }
        #expect(plain.contains("class=\"leads\"") && !plain.contains("class=\"remark\""))
    }

    @Test("a source of headlines is a list from the start")
    func headlines() {
        let text = page(digest(entries(20) { $1.summary = nil }, title: "News"))
        #expect(count("<article", in: text) == 0)
        #expect(count("<li id=\"e-", in: text) == 20)
    }

    @Test("ten thousand entries are one well-formed page, each of them once")
    func tenThousand() {
        let text = page(digest(entries(10_000), title: "Blog"))
        #expect(count("id=\"e-", in: text) == 10_000)
        #expect(count("<li", in: text) == count("</li>", in: text))
        #expect(text.contains("10,000 entries"))
    }

    // MARK: facts

    @Test(
        "dates are relative to the edition: the time on its day, else day and time, else the year, too",
        arguments: [
            ("2026-11-20T06:05:00+09:00", "06:05", "06:05"),
            ("2026-11-19T21:14:00+09:00", "11/19(木) 21:14", "Thu 19 Nov, 21:14"),
            ("2026-11-21T00:00:00+09:00", "11/21(土) 00:00", "Sat 21 Nov, 00:00"),
            ("2025-01-01T09:00:00+09:00", "2025/1/1(水) 09:00", "Wed 1 Jan 2025, 09:00"),
        ])
    func dates(moment: String, ja: String, en: String) {
        for (locale, shown) in [(DigestLocale.ja, ja), (.en, en)] {
            var digest = digest(entries(1) { $1.published = SampleDigest.moment(moment) })
            digest.locale = locale
            #expect(page(digest).contains("<time datetime=\"\(moment)\">\(shown)</time>"))
        }
    }

    @Test("no counter is zero, and an entry has at most two")
    func counters() {
        let text = page(
            digest(entries(1) { $1.numbers = ["likes": 0, "stocks": 2, "bookmarks": 3, "comments": 4] }))
        #expect(count("class=\"number\"", in: text) == 2)
        #expect(text.contains("stocks <b>2</b>") && text.contains("bookmarks <b>3</b>"))
    }

    @Test("an entry has at most three tags, and none that all of its section have or that is the heading")
    func tags() {
        let all = entries(2) { index, entry in
            entry.categories = ["all", "Blog", "#a\(index)", "b\(index)", "c\(index)", "d\(index)"].map {
                Category(term: $0)
            }
        }
        let text = page(digest(all, title: "Blog"))
        #expect(count("class=\"tag\"", in: text) == 6)
        #expect(text.contains("#a1") && !text.contains("##"))
        #expect(!text.contains("#all") && !text.contains("#Blog") && !text.contains("#d0"))
    }

    @Test("the host of an entry is beside it where its source links to several sites, without a publisher")
    func hosts() {
        var all = entries(3) { $1.url = "https://WWW.site\($0).example:8080/x" }
        #expect(page(digest(all)).contains("<bdi>site1.example</bdi>"))
        all[2].entry.publisher = Publisher(name: "The Sample")
        #expect(!page(digest(all)).contains("<bdi>site2.example</bdi>"))
        #expect(!page(digest(entries(3))).contains("<bdi>blog.example</bdi>"))
    }

    @Test(
        "the name of the publisher or the site at the end of a title is left out, because it stands beside it",
        arguments: [
            ("新線が開業 - 朝日新聞", "新線が開業"), ("新線が開業｜朝日新聞", "新線が開業"), ("新線が開業（朝日新聞）", "新線が開業"),
            ("新線が開業：朝日新聞", "新線が開業"), ("新線が開業 — 朝日新聞", "新線が開業"), ("朝日新聞", "朝日新聞"),
            (" - 朝日新聞", "- 朝日新聞"), ("何が書けるか、朝日新聞", "何が書けるか、朝日新聞"), ("毎日-朝日新聞", "毎日-朝日新聞"),
            ("（朝日新聞）", "（朝日新聞）"),
        ])
    func suffix(title: String, shown: String) {
        let all = entries(1) {
            $1.title = title
            $1.publisher = Publisher(name: "朝日新聞")
        }
        #expect(page(digest(all)).contains("rel=\"noopener noreferrer\">\(shown)</a>"))
    }

    // MARK: bodies

    private func hasBody(_ summary: String?, _ body: String, _ bodies: HTMLOptions.Bodies = .auto) -> Bool {
        let all = entries(1) {
            $1.summary = summary.map { .plain($0) }
            $1.content = .html(UntrustedHTML(markup: body))
        }
        return page(digest(all)) { $0.bodies = bodies }.contains("<details>")
    }

    @Test("Y25: a body is folded in only if it clearly says more than the excerpt, or has pictures, tables or code")
    func bodies() {
        let sentence = "A sentence that has some words in it and then ends. "
        #expect(!hasBody("What it is about.", "<p>What it is about.</p>"))
        #expect(!hasBody("What it is about.", "<p>What it is about, and a little more.</p>"))
        #expect(hasBody("What it is about.", "<p>" + String(repeating: sentence, count: 4) + "</p>"))
        #expect(!hasBody(nil, "<p>" + String(repeating: sentence, count: 5) + "</p>"))
        #expect(hasBody(nil, "<p>" + String(repeating: sentence, count: 12) + "</p>"))
        #expect(hasBody("What it is about.", "<p>What it is about.</p><pre>let x = 1</pre>"))
        #expect(hasBody("What it is about.", "<p>What it is about, and a little more.</p>", .full))
        #expect(!hasBody("What it is about.", "<p>" + String(repeating: sentence, count: 12) + "</p>", .none))
    }

    @Test("with `bodies: full` a brief entry has its text, even a short one: the page shows no excerpt of it")
    func briefBodies() {
        let texts: [(String?, String)] = [
            ("Short", "All there is to say."), ("Alone", "Alone"), (nil, "Its title is its text."),
            ("Long", String(repeating: "A sentence of the text. ", count: 40)),
        ]
        let entries = texts.enumerated().map { index, text in
            SampleDigest.entry("k\(index)") {
                $0.title = text.0
                $0.url = "https://a.example/\(index)"
                $0.content = .plain(text.1)
            }
        }
        let digest = SampleDigest.digest(
            title: "T", locale: .en, sections: [DigestSection(title: "", entries: entries)])
        let text = page(digest) {
            $0.bodies = .full
            $0.page.briefAfter = 0
        }
        #expect(count("<details>", in: text) == 2)
        #expect(text.contains("<p>All there is to say.</p>"))
    }

    @Test("a page of 100 entries is at most 150 KB with its bodies; `bodies: full` lifts that")
    func size() {
        let long =
            "<p>" + String(repeating: "A sentence that has some words in it and then ends. ", count: 200) + "</p>"
        let all = (0..<10).map { number in
            DigestSection(
                title: "Section \(number)",
                entries: entries(10, of: "s\(number)") { $1.content = .html(UntrustedHTML(markup: long)) })
        }
        let digest = SampleDigest.digest(title: "t", locale: .en, sections: all)
        let text = page(digest)
        #expect((100_000...150_000).contains(text.utf8.count))
        let bodies = count("<details>", in: text)
        #expect((1..<40).contains(bodies))
        #expect(text.contains("The full text of \(40 - bodies) entries was left out"))
        let full = page(digest) { $0.bodies = .full }
        #expect(count("<details>", in: full) == 100)
        let lines = String(repeating: "'\n", count: 3000)
        let short = SampleDigest.digest(
            title: "t", locale: .en,
            sections: [DigestSection(title: "", entries: entries(12) { $1.content = .plain(lines) })])
        #expect(page(short).utf8.count <= 150_000)
        var larger = digest
        larger.sections += all.prefix(5)
        #expect((150_000...225_000).contains(page(larger).utf8.count))
    }

    @Test("once a body does not fit, those after it are left out, too, even if they are shorter")
    func fromThereOn() {
        let card = entries(4) {
            $1.content = .plain(String(repeating: "word ", count: $0 == 1 ? 3000 : 400))
        }
        var bodies = HTMLBodies(HTMLOptions(), count: 4, used: 140_000)
        let shown = PagePlan(digest(card), words: DigestWords(.en), options: PageOptions()).sections[0].cards
            .map { bodies.body(of: $0) != nil }
        #expect(shown == [true, false, false, false])
        #expect(bodies.leftOut == 3)
    }

    // MARK: the page

    @Test("the page ends by saying so, and when the next edition comes if the pipeline has a schedule")
    func end() {
        var digest = digest(entries(1))
        digest.locale = .ja
        #expect(page(digest).contains("<p class=\"end\">ここまでです。</p>"))
        digest.next = SampleDigest.moment("2026-11-21T07:00:00+09:00")
        #expect(page(digest).contains("今日はここまでです。<time datetime=\"2026-11-21T07:00:00+09:00\">次は明日 7:00。</time>"))
        digest.next = SampleDigest.moment("2026-11-20T18:30:00+09:00")
        #expect(page(digest).contains("次は今日 18:30。"))
        digest.next = SampleDigest.moment("2026-11-25T07:00:00+09:00")
        #expect(page(digest).contains("次は11/25(水) 7:00。"))
        digest.locale = .en
        digest.next = SampleDigest.moment("2026-11-21T07:00:00+09:00")
        #expect(
            page(digest).contains(
                "That is all for today. <time datetime=\"2026-11-21T07:00:00+09:00\">Next: tomorrow, 7:00."))
    }

    @Test("a page has a link to its content, landmarks with names, and names no script and no address but pictures")
    func landmarks() {
        let text = page(SampleDigest.morning)
        #expect(text.contains("<a class=\"skip\" href=\"#main\">"))
        #expect(text.contains("<nav class=\"contents\" aria-label=\"目次\">"))
        #expect(count("<section id=\"s", in: text) == count("aria-labelledby=\"h", in: text) - 1)
        #expect(!text.contains("<script") && !text.contains("@import") && !text.contains("url("))
    }

    @Test("a title from right to left is isolated from the words around it")
    func direction() {
        let text = page(
            digest(
                entries(20) {
                    $1.title = "مرحبا بالعالم"
                    $1.publisher = Publisher(name: "خلاصة")
                }, title: "Blog"))
        #expect(count("dir=\"auto\"><a", in: text) == 20)
        #expect(count("<bdi class=\"label\">خلاصة</bdi>", in: text) == 20)
    }
}
