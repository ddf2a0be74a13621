import FeedModel
import FeedParsing
import FeedTesting
import MachineLaboratory
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
        #expect(late.repairs.map(\.code) == ["missing_end_tag", "too_deep"])
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
        arguments: ["<rss ", "<rss x='>' ", "<rss><channel><item ", "<rss><channel><description><p "])
    func attributes(start: String) throws {
        let attributes = (0..<150_000).map { "a\($0)='x'" }.joined(separator: " ")
        let document = "\(start)\(attributes)></p></description><title>t</title></item></channel></rss>"
        let time = try processorTime {
            _ = try? read(document)
            let feed = try read(rss("<item><x \(attributes)/><guid>1</guid></item>"))
            #expect(feed.entries.map(\.guid) == ["1"])
        }
        #expect(time < .seconds(60))
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

    @Test("cut anywhere give only whole entries, and are not taken for complete")
    func cutAnywhere() throws {
        let items = (1...20).map {
            "<item><title>Nr. \($0) &amp; <![CDATA[<b>]]></title><link>https://example.com/\($0)?a=1&amp;b</link>"
                + "<guid isPermaLink=\"false\">é\($0)</guid><!-- \($0) --></item>"
        }
        let document = "<?xml version=\"1.0\"?>" + rss(items.joined())
        let whole = try read(document)
        #expect(whole.entries.count == 20)
        #expect(whole.isComplete)
        let bytes = Array(document.utf8)
        for end in 0..<bytes.count {
            // Refused, or the leading entries as they are.
            guard let feed = try? FeedReader.read(Array(bytes[..<end]), contentType: nil, url: nil) else { continue }
            #expect(!feed.isComplete, "cut at \(end)")
            #expect(feed.entries == Array(whole.entries.prefix(feed.entries.count)), "cut at \(end)")
        }
    }

    @Test(
        "with crowds of attributes, namespaces or names are read in a moment",
        arguments: [
            "<x \((0..<30_000).map { "a\($0)=''" }.joined(separator: " "))/>",
            "<x \((0..<30_000).map { "xmlns:n\($0)='u'" }.joined(separator: " "))/>",
            String(repeating: "<x " + (0..<2_000).map { "a\($0)='>'" }.joined(separator: " ") + "/>", count: 10),
            (0..<50_000).map { "<n\($0)/>" }.joined(), "<" + String(repeating: "x", count: 1 << 20) + "/>",
            "<x><![CDATA[<a " + String(repeating: "b='' ", count: 1_000) + ">]]></x>",
        ])
    func crowds(_ crowd: String) throws {
        var feed: Feed?
        let taken = try processorTime {
            feed = try read(rss("<item><guid>1</guid></item>" + crowd + "<item><guid>2</guid></item>"))
        }
        #expect(feed?.entries.map(\.guid) == ["1", "2"])
        #expect(feed?.isComplete == true)
        #expect(taken < .seconds(10))
    }

    @Test("that heap up namespaces or declared attributes end where they cost too much")
    func heaps() throws {
        let namespaces = (0..<100).map { level in
            "<x " + (0..<300).map { "xmlns:n\(level)a\($0)='u'" }.joined(separator: " ") + ">"
        }
        let nested = try read(rss("<item><guid>1</guid></item>" + namespaces.joined() + "</x>"))
        #expect(nested.entries.map(\.guid) == ["1"])
        #expect(!nested.isComplete)
        let declared = (0..<1_000).map { "<!ATTLIST x a\($0) CDATA 'v'>" }.joined()
        let many = String(repeating: "<x/>", count: 20_000)
        let feed = try read("<!DOCTYPE rss [\(declared)]>" + rss(many + "<item><guid>1</guid></item>"))
        #expect(feed.entries.map(\.guid) == ["1"])
    }

    @Test("do not grow by a long base and many short references")
    func longBase() throws {
        let base = "http://h/" + String(repeating: "a/", count: 900)
        let item = "<item><title>t</title><link>x</link><description>&lt;a href=x></description></item>"
        let document = "<rss xml:base='\(base)'><channel>" + String(repeating: item, count: 9_000) + "</channel></rss>"
        let feed = try read(document)
        #expect(feed.entries.first?.url == base + "x")
        #expect(feed.entries.reduce(0) { $0 + ($1.url?.utf8.count ?? 0) } < 40 << 20)
    }

    @Test("with a crowd of fields keep the first, and all entries")
    func fields() throws {
        let crowd = String(repeating: "<link/>", count: 140_000)
        let feed = try read(rss("\(crowd)<item><guid>1</guid>\(crowd)</item><item><guid>2</guid></item>"))
        #expect(feed.entries.map(\.guid) == ["1", "2"])
        #expect(feed.title == "t")
        #expect(feed.repairs.map(\.code) == ["cut_field"])
    }

    @Test(
        "X20: with a text that is too long are cut, and say so, whatever their format",
        arguments: [
            #"{"version":"https://jsonfeed.org/version/1.1","title":"t","items":[{"id":"1","content_text":"LONG"},{"id":"2"}]}"#,
            "<rss version=\"2.0\"><channel><title>t</title><item><guid>1</guid><description>LONG</description></item>"
                + "<item><guid>2</guid></item></channel></rss>",
        ])
    func longTexts(_ document: String) throws {
        var limits = ParsingLimits.standard
        limits.field = 1_000
        let fitting = document.replacing("LONG", with: String(repeating: "x", count: 1_000))
        #expect(try read(fitting, limits: limits).repairs.isEmpty)
        let feed = try read(document.replacing("LONG", with: String(repeating: "x", count: 1_001)), limits: limits)
        #expect(feed.entries.map(\.guid) == ["1", "2"])
        #expect(feed.entries[0].content == .plain(String(repeating: "x", count: 1_000)) || document.contains("<rss"))
        #expect(feed.repairs == [Repair(code: "cut_field", count: 1)])
    }

    @Test("take time by their length, not by its square")
    func crowdsOfSmallThings() throws {
        let base = "http://a.example/" + String(repeating: "x", count: 130) + "/"
        let crowds = [
            // Quotes before the end of a tag, empty entries behind many links, texts around names behind a long one,
            // and entries with a base each: every one would look through all the others.
            "<item><a \(String(repeating: "''", count: 1_000_000))></item>",
            String(repeating: "<link/>", count: 60_000) + String(repeating: "<item/>", count: 150_000),
            "<item><author>\(String(repeating: " ", count: 1_000_000))x"
                + String(repeating: "<name>y</name>x", count: 200_000) + "</author></item>",
            String(
                repeating: "<item xml:base=\"\(base)\">\(String(repeating: "<guid/>", count: 14))</item>",
                count: 18_000)
                + String(repeating: "<item xml:base=\"\(base)\"/>", count: 12_000),
        ]
        let time = try processorTime {
            for crowd in crowds {
                let feed = try read(rss("<title>t</title>\(crowd)<item><title>last</title></item>"))
                #expect(feed.entries.last?.title == "last")
            }
        }
        #expect(time < .seconds(60))
    }

    @Test("with character data longer than the XML parser takes keep it up to the limit, and all behind it")
    func longCharacterData() throws {
        let long = String(repeating: "あいう ", count: 1_100_000)
        let body =
            "<item><guid>1</guid><description><![CDATA[\(long)]]></description></item><item><guid>2</guid></item>"
        let feed = try read(rss(body))
        #expect(feed.entries.map(\.guid) == ["1", "2"])
        #expect(feed.isComplete)
        guard case .html(let html) = feed.entries.first?.content ?? feed.entries.first?.summary else {
            Issue.record("no content")
            return
        }
        #expect(html.markup.utf8.count > 1_000_000)
        #expect(!html.markup.unicodeScalars.contains("\u{FFFD}"))
    }

    @Test("get nothing of files and addresses that they name")
    func outside() throws {
        let document = """
            <?xml version="1.0"?><?xml-stylesheet href="file:///etc/passwd"?>
            <!DOCTYPE rss SYSTEM "file:///etc/passwd" [<!ENTITY f SYSTEM "file:///etc/passwd">
            <!ENTITY % p SYSTEM "file:///etc/passwd">%p;]>
            <rss xmlns:xi="http://www.w3.org/2001/XInclude"><channel><title>t&f;</title><item><title>a&f;b</title>
            <description><xi:include href="file:///etc/passwd" parse="text"/></description></item></channel></rss>
            """
        let feed = try read(document)
        #expect(!String(describing: feed).contains("root:"))
        #expect(feed.entries.first?.title?.hasPrefix("a") == true)
    }
}
