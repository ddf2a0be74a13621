import Testing

@testable import JSONList

@Suite("Markdown in a list")
struct MarkdownTextTests {
    @Test(
        "becomes paragraphs with links, and nothing of it becomes markup",
        arguments: [
            ("a\nb\n\nc", "<p>a<br>\nb</p>\n<p>c</p>\n"),
            ("# Top\ntext", "<p><strong>Top</strong></p>\n<p>text</p>\n"),
            ("#hash", "<p>#hash</p>\n"),
            ("<script>alert(1)</script> & \"x\"", "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;</p>\n"),
            (
                "see [docs](https://x.example/a?b=1&c=2 \"t\").",
                "<p>see <a href=\"https://x.example/a?b=1&amp;c=2\">docs</a>.</p>\n"
            ),
            ("![alt](https://x.example/i.png)", "<p><a href=\"https://x.example/i.png\">alt</a></p>\n"),
            ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
            ("<https://x.example/> end", "<p><a href=\"https://x.example/\">https://x.example/</a> end</p>\n"),
            (
                "at https://x.example/a, or (https://y.example).",
                "<p>at <a href=\"https://x.example/a\">https://x.example/a</a>, or "
                    + "(<a href=\"https://y.example\">https://y.example</a>).</p>\n"
            ),
            ("xhttps://x.example [open", "<p>xhttps://x.example [open</p>\n"),
            ("```swift\nlet a = [1](x) < 2\n```\nend", "<pre>let a = [1](x) &lt; 2</pre>\n<p>end</p>\n"),
            ("```\nopen", "<pre>open</pre>\n"), ("* a\r\n* b", "<p>* a<br>\n* b</p>\n"), ("", ""),
        ])
    func paragraphs(markdown: String, html: String) {
        #expect(MarkdownText.html(markdown) == html)
    }

    @Test("of a hundred thousand brackets is read at once")
    func hostile() {
        let text = String(repeating: "[", count: 100_000)
        #expect(MarkdownText.html(text).utf8.count > 100_000)
    }
}
