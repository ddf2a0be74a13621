import FeedConfiguration
import FeedJSON
import FeedModel
import FeedParsing
import FeedStages
import FeedTesting
import StandardFormats
import Testing

/// Feeds out: the formats `atom` and `jsonfeed`.
@Suite("a pipeline as a feed")
struct FeedFormatTests {
    private let moment = Timestamp(seconds: 1_795_125_600)

    private func digest(_ entries: [DigestEntry], origin: String = "here") -> Digest {
        var digest = Digest(
            pipeline: "p", title: "What is new", generatedAt: moment, from: nil, to: moment, zone: .utc, locale: .en,
            sections: [DigestSection(title: "", entries: entries)])
        digest.origin = origin
        return digest
    }

    private func entry(_ key: String = "e1", _ fill: (inout Entry) -> Void = { _ in }) -> DigestEntry {
        var entry = Entry()
        entry.title = "A title"
        entry.url = "https://example.com/a"
        entry.content = .plain("What it says.")
        entry.published = moment - .seconds(3600)
        fill(&entry)
        return DigestEntry(
            key: key, entry: entry, source: "some", sourceTitle: "Some", firstSeen: moment - .seconds(60))
    }

    private func render(_ entries: [DigestEntry], _ options: Node = [:]) throws -> (atom: Feed, json: Feed) {
        (try read(AtomFormat.self, entries, options), try read(JSONFeedFormat.self, entries, options))
    }

    private func read<Format: DigestFormat>(
        _ format: Format.Type, _ entries: [DigestEntry], _ options: Node, origin: String = "here"
    ) throws -> Feed {
        let bytes = try format.configured(options).stage.render(digest(entries, origin: origin))
        let feed = try FeedReader.read(bytes, contentType: format.mediaType, url: nil)
        #expect(feed.repairs == [])
        return feed
    }

    private func text(_ content: TextContent?) -> String? {
        switch content {
        case .plain(let text): text
        case .html(let html): html.markup
        case nil: nil
        }
    }

    @Test("title, link, dates, authors, tags, language and excerpt are read back as they were")
    func roundTrip() throws {
        let written = entry {
            $0.title = "日本語の <title> & ]]> \"quotes\" 'too'"
            $0.content = .html(UntrustedHTML(markup: "<p>本文です。</p><script>alert(1)</script>"))
            $0.updated = moment - .seconds(120)
            $0.authors = [Person(name: "山田 & 花子", email: "hanako@example.com")]
            $0.categories = [Category(term: "swift & \"more\"")]
            $0.language = "ja"
        }
        let (atom, json) = try render([written], ["feed_url": "https://me.example/feed?a=1&b=2"])
        for feed in [atom, json] {
            let found = try #require(feed.entries.first)
            #expect(feed.title == "What is new")
            #expect(feed.feedURL == "https://me.example/feed?a=1&b=2")
            #expect(found.title == written.entry.title)
            #expect(found.url == written.entry.url)
            #expect(found.published == written.entry.published)
            #expect(found.updated == written.entry.updated)
            #expect(found.authors.map(\.name) == ["山田 & 花子"])
            #expect(found.authors.map(\.email) == [nil])
            #expect(found.categories.map(\.term) == ["swift & \"more\""])
            #expect(found.language == "ja")
            #expect(text(found.summary ?? found.content) == "本文です。")
        }
        #expect(atom.entries.first?.guid == json.entries.first?.guid)
        #expect(atom.updated == written.entry.updated)
    }

    @Test("an id stays when title, link, text and place change, and no other entry or state has it")
    func ids() throws {
        func id(_ entry: DigestEntry, origin: String = "here") throws -> String? {
            try read(AtomFormat.self, [entry], [:], origin: origin).entries.first?.guid
        }
        let first = try #require(try id(entry()))
        #expect(first.hasPrefix("urn:uuid:") && first.utf8.count == 45)
        let changed = entry {
            $0.title = "Another"
            $0.url = "https://example.com/b"
            $0.content = nil
            $0.published = nil
            $0.guid = "other"
        }
        #expect(try id(changed) == first)
        #expect(try read(AtomFormat.self, [entry("e2"), changed], [:]).entries.last?.guid == first)
        #expect(try id(entry("e2")) != first)
        #expect(try id(entry(), origin: "elsewhere") != first)
        // A restored copy of the state gave the number to another entry.
        var other = entry()
        other.firstSeen = moment
        #expect(try id(other) != first)
    }

