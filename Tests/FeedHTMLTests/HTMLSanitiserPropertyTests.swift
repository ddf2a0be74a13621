import FeedHTML
import FeedModel
import FeedTesting
import FuzzTargets
import Testing

/// Tags, attributes and texts thrown together; the same at every run.
private struct Soup {
    private var numbers: SplitMix

    init(seed: UInt64) { numbers = SplitMix(seed: seed) }

    private mutating func random(_ bound: Int) -> Int { Int(numbers.next() % UInt64(bound)) }

    mutating func markup() -> String {
        var text = ""
        for _ in 0..<random(60) {
            switch random(8) {
            case 0...3:
                text += "<" + Self.names[random(Self.names.count)]
                for _ in 0..<random(3) { text += Self.attributes[random(Self.attributes.count)] }
                if random(50) > 0 { text += ">" }
            case 4, 5: text += "</" + Self.names[random(Self.names.count)] + ">"
            default: text += Self.texts[random(Self.texts.count)]
            }
        }
        return text
    }

    private static let names = [
        "a", "A", "b", "i", "p", "P", "div", "span", "table", "table", "tr", "td", "th", "tbody", "thead", "caption",
        "col",
        "colgroup", "ul", "ol", "li", "dl", "dt", "dd", "h1", "h2", "pre", "code", "img", "br", "hr", "ruby", "rt",
        "rp", "svg", "math",
        "mi", "foreignObject", "desc", "title", "style", "script", "textarea", "noscript", "template", "select",
        "option", "object",
        "form", "button", "iframe", "blockquote", "center", "font", "figure", "figcaption", "summary", "details",
        "video", "source",
        "q", "del", "plaintext", "xmp", "image", "x", "main",
    ]
    private static let attributes = [
        " href=x", " href=javascript:1", " src='y'", " title=\"a&lt;b\"", " onclick=1", " width=1", " height=1", "/",
        " =x", " a='<p>'",
        " style=display:none", " class=language-c", " colspan=2", " lang=ja", " open",
    ]
    private static let texts = [
        "x", "y z", " ", "\n", "&amp;", "&lt;b>", "<", "]]>", "&nbsp;", "日本", "\r\n", "-->", "<!--", "<![CDATA[",
        "&#10;", "\"", "'",
        "<!-- c -->", "<?p>", "&copy", "\u{0}",
    ]
}

@Suite("HTMLSanitiser, whatever comes")
struct HTMLSanitiserPropertyTests {
    private func safe(_ markup: String, base: String? = "https://example.com/") -> String {
        HTMLSanitiser.sanitise(UntrustedHTML(markup: markup, base: base)).markup
    }

    @Test(
        "any soup of tags becomes well nested markup, and sanitising it again changes nothing",
        arguments: 1...8 as ClosedRange<UInt64>)
    func soup(_ seed: UInt64) {
        var soup = Soup(seed: seed)
        for _ in 0..<80 {
            let markup = soup.markup()
            let once = safe(markup)
            #expect(SafeMarkupReader.fault(in: once) == nil, "\(markup)")
            #expect(safe(once, base: nil) == once, "\(markup)")
        }
    }

    @Test("every prefix of a document is read to its end")
    func prefixes() {
        let bytes = Array(
            "<p a='b' c=\"d\">&lt;&#x41;&notin;<!-- x --><![CDATA[y]]><script><!--<script></script>--></script><svg><![CDATA[z]]></svg><a href=x>日"
                .utf8)
        for count in 0...bytes.count {
            let once = safe(String(decoding: bytes[..<count], as: UTF8.self))
            #expect(SafeMarkupReader.fault(in: once) == nil)
        }
    }

    @Test(
        "hostile sizes stay within bounds",
        arguments: [
            ("<div>", 10_000), ("<b>", 10_000), ("<b><p>", 5_000), ("<table><tr><td>", 3_000),
            ("<a href=x>", 3_000), ("<svg>", 5_000),
            ("<object>", 5_000), ("<template>", 5_000), ("<!--", 5_000), ("<p a=", 5_000), ("<script>", 5_000),
            ("<ul><li>", 5_000),
            ("<ruby><rt>", 5_000), ("<table>x", 3_000), ("&", 20_000), ("'", 20_000), ("<", 20_000),
            ("</p", 5_000), ("<h1><i>", 5_000),
        ])
    func sizes(_ piece: String, _ count: Int) {
        let result = safe(String(repeating: piece, count: count))
        #expect(result.utf8.count <= 12 * piece.utf8.count * count + 100_000)
        #expect(SafeMarkupReader.fault(in: result) == nil)
    }

    @Test("a long link that blocks cut off is not written again without end")
    func reopening() {
        let link = "<p><a href=\"http://h/" + String(repeating: "x", count: 10_000) + "\">"
        let markup = link + String(repeating: "a<p>", count: 10_000)
        #expect(safe(markup).utf8.count < 400_000)
    }

    @Test("an element keeps to 100 attributes, an attribute to 64 KiB")
    func attributes() {
        let many = (0..<200).map { "a\($0)=b " }.joined()
        #expect(safe("<p \(many) title=t>x</p>") == "<p>x</p>")
        let long = String(repeating: "x", count: 70_000)
        #expect(safe("<p title=\(long)>x</p><a href=\(long)>y</a>") == "<p>x</p>y")
    }

    @Test("a long base and many short references do not explode; absolute addresses stay")
    func longBase() {
        let base = "https://example.com/" + String(repeating: "a/", count: 900)
        let once = safe(String(repeating: "<a href=b>c</a>", count: 10_000) + "<a href=http://h/>d</a>", base: base)
        #expect(once.hasPrefix("<a href=\"\(base)b\""))
        #expect(once.contains("<a href=\"http://h/\""))
        #expect(once.utf8.count < 4 << 20)
    }

    @Test("is the same at the deepest nesting that is kept, where a table adds parts of its own")
    func deepestTables() {
        let tables = [
            "<table><td>a<p>b</table>", "<table><col><td>a</table>", "<table><tr><td>a<td>b</table>",
            "<table><caption>c<td>a</table>", "<table><col><a href=http://h/>b</a></table>", "<b><p></b>c<i>d",
            "<table><colgroup> <xmp>a</xmp></table>", "<p>a<div>b</br>c", "<ul><li>a<b><li>c",
            "<iframe src=https://www.youtube.com/embed/abcdefghijk></iframe>",
            "<table><tbody><tr><td><table><td>a</table></table>",
        ]
        for table in tables {
            for depth in 245...258 {
                let markup = String(repeating: "<div>", count: depth) + table
                let once = HTMLSanitiser.sanitise(UntrustedHTML(markup: markup)).markup
                #expect(HTMLSanitiser.sanitise(UntrustedHTML(markup: once)).markup == once, "\(depth) \(table)")
            }
        }
    }
}
