import FeedModel
import FeedParsing
import Testing

/// What stands in entries, as far as it could make one entry another, or harm somebody.
@Suite("Entries that say strange things")
struct EntryRowTests {
    private func read(_ text: String, url: String? = "https://site.example/feed") throws -> Feed {
        try FeedReader.read(Array(text.utf8), contentType: nil, url: url)
    }

    private func item(_ fields: String) throws -> Entry {
        try #require(try read("<rss version=\"2.0\"><channel><item>\(fields)</item></channel></rss>").entries.first)
    }

    private func atom(_ fields: String, base: String = "") throws -> Entry {
        let attribute = base.isEmpty ? "" : " xml:base=\"\(base)\""
        let feed = try read("<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry\(attribute)>\(fields)</entry></feed>")
        return try #require(feed.entries.first)
    }

    @Test("D25 an item that says nothing is left out and counted; one with a text alone is an entry")
    func empty() throws {
        let feed = try read(
            """
            <rss version="2.0"><channel><item/><item> <guid> </guid><title></title></item>
            <item><description>a text</description></item></channel></rss>
            """)
        #expect(
            feed.entries.map(\.content) == [.html(UntrustedHTML(markup: "a text", base: "https://site.example/feed"))])
        #expect(feed.repairs == [Repair(code: "empty_entry", count: 2)])
    }

    @Test(
        "D33 a date that names no moment is none",
        arguments: [
            "", "Thu, 00 Jan 0000 00:00:00 GMT", "-1", "99999-01-01", "292277026596", "30 Feb 2026 10:00:00 GMT",
            "2026-11-20T24:01:00Z", "yesterday",
        ])
    func noDate(text: String) throws {
        #expect(try item("<title>a</title><pubDate>\(text)</pubDate>").published == nil)
    }

    @Test(
        "D33 a date is understood in the forms that feeds use",
        arguments: [
            ("Fri, 20 Nov 2026 07:00:00 JST", "2026-11-19T22:00:00Z"),
            ("Fri, 20 Nov 2026 07:00:00 EST", "2026-11-20T12:00:00Z"), ("20 Nov 26 07:00 GMT", "2026-11-20T07:00:00Z"),
            ("2026-11-20T24:00:00Z", "2026-11-21T00:00:00Z"), ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
            ("令和8年11月20日 7時", "2026-11-20T07:00:00Z"), ("20 novembre 2026 07:00", "2026-11-20T07:00:00Z"),
            ("2026-11-20T07:00:00", "2026-11-20T07:00:00Z"), ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
            ("Fri, 20 Nov 2126 07:00:00 GMT", "2126-11-20T07:00:00Z"),
        ])
    func date(text: String, expected: String) throws {
        #expect(try item("<title>a</title><pubDate>\(text)</pubDate>").published?.rfc3339() == expected)
    }

    @Test(
        "D35 links are resolved by one resolver, against xml:base where it is an address",
        arguments: [
            ("", "p/1", "https://site.example/p/1"), ("https://b.example/a/", "p/1", "https://b.example/a/p/1"),
            ("/x/", "../p", "https://site.example/p"), ("javascript:alert(1)", "p", "https://site.example/p"),
            ("", "//cdn.example/p", "https://cdn.example/p"), ("", "?q=1", "https://site.example/feed?q=1"),
        ])
    func resolved(base: String, reference: String, expected: String) throws {
        #expect(try atom("<title>a</title><link href=\"\(reference)\"/>", base: base).url == expected)
    }

    @Test(
        "D35 a link with a scheme that does something is none",
        arguments: ["javascript:alert(1)", "data:text/html,x", " JaVaScRiPt:x", "vbscript:x"])
    func unsafe(link: String) throws {
        #expect(try atom("<title>a</title><link href=\"\(link)\"/>").url == nil)
        #expect(try item("<title>a</title><link>\(link)</link>").url == nil)
    }

    @Test("D35 a base of 64 KB costs nothing and harms no absolute link")
    func longBase() throws {
        let base = "https://b.example/" + String(repeating: "x/", count: 32_768)
        #expect(
            try atom("<title>a</title><link href=\"https://c.example/1\"/>", base: base).url == "https://c.example/1")
    }

    @Test("D36 JSON Feed: ids may be numbers, what is no entry is passed over, what is no JSON is refused")
    func json() throws {
        let feed = try read(
            """
            \u{FEFF}{"version":"https://jsonfeed.org/version/1.1","title":"t","title":"u","items":[null,7,{},[],
            {"id":1,"content_text":"a"},{"id":1.5,"content_text":"b"},{"id":"x","title":"\\ud800 c","numbers":1e400}]}
            """)
        #expect(feed.entries.map(\.guid) == ["1", "1.5", "x"])
        #expect(feed.repairs.contains(Repair(code: "empty_entry", count: 4)))
        #expect(feed.entries.last?.title?.utf8.elementsEqual("\u{FFFD} c".utf8) == true)
        let head = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":["
        for broken in ["{\"id\":1},]}", "{\"id\":NaN}]}"] {
            #expect(throws: FeedReadingError.self) { try read(head + broken) }
        }
    }

    @Test("D37 Atom content is taken by its type: text is no markup, base64 is read, nothing is fetched")
    func content() throws {
        #expect(try atom("<id>1</id><content type='text'>&lt;b&gt;x</content>").content == .plain("<b>x"))
        let xhtml = "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><b>x</b></div></content>"
        guard case .html(let html)? = try atom("<id>1</id>\(xhtml)").content else {
            Issue.record("XHTML is HTML")
            return
        }
        #expect(html.markup.contains("<b>x</b>"))
        #expect(try atom("<id>1</id><content type='a/b'>aGVsbG8=</content>").content == .plain("hello"))
        let elsewhere = try atom("<id>1</id><content type='text/html' src='https://c.example/x'/>")
        #expect(elsewhere.content == nil)
    }

    @Test(
        "D41 a time to live is between a minute and a day, or there is none",
        arguments: [
            ("<ttl>-5</ttl>", nil), ("<ttl>0</ttl>", nil), ("<ttl>soon</ttl>", nil), ("<ttl></ttl>", nil),
            ("<ttl>1000000000000</ttl>", 86_400), ("<ttl>99999999999999999999</ttl>", nil), ("<ttl>60</ttl>", 3600),
            ("<skipHours>" + (0..<24).map { "<hour>\($0)</hour>" }.joined() + "</skipHours>", nil),
        ] as [(String, Int?)])
    func timeToLive(fields: String, seconds: Int?) throws {
        let feed = try read(
            "<rss version=\"2.0\"><channel>\(fields)<item><title>a</title></item></channel></rss>")
        #expect(feed.timeToLive == seconds.map { .seconds($0) })
        #expect(feed.entries.count == 1)
    }

    @Test("D42 of tags, files and persons an entry keeps a hundred each")
    func crowds() throws {
        let tags = (0..<10_000).map { "<category>tag\($0)</category>" }.joined()
        let files = (0..<1000).map { "<enclosure url='https://c.example/\($0)' type='a/b' length='1'/>" }.joined()
        #expect(try item("<guid>1</guid>" + tags).categories.count == 100)
        #expect(try item("<guid>1</guid>" + files).enclosures.count == 100)
        let authors = (0..<1000).map { "<author><name>n\($0)</name></author>" }.joined()
        #expect(try atom("<id>1</id>" + authors).authors.count == 100)
    }

    @Test("D43 the length of a file is a whole number or none, and its type holds no line break")
    func enclosures() throws {
        let lengths = ["-1", "9e99", "99999999999999999999", "", "12 MB", "12"]
        for (text, expected) in zip(lengths, [nil, nil, nil, nil, nil, 12] as [Int64?]) {
            let file = "<enclosure url='https://c.example/1' length='\(text)' type='audio/mpeg&#13;&#10;X-Evil: 1'/>"
            let enclosure = try #require(try item("<guid>1</guid>" + file).enclosures.first)
            #expect(enclosure.size == expected, "\(text)")
            #expect(enclosure.mediaType?.utf8.contains { $0 < 0x20 } != true)
        }
    }
}
