import FeedModel
import FeedTesting
import Testing

@Suite("texts on one line")
struct TrimmedLineTests {
    @Test(
        "runs of blanks and controls become one blank, those at the ends go, other spaces stay",
        arguments: [
            ("", ""), (" ", ""), ("a", "a"), (" a", "a"), ("a ", "a"), ("a b", "a b"), ("a  b", "a b"),
            ("a\t\r\nb", "a b"), ("\u{85}a\u{2028}b\u{FEFF}", "a b"), ("瓦版　絵草紙", "瓦版　絵草紙"),
            ("é “ｶﾅ” ！", "é “ｶﾅ” ！"), ("a\u{7F}\u{0}b", "a b"),
        ])
    func lines(_ text: String, _ line: String) { #expect(text.trimmedLine == line) }

    @Test("a text that is one line already comes back as it is, wherever it is cut out")
    func chance() {
        var random = SplitMix(seed: 20_261_124)
        let snippets = ["a", "é", "瓦", " ", "  ", "\n", "\u{A0}", "\u{2029}", "“", "！", "\u{9F}", "😀", "\u{7F}", "z"]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                snippets.randomElement(using: &random) ?? ""
            }.joined()
            let line = text.trimmedLine
            #expect(line.trimmedLine == line)
            // A blank before it sends it the long way.
            #expect((" " + line).trimmedLine == line)
            #expect((text + "|").dropLast().trimmedLine == line)
        }
    }
}
