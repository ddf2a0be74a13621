import FeedRendering
import Testing

@Suite("Breaking lines")
struct LineBreakerTests {
    @Test(
        "Japanese breaks between any two characters, but no line begins with a mark that closes",
        arguments: [
            ("一二三四五六七八九十", ["一二三四五", "六七八九十"]),
            ("一二三四五。六七", ["一二三四", "五。六七"]),
            ("一二三四「五」六七", ["一二三四", "「五」六七"]),
            ("一二三四五ー六七", ["一二三四", "五ー六七"]),
            ("きょうはチェック", ["きょうは", "チェック"]),
        ])
    func kinsoku(text: String, lines: [String]) {
        #expect(LineBreaker(width: 10).lines(text) == lines)
    }

    @Test(
        "Latin words stay whole, unless one is longer than a line",
        arguments: [
            ("the quick brown fox", ["the quick", "brown fox"]), ("abcdefghijklmno", ["abcdefghij", "klmno"]),
            ("日本のSwift会議", ["日本の", "Swift会議"]), ("  a   b  ", ["a   b"]), ("", []), ("   ", []),
        ])
    func words(text: String, lines: [String]) {
        #expect(LineBreaker(width: 10).lines(text) == lines)
    }

    @Test(
        "no line is wider than it may be, whatever the text",
        arguments: [
            String(repeating: "」", count: 500), String(repeating: "W", count: 500),
            String(repeating: "「", count: 500), String(repeating: "e\u{301}", count: 500),
            String(repeating: "👩‍👩‍👧 ", count: 100), "a" + String(repeating: "\u{301}", count: 5000),
        ])
    func hostile(text: String) {
        let lines = LineBreaker(width: 20).lines(text)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= 20 })
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }

    @Test(
        "a terminal gives two columns to what is wide and none to marks",
        arguments: [
            ("abc", 3), ("日本", 4), ("ｶﾅ", 2), ("ＡＢ", 4), ("e\u{301}", 1), ("か\u{3099}", 2), ("한국", 4), ("😀", 2),
            ("é–…", 3), ("\u{3000}", 2), ("", 0),
        ])
    func width(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }
}
