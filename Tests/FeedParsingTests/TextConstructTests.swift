import FeedHTML
import FeedModel
import FeedParsing
import Testing

/// A text in each of the ways in which Atom writes one, and what it says.
struct WrittenText: Sendable, CustomTestStringConvertible {
    let attributes: String
    let content: String
    let plain: String
    let html: String

    var testDescription: String { "\(attributes)>\(content)" }

    init(_ attributes: String, _ content: String, plain: String = "Less code", html: String = "Less <b>code</b>") {
        self.attributes = attributes
        self.content = content
        self.plain = plain
        self.html = html
    }

    private static let xhtml = "<div xmlns=\"http://www.w3.org/1999/xhtml\">Less <b>code</b></div>"
    private static let escaped = "Less &lt;b&gt;code&lt;/b&gt;"
    private static let tag = (plain: "The <br> tag", html: "The &lt;br&gt; tag")

    static let atom10 = [
        WrittenText("", "Less code", html: "Less code"),
        WrittenText("type=\"text\"", "The &lt;br> tag", plain: tag.plain, html: tag.html),
        WrittenText("type=\"text/plain\"", "The &lt;br> tag", plain: tag.plain, html: tag.html),
        WrittenText("type=\"html\"", escaped), WrittenText("type=\"HTML\"", escaped),
        WrittenText("type=\"text/html\"", escaped),
        WrittenText("type=\"html\"", "<![CDATA[Less <b>code</b>]]>"),
        WrittenText("type=\"html\"", "The &amp;lt;br&amp;gt; tag", plain: tag.plain, html: tag.html),
        WrittenText("type=\"xhtml\"", xhtml, html: "<div>Less <b>code</b></div>"),
        WrittenText("type=\"application/xhtml+xml\"", xhtml, html: "<div>Less <b>code</b></div>"),
        WrittenText(
            "type=\"xhtml\"", "<x:div xmlns:x=\"http://www.w3.org/1999/xhtml\">The &lt;br> tag</x:div>",
            plain: tag.plain, html: "<div>The &lt;br&gt; tag</div>"),
    ]

    static let atom03 = [
        WrittenText("", "Less code", html: "Less code"),
        WrittenText("type=\"text/html\" mode=\"escaped\"", escaped),
        WrittenText("mode=\"escaped\" type=\"application/xhtml+xml\"", escaped),
        WrittenText("type=\"application/xhtml+xml\"", xhtml, html: "<div>Less <b>code</b></div>"),
        WrittenText("type=\"text/html\" mode=\"xml\"", "Less <b>code</b>"),
        WrittenText("type=\"text/plain\" mode=\"escaped\"", "The &lt;br> tag", plain: tag.plain, html: tag.html),
        WrittenText("type=\"text/html\" mode=\"base64\"", "TGVzcyA8Yj5jb2RlPC9iPg=="),
        WrittenText(
            "type=\"text/plain\" mode=\"base64\"", "TGVzcyA8Yj5jb2RlPC9iPg==", plain: "Less <b>code</b>",
            html: "Less &lt;b&gt;code&lt;/b&gt;"),
    ]
}

@Suite("Atom's texts")
struct TextConstructTests {
    private func read(_ body: String, namespace: String, prefix: String = "") throws -> Feed {
        let declaration = prefix.isEmpty ? "xmlns" : "xmlns:" + prefix.dropLast()
        let document = "<\(prefix)feed \(declaration)=\"\(namespace)\">\(body)</\(prefix)feed>"
        return try FeedReader.read(Array(document.utf8), contentType: nil, url: nil)
    }

    private func html(_ text: TextContent?) -> String? {
        switch text {
        case .plain(let text):
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        case .html(let html): HTMLSanitiser.sanitise(html).markup
        case nil: nil
        }
    }

    @Test("say the same in titles, bodies and rights, of the feed and of an entry", arguments: WrittenText.atom10)
    func atom10(text: WrittenText) throws {
        for prefix in ["", "a:"] {
            func element(_ name: String) -> String {
                "<\(prefix)\(name) \(text.attributes)>\(text.content)</\(prefix)\(name)>"
            }
            let body = ["title", "subtitle", "rights"].map(element).joined()
            let inner = ["title", "summary", "rights"].map(element).joined()
            let feed = try read(
                "\(body)<\(prefix)entry>\(inner)</\(prefix)entry><\(prefix)entry>\(element("content"))</\(prefix)entry>"
                    + "<\(prefix)entry><\(prefix)source>\(element("title"))</\(prefix)source></\(prefix)entry>",
                namespace: "http://www.w3.org/2005/Atom", prefix: prefix)
            #expect(feed.title == text.plain)
            #expect(html(feed.description) == text.html)
            #expect(html(feed.rights) == text.html)
            try #require(feed.entries.count == 3)
            #expect(feed.entries[0].title == text.plain)
            #expect(html(feed.entries[0].content) == text.html)
            #expect(html(feed.entries[0].rights) == text.html)
            #expect(html(feed.entries[1].content) == text.html)
            #expect(feed.entries[2].origin?.title == text.plain)
        }
    }

    @Test("of version 0.3 say the same whatever their mode", arguments: WrittenText.atom03)
    func atom03(text: WrittenText) throws {
        func element(_ name: String) -> String { "<\(name) \(text.attributes)>\(text.content)</\(name)>" }
        let feed = try read(
            "\(element("title"))\(element("tagline"))\(element("copyright"))"
                + "<entry>\(element("title"))\(element("summary"))</entry><entry>\(element("content"))</entry>",
            namespace: "http://purl.org/atom/ns#")
        #expect(feed.format == .atom03)
        #expect(feed.title == text.plain)
        #expect(html(feed.description) == text.html)
        #expect(html(feed.rights) == text.html)
        try #require(feed.entries.count == 2)
        #expect(feed.entries[0].title == text.plain)
        #expect(html(feed.entries[0].content) == text.html)
        #expect(html(feed.entries[1].content) == text.html)
    }
}
