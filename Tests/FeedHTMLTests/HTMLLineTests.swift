import Testing

@testable import FeedHTML

@Suite("HTMLText.line")
struct HTMLLineTests {
    private func line(_ text: String, isMarkup: Bool) -> String {
        var text = text
        return text.withUTF8 { HTMLText.line($0, isMarkup: isMarkup) }
    }

    @Test(
        "a title is one line with single blanks and nothing invisible around it",
        arguments: [
            ("", ""), ("a", "a"), (" a \n\t b ", "a b"), ("a\u{0}b", "ab"), ("a  b", "a b"),
            ("a\u{85}b\u{2028}c", "a b c"),
            ("\u{FEFF}a\u{FEFF}b", "ab"), ("\u{A0}\u{3000}a\u{3000}b\u{200B}", "a\u{3000}b"), (" \u{3000}\n", ""),
            ("日本語の見出し – “quoted”", "日本語の見出し – “quoted”"), ("\u{1B}[31mred", "[31mred"),
            (
                "a long title without anything odd in it  but two blanks",
                "a long title without anything odd in it but two blanks"
            ),
            ("1234567 \u{7F} 9", "1234567 9"), ("e\u{301} \r\n👩‍👩‍👧", "e\u{301} 👩‍👩‍👧"),
        ])
    func folded(_ text: String, _ line: String) {
        #expect(self.line(text, isMarkup: false) == line)
        #expect(self.line(text, isMarkup: true) == line)
        #expect(self.line(line, isMarkup: false) == line)
    }

    @Test(
        "what looks like markup is read only where it is markup",
        arguments: [
            ("AT&T", "AT&T"), ("a < b", "a < b"), ("a &amp; b", "a & b"), ("&amp;amp;", "&amp;"),
            ("List&lt;String>", "List<String>"),
            ("<b>a</b> b", "a b"), ("&lt;b&gt;", "<b>"), ("a&#0;b", "a\u{FFFD}b"), ("a&#x2028;b", "a b"),
            ("a&#27;b", "ab"),
        ])
    func markup(_ text: String, _ line: String) {
        #expect(self.line(text, isMarkup: true) == line)
        #expect(self.line(text, isMarkup: false) == text)
    }
}
