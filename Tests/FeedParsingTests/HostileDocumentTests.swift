import FeedModel
import FeedParsing
import Testing

@Suite("Hostile documents")
struct HostileDocumentTests {
    private func read(_ text: String, limits: ParsingLimits = .standard) throws -> Feed {
        try FeedReader.read(Array(text.utf8), contentType: nil, url: nil, limits: limits)
    }

    private func rss(_ body: String) -> String {
        "<rss version=\"2.0\"><channel><title>t</title>" + body + "</channel></rss>"
    }

    @Test("nested a hundred thousand deep end, they do not overflow a stack")
    func depth() throws {
        #expect(throws: FeedReadingError(.tooDeep)) {
            try read(rss(String(repeating: "<x>", count: 100_000)))
        }
        let late = try read(rss("<item><guid>1</guid></item>" + String(repeating: "<x>", count: 100_000)))
        #expect(late.entries.map(\.guid) == ["1"])
        #expect(!late.isComplete)
    }

    @Test("yield as many entries as are wanted, and say how many were left out")
    func entries() throws {
        let items = String(repeating: "<item><guid>1</guid></item>", count: 10_010)
        let usual = try read(rss(items), limits: .wanting(entries: 20))
        #expect(usual.entries.count == 10_000)
        #expect(usual.repairs == [Repair(code: "too_many_entries", count: 10)])
        #expect(try read(rss(items), limits: .wanting(entries: 10_005)).entries.count == 10_005)
    }

    @Test(
        "cost no more for a hundred thousand attributes in a tag than for as many bytes of text",
        .timeLimit(.minutes(1)),
        arguments: ["<rss ", "<rss x='>' ", "<rss><channel><item ", "<rss><channel><description><p "])
    func attributes(start: String) throws {
        let attributes = (0..<150_000).map { "a\($0)='x'" }.joined(separator: " ")
        let document = "\(start)\(attributes)></p></description><title>t</title></item></channel></rss>"
        _ = try? read(document)
        let feed = try read(rss("<item><x \(attributes)/><guid>1</guid></item>"))
        #expect(feed.entries.map(\.guid) == ["1"])
    }

    @Test("cannot make entities explode or load anything")
    func entities() throws {
        let bomb = """
            <!DOCTYPE r [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">
            <!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.2/p"> %p;]>
            """
        let feed = try read(bomb + rss("<item><title>&c;|&x;</title><guid>1</guid></item>"))
        #expect(feed.entries.first?.title == "&c;|&x;")
    }

    @Test("may declare short texts, which are put in place until they would grow the document")
    func declaredTexts() throws {
        let doctype = "<!DOCTYPE rss [<!ENTITY maker \"Kawara &#8211; Tiles\"><!ENTITY more \"&maker;\">]>"
        let feed = try read(doctype + rss("<item><title>&maker;</title><guid>1</guid></item>"))
        #expect(feed.entries.first?.title == "Kawara – Tiles")
        #expect(feed.repairs.isEmpty)
        let long = String(repeating: "x", count: 250)
        let flood = "<!DOCTYPE rss [<!ENTITY long \"\(long)\">]>"
        let items = String(repeating: "<item><title>&long;&long;&long;&long;</title></item>", count: 9_000)
        let length = try read(flood + rss(items)).entries.reduce(0) { $0 + ($1.title?.utf8.count ?? 0) }
        #expect(length < 2 << 20)
    }

    @Test("lose nothing to zeros and control characters")
    func controls() throws {
        let body =
            "<item><title>a\u{0}b</title></item>\u{0}\u{0}<item><title><![CDATA[c\u{8}d]]></title></item>"
            + "<item><title>&#x1b;&#0;&#xD800;&#x110000;&#99999999999999999999;e</title></item>"
        #expect(try read(rss(body)).entries.map(\.title) == ["ab", "cd", "e"])
    }

    @Test("that number windows-1252's characters get what they meant")
    func windowsCharacters() throws {
        let feed = try read(rss("<item><title>It&#146;s &#x85;</title></item>"))
        #expect(feed.entries.first?.title == "It’s …")
    }

    @Test("with fields too long keep them up to the limit, whole characters only")
    func longField() throws {
        var limits = ParsingLimits()
        limits.field = 1000
        let feed = try read(
            rss(
                "<item><title>x</title><description>" + String(repeating: "あ ", count: 5000)
                    + "</description></item>"), limits: limits)
        guard case .html(let html) = feed.entries.first?.content else {
            Issue.record("no content")
            return
        }
        #expect(html.markup.utf8.count <= 1000)
        #expect(!html.markup.unicodeScalars.contains("\u{FFFD}"))
    }

    @Test("with more entries, tags or persons than allowed are cut, and it is told")
    func tooMany() throws {
        var limits = ParsingLimits()
        limits.entries = 3
        limits.repeats = 2
        let item = "<item><title>t</title><category>a</category><category>b</category><category>c</category></item>"
        let feed = try read(rss(String(repeating: item, count: 5)), limits: limits)
        #expect(feed.entries.count == 3)
        #expect(feed.entries.first?.categories.map(\.term) == ["a", "b"])
        #expect(feed.repairs == [Repair(code: "too_many_entries", count: 2)])
    }

    @Test("give no address that a click could execute")
    func schemes() throws {
        let feed = try read(
            rss(
                "<link>JavaScript:alert(1)</link><item><title>t</title><link>vbscript:x</link>"
                    + "<enclosure url='data:text/html,x'/></item>"))
        #expect(feed.homePageURL == nil)
        #expect(feed.entries.first?.url == nil)
        #expect(feed.entries.first?.enclosures == [])
    }
}
