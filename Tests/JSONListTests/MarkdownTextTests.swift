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
            ("```\nopen", "<pre>open</pre>\n"), ("", ""),
        ])
    func paragraphs(markdown: String, html: String) {
        #expect(MarkdownText.html(markdown) == html)
    }

    @Test(
        "has bullets, which may go on in further lines and behind an empty one",
        arguments: [
            ("* a\r\n* b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
            ("x\n- a\n  - b\n\n- c\n\ny", "<p>x</p>\n<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>\n<p>y</p>\n"),
            ("- a\nb\n\n  c\n\nd", "<ul>\n<li>a<br>\nb<br>\nc</li>\n</ul>\n<p>d</p>\n"),
            (
                "- <b>\n# h\n+ x",
                "<ul>\n<li>&lt;b&gt;</li>\n</ul>\n<p><strong>h</strong></p>\n<ul>\n<li>x</li>\n</ul>\n"
            ),
            ("- a\n```\n- b\n```", "<ul>\n<li>a</li>\n</ul>\n<pre>- b</pre>\n"),
            ("* * *\n- \n-a\n--- a\n1. b", "<p>* * *<br>\n- <br>\n-a<br>\n--- a<br>\n1. b</p>\n"),
        ])
    func bullets(markdown: String, html: String) {
        #expect(MarkdownText.html(markdown) == html)
    }

    @Test(
        "has code and strong words",
        arguments: [
            ("a `b<` c", "a <code>b&lt;</code> c"), ("``a`b`` `", "<code>a`b</code> `"), ("`a``b`", "`a``b`"),
            ("**a** b", "<strong>a</strong> b"),
            ("**[a](https://x.example/)**", "<strong><a href=\"https://x.example/\">a</a></strong>"),
            ("2 ** 3 ** 4", "2 ** 3 ** 4"), ("*a* ***b*** **c", "*a* ***b*** **c"), ("`**a**`", "<code>**a**</code>"),
        ])
    func spans(markdown: String, html: String) {
        #expect(MarkdownText.html(markdown) == "<p>\(html)</p>\n")
    }

    @Test("of a hundred thousand marks is read at once", arguments: ["[", "x `", "*", "** `", "- ", "- a\n", "**a "])
    func hostile(mark: String) {
        let text = String(repeating: mark, count: 100_000)
        #expect(MarkdownText.html(text).utf8.count > 100_000)
    }
}
