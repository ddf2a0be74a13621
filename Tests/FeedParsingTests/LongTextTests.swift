import FeedModel
import FeedParsing
import Testing

/// Long texts take another way through the parser than short ones; nobody may notice.
@Suite("Long texts")
struct LongTextTests {
    private static let filler = String(repeating: "long 長い ", count: 10)

    private func feed(_ item: String, head: String = "") throws -> Feed {
        try FeedReader.read(
            Array(
                "\(head)<rss version=\"2.0\"><channel><item>\(item)</item><item><title>next</title></item></channel></rss>"
                    .utf8),
            contentType: nil, url: nil)
    }

    private func body(_ item: String, head: String = "") throws -> String? {
        let feed = try feed(item, head: head)
        #expect(feed.entries.last?.title == "next")
        return switch feed.entries.first?.content {
        case .html(let html): html.markup
        case .plain(let text): text
        case nil: nil
        }
    }

    @Test(
        "say what short ones say, in sections and between tags",
        arguments: [
            ("&lt;p&gt;a &amp;amp; b&lt;/p&gt;", "<p>a &amp; b</p>"), ("&quot;&apos;", "\"'"),
            ("&#233;&#xE9;&#x1F600;", "éé😀"),
            ("&#150;&#x80;", "–€"), ("&nbsp;&eacute;", "\u{A0}é"), ("a\r\nb\rc\n\td", "a\nb\nc\n\td"),
            ("a ] ]] > b", "a ] ]] > b"), ("（全角）！", "（全角）！"), ("x > y \"z\"", "x > y \"z\""),
            ("\u{85}\u{2028}", "\u{85}\u{2028}"),
            ("<![CDATA[<b>&amp;</b>]]>", "<b>&amp;</b>"), ("<![CDATA[a ]] > ]&gt; b\r\nc]]>", "a ]] > ]&gt; b\nc"),
            ("<!-- <x> --><![CDATA[1]]><!-- -->2<![CDATA[3]]>", "123"), ("<?pi with > ?>a", "a"),
        ])
    func same(written: String, meant: String) throws {
        #expect(try body("<description>\(written)</description>") == meant)
        let filler = Self.filler
        for place in [written + filler, filler + written, filler + written + filler] {
            let expected = place.replacing(written, with: meant).trimmed
            let body = try body("<description>\(place)</description>")
            #expect(body.map { Array($0.utf8) } == Array(expected.utf8))
        }
        let section = "<![CDATA[" + filler + "]]>"
        let body = try body("<description>\(section)\(written)\(section)</description>")
        #expect(body.map { Array($0.utf8) } == Array((filler + meant + filler).trimmed.utf8))
    }

    @Test("stay where they stand, in the order in which they stand")
    func order() throws {
        let filler = Self.filler
        let items = (0..<200).map { number in
            "<item><title>\(number) \(filler)</title><guid>\(number)</guid><link>https://a.example/\(number)</link>"
                + "<unknown>\(filler)<deep>\(filler)</deep></unknown><description><![CDATA[<p>\(number)</p>\(filler)]]></description></item>"
        }
        let document = "<rss><channel><title>t</title>" + items.joined(separator: "\n  ") + "</channel></rss>"
        let feed = try FeedReader.read(Array(document.utf8), contentType: nil, url: nil)
        #expect(feed.entries.map(\.guid) == (0..<200).map(String.init))
        for (number, entry) in feed.entries.enumerated() {
            #expect(entry.title?.hasPrefix("\(number) ") == true)
            #expect(entry.content == .html(UntrustedHTML(markup: "<p>\(number)</p>" + filler.trimmed)))
        }
        #expect(feed.repairs.isEmpty)
    }

    @Test("with a mistake in them are mended, and that is told")
    func mistakes() throws {
        let filler = Self.filler
        for mistake in ["a & b", "&#0;", "&unknown;x & y", "\u{1}", "]]>", "\u{FFFE}", "<br>"] {
            let feed = try feed("<description>\(filler)\(mistake)\(filler)</description>")
            #expect(feed.repairs.isEmpty == false, "\(mistake.debugDescription)")
            #expect(feed.entries.map(\.title) == [nil, "next"])
        }
        let cut = "<rss><channel><item><title>a</title></item><item><description><![CDATA[" + filler
        let feed = try FeedReader.read(Array(cut.utf8), contentType: nil, url: nil)
        #expect(feed.entries.first?.title == "a")
        #expect(!feed.isComplete)
    }

    @Test(
        "are not mistaken for another where a document plays tricks",
        arguments: [
            ("<?kawaraban-excerpt?>", ""), ("<!-- <![CDATA[ -->", ""), ("<?x <![CDATA[ ?>", ""),
            ("<a title=\"> <![CDATA[\"/>", ""),
            ("<a title='\"' rel=\"'>\"/>", "<a title=\"&quot;\" rel=\"'&gt;\"></a>"),
        ])
    func tricks(trick: String, kept: String) throws {
        let filler = Self.filler
        if trick.contains("<![CDATA[\"/>") {
            // `<` may not stand in a value: the repair has to read this one.
            let feed = try feed("<title>\(filler)</title>\(trick)<description>\(filler)</description>")
            #expect(feed.entries.count == 2)
            return
        }
        let feed = try feed("<description>\(filler)\(trick)\(filler)</description><title>\(filler)x</title>")
        #expect(feed.entries.first?.title == filler + "x")
        #expect(feed.entries.first?.content == .html(UntrustedHTML(markup: filler + kept + filler.trimmed)))
        #expect(feed.entries.last?.title == "next")
    }

    @Test("in a document whose type declares names keep these")
    func declaredNames() throws {
        let head = "<!DOCTYPE rss [<!ENTITY firm \"会社\">]>"
        let filler = Self.filler
        #expect(try body("<description>\(filler)&firm;</description>", head: head) == filler + "会社")
    }

    @Test(
        "stay in order behind a document type whose system identifier has > in it",
        arguments: ["SYSTEM \"a>b\"", "SYSTEM 'a>\"b'", "PUBLIC \"it's\" \"a>b\""])
    func documentType(identifier: String) throws {
        let filler = Self.filler
        let head = "<!DOCTYPE rss \(identifier) [<!ENTITY a \"<y>\(filler)\">]>"
        let item = "<title>\(filler)1</title><description>\(filler)2</description>"
        for head in [head, "<!DOCTYPE rss \(identifier)>"] {
            let feed = try feed(item, head: head)
            #expect(feed.entries.map(\.title) == [filler + "1", "next"])
            #expect(feed.entries.first?.content == .html(UntrustedHTML(markup: filler + "2")))
        }
    }

    @Test("are cut at a whole character where a field is full")
    func limit() throws {
        var limits = ParsingLimits()
        limits.field = 100
        let text = String(repeating: "長", count: 1000)
        for written in [text, "<![CDATA[\(text)]]>", "&amp;" + text] {
            let document =
                "<rss><channel><item><title>\(written)</title></item><item><title>next</title></item></channel></rss>"
            let feed = try FeedReader.read(Array(document.utf8), contentType: nil, url: nil, limits: limits)
            #expect(feed.entries.first?.title?.utf8.count ?? 0 >= 97)
            #expect(feed.entries.first?.title?.utf8.count ?? 0 <= 100)
            #expect(feed.entries.first?.title?.unicodeScalars.contains("\u{FFFD}") == false)
            #expect(feed.entries.last?.title == "next")
            #expect(feed.repairs == [Repair(code: "cut_field")])
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        while text.first == " " { text.removeFirst() }
        return String(text)
    }
}
