import FeedRendering
import Testing

@Suite("Markdown")
struct MarkdownTextTests {
    @Test(
        "text of others stays text",
        arguments: [
            ("a](b) [c", "a\\](b) \\[c"), ("*em* _em_ `code`", "\\*em\\* \\_em\\_ \\`code\\`"),
            ("# no heading", "\\# no heading"),
            ("C# and #swift", "C# and #swift"), ("1. no list", "1\\. no list"), ("2) no list", "2\\) no list"),
            ("version 1.2", "version 1.2"), ("- no item", "\\- no item"), ("a - b + c = d > e", "a - b + c = d > e"),
            ("<b>", "\\<b>"), ("AT&T &copy; R & D", "AT\\&T \\&copy; R & D"), ("a | b ~~c~~", "a \\| b \\~\\~c\\~\\~"),
            ("https://a.example www.b.example", "https\\://a.example www\\.b.example"), ("{{ x }}", "\\{\\{ x }}"),
            ("^]: x", "\\^\\]: x"), ("50% %%b%% <% c %>", "50% \\%\\%b\\%\\% \\<\\% c %>"),
            ("end \\", "end \\\\"), ("---\nb", "\\--- b"), ("日本語（です）。", "日本語（です）。"), ("", ""),
        ])
    func escaping(text: String, markdown: String) {
        #expect(String(decoding: MarkdownText.escaped(text), as: UTF8.self) == markdown)
    }

    @Test(
        "an address cannot leave its link",
        arguments: [
            ("https://a.example/(b)", "https://a.example/%28b%29"),
            ("https://a.example/?a=1&copy=2", "https://a.example/?a=1&copy=2"),
            ("https://a.example/?a&copy;", "https://a.example/?a&amp;copy;"),
            ("https://a.example/*b*", "https://a.example/%2Ab%2A"),
        ])
    func destinations(address: String, destination: String) {
        #expect(String(decoding: MarkdownText.destination(address), as: UTF8.self) == destination)
    }
}