    @Test("others get an excerpt of at most 200 characters; the whole text and files only with `bodies: full`")
    func bodies() throws {
        let long = entry {
            $0.content = .html(
                UntrustedHTML(markup: "<p onclick=x>" + String(repeating: "長い本文。", count: 200) + "</p>"))
            $0.enclosures = [Enclosure(url: "https://example.com/a.mp3", mediaType: "audio/mpeg", size: 5)]
        }
        let words = entry("e2") { $0.content = .plain(String(repeating: "word ", count: 200)) }
        let marks = entry("e3") { $0.content = .plain(String(repeating: "e\u{301}\u{301}\u{301}", count: 400)) }
        let short = try render([long, words, marks])
        for feed in [short.atom, short.json] {
            for entry in feed.entries {
                let excerpt = try #require(text(entry.summary ?? entry.content))
                #expect((150...200).contains(excerpt.unicodeScalars.count) || entry.guid == feed.entries.last?.guid)
                #expect(excerpt.unicodeScalars.count <= 200)
                #expect(entry.enclosures == [])
            }
        }
        let full = try render([long], ["bodies": "full"])
        for feed in [full.atom, full.json] {
            let found = try #require(feed.entries.first)
            #expect(text(found.content)?.contains("長い本文。長い本文。") == true)
            #expect(text(found.content)?.contains("onclick") == false)
            #expect(found.summary != nil)
            #expect(found.enclosures.map(\.url) == ["https://example.com/a.mp3"])
        }
    }

    @Test("what XML forbids, and what a link may not be, does no harm")
    func hostile() throws {
        let titles = [
            "\u{0}\u{1}\u{8}\u{B}\u{C}\u{1F}control", "non\u{FFFE}\u{FFFF}characters",
            "]]> <!-- --> <![CDATA[ &amp; &#0;",
            "\u{202E}gnp.exe\u{2066}", "مرحبا بالعالم", "e" + String(repeating: "\u{301}", count: 2000),
            String(repeating: "W", count: 5000), "line\r\nbreak\tand tab",
        ]
        let entries = titles.enumerated().map { index, title in
            entry("e\(index)") {
                $0.title = title
                $0.authors = [Person(name: title)]
                $0.categories = [Category(term: title)]
                $0.content = .plain(title)
                $0.url = ["javascript:alert(1)", "https://example.com/<\">&\n日本", nil, "mailto:a@b"][index % 4]
                $0.language = "\"><script>"
                $0.enclosures = [
                    Enclosure(url: "javascript:x"), Enclosure(url: "https://a/b", mediaType: "\"><x y=\""),
                ]
            }
        }
        for options in [[:], ["bodies": "full"]] as [Node] {
            let (atom, json) = try render(entries, options)
            for feed in [atom, json] {
                #expect(feed.entries.count == titles.count)
                #expect(feed.entries[1].title == "non\u{FFFD}\u{FFFD}characters" || feed == json)
                #expect(feed.entries[2].title == titles[2])
                #expect(feed.entries[3].title == "gnp.exe")
                #expect(feed.entries[7].title == "line break and tab")
                #expect(feed.entries.allSatisfy { ($0.title ?? "").utf8.count < 5000 })
                #expect(feed.entries.allSatisfy { $0.url.map { $0.hasPrefix("https://") } ?? true })
            }
        }
    }

    @Test("a feed without entries, and entries without title, link or dates, are whole")
    func bare() throws {
        #expect(try render([]).atom.entries == [])
        #expect(try render([]).atom.updated == moment)
        #expect(try render([]).json.entries == [])
        let nothing = entry {
            $0.title = nil
            $0.url = nil
            $0.content = nil
            $0.published = nil
        }
        let (atom, json) = try render([nothing])
        #expect(atom.entries.count == 1 && json.entries.count == 1)
        #expect(atom.entries.first?.title?.isEmpty == false)
        #expect(atom.entries.first?.updated == nothing.firstSeen)
        // A date ahead of the clock is the entry's, not the feed's.
        let early = entry { $0.published = moment + .seconds(86_400) }
        #expect(try render([early]).atom.updated == moment)
        #expect(try render([early]).atom.entries.first?.published == early.entry.published)
    }
}
