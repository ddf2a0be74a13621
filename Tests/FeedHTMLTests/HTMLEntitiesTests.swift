import FeedHTML
import Testing

@Suite("HTMLEntities")
struct HTMLEntitiesTests {
    @Test(
        "references are decoded once, as browsers do",
        arguments: [
            ("", ""), ("plain", "plain"), ("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"), ("&amp;lt;", "&lt;"),
            ("&nbsp;", "\u{A0}"),
            ("&CounterClockwiseContourIntegral;", "∳"), ("&NotEqualTilde;", "≂\u{338}"), ("&copy", "©"),
            ("&copyx", "©x"),
            ("&notit;", "¬it;"), ("&notin;", "∉"), ("&notin", "¬in"), ("&hellip", "&hellip"),
            ("&unknown;", "&unknown;"), ("&", "&"),
            ("&&amp;", "&&"), ("&;", "&;"), ("&#", "&#"), ("&#;", "&#;"), ("&#x;", "&#x;"),
            ("&#65;&#x42;&#X43;&#68", "ABCD"),
            ("&#128512;", "😀"), ("&#x80;&#150;", "€–"), ("&#0;&#xD83D;&#x110000;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&#99999999999999999999999999;", "\u{FFFD}"), ("瓦&amp;版", "瓦&版"), ("&AMP;&AMP&Amp;", "&&&Amp;"),
            ("&Tab;&NewLine;", "\t\n"),
        ])
    func decode(_ text: String, _ plain: String) {
        #expect(HTMLEntities.decode(text) == plain)
    }

    @Test(
        "a name is found by itself",
        arguments: [("eacute", "é"), ("nbsp", "\u{A0}"), ("zwnj", "\u{200C}"), ("fjlig", "fj"), ("bne", "=\u{20E5}")])
    func name(_ name: String, _ characters: String) {
        #expect(HTMLEntities.characters(named: name) == characters)
    }

    @Test("what is no name has no characters", arguments: ["", "Eacut", "eacute;", "x", "日本"])
    func noName(_ name: String) {
        #expect(HTMLEntities.characters(named: name) == nil)
    }
}

@Suite("HTMLEscape")
struct HTMLEscapeTests {
    @Test(
        "delimiters are escaped on bytes, whatever follows them",
        arguments: [
            ("", ""), ("plain 瓦版", "plain 瓦版"),
            ("<a href=\"x\">'&'</a>", "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;"),
            ("\"\u{301}", "&quot;\u{301}"), ("\r\n", "\n\n"), ("a\u{0}\u{1B}[0mb", "a[0mb"), ("日本日本日本<", "日本日本日本&lt;"),
        ])
    func escape(_ text: String, _ escaped: String) {
        #expect(HTMLEscape.text(text) == escaped)
        #expect(HTMLEscape.attribute(text) == escaped)
    }
}
