import FeedHTML
import Testing

@Suite("HTMLText")
struct HTMLTextTests {
    @Test(
        "markup becomes one line of plain text",
        arguments: [
            ("", ""), ("a", "a"), (" a \n b ", "a b"), ("<b>a</b>b", "ab"), ("<p>a</p><p>b</p>", "a b"),
            ("a<br>b", "a b"),
            ("a &amp; b &lt;c&gt; &amp;lt;", "a & b <c> &lt;"), ("a<script>x</script><style>y</style>b", "ab"),
            ("a<img src=x alt=y>b", "ab"),
            ("<ul><li>a<li>b</ul>", "a b"), ("<table><tr><td>a<td>b<tr><td>c</table>", "a b c"),
            ("1 < 2 > 0", "1 < 2 > 0"),
            ("a<!-- b -->c", "ac"), ("<title>x</title>a", "x a"), ("a&nbsp;b", "a\u{A0}b"),
            ("<div><div> <p> a </p></div></div>b", "a b"),
            ("a\u{0}b", "ab"), ("a&#32;&#10;b", "a b"), ("safe <svg><text>x</text></svg>text", "safe text"),
        ])
    func line(_ markup: String, _ text: String) {
        #expect(HTMLText.plain(markup, keepsLines: false) == text)
        #expect(HTMLSanitiser.plainText(markup) == text)
    }

    @Test(
        "with lines kept, blocks and breaks begin new ones",
        arguments: [
            ("<p>a<p>b", "a\nb"), ("a<br>b", "a\nb"), ("a<br><br>b", "a\nb"), (" <div>a\nb</div> c", "a b\nc"),
            ("<h1>a</h1>b", "a\nb"),
            ("<ul><li>a<li>b</ul>c", "a\nb\nc"), ("<table><tr><td>a<td>b<tr><td>c</table>", "a b\nc"),
            ("x<pre>\n  a\n    b\n</pre>y", "x\n  a\n    b\ny"), ("<pre>a\r\nb</pre>", "a\nb"),
            ("<pre>a\n\n</pre>", "a"),
        ])
    func lines(_ markup: String, _ text: String) {
        #expect(HTMLText.plain(markup, keepsLines: true) == text)
    }

    @Test(
        "prose is a line a block, without headings, listings and captions",
        arguments: [
            ("<h2>Why</h2><p>a</p><p>b</p>", "a\nb"), ("a<br>b", "a b"),
            ("<p>a</p><pre><code>let x</code></pre><p>b</p>", "a\nb"), ("<ul><li>a<li>b</ul>", "a\nb"),
            ("<figure><img src=x><figcaption>c</figcaption></figure>a", "a"),
            ("<h2>never closed<p>a", "never closed\na"), ("<pre>a</pre>", ""),
        ])
    func prose(_ markup: String, _ text: String) {
        #expect(HTMLText.prose(markup) == text)
    }
}
