import FeedHTML
import FeedModel
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

    @Test(
        "a reading stands in parentheses behind its characters, once, whatever the source does",
        arguments: [
            ("<ruby>漢字<rt>かんじ</rt></ruby>を読む", "漢字(かんじ)を読む"),
            ("<ruby>漢<rp>（</rp><rt>かん</rt><rp>）</rp>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>", "漢(かん)字(じ)"),
            ("<ruby>漢<rt> かん <rt></ruby>字", "漢(かん)字"), ("<ruby>漢<rt>かん", "漢(かん)"), ("<ruby>漢<rp>(<p>a", "漢 a"),
            ("a<rt>b</rt>c", "abc"), ("<ruby>漢<rt></rt></ruby>", "漢"),
        ])
    func ruby(_ markup: String, _ text: String) {
        #expect(HTMLText.plain(markup, keepsLines: false) == text)
    }

    @Test(
        "text that only looks like markup stays, and so does what was escaped once too often",
        arguments: [
            ("<![CDATA[a <b>b</b> & c]]> d", "a b & c d"), ("<![CDATA[a", "a"), ("a]]>b", "a]]>b"),
            ("<![CDATA[<![CDATA[a]]>]]>", "a]]>"), ("<![CDATA[]]>a", "a"),
            ("<!' <b>a</b>", "<!' a"), ("<!DOCTYPE ~", "<!DOCTYPE ~"), ("<!DOCTYPE html><b>a</b>", "a"), ("<!>a", "a"),
            ("a <b and c", "a <b and c"), ("a <madeup and c", "a <madeup and c"), ("a <x <y <z", "a <x <y <z"),
            ("a <b", "a"),
            ("a <a href=\"http://h", "a"), ("i <3 u", "i <3 u"),
            ("AT&amp;T & co &amp;amp;", "AT&T & co &amp;"),
        ])
    func lookalikes(_ markup: String, _ text: String) {
        #expect(HTMLText.plain(markup, keepsLines: false) == text)
        #expect(HTMLText.plain(HTMLSanitiser.sanitise(UntrustedHTML(markup: markup)).markup, keepsLines: false) == text)
    }

    @Test(
        "a title about tags and types keeps them",
        arguments: [
            ("Vec<T> &amp; co", "Vec<T> & co"), ("<T> <", "<T> <"), ("<T></", "<T></"), ("<T>a</t>", "a"),
            ("if x<y and a>b &amp; c", "if x<y and a>b & c"),
            ("<script> tags", "tags"),
            ("<T>a</T>", "a"), ("<font>a", "a"), ("<blink> a", "a"), ("<o:p>a", "a"), ("<x-y>a", "a"),
            ("<madeup a=b>c", "c"),
            ("Map<K, V> and <b>Set</b>", "Map<K, V> and Set"), ("<script>a</script>b", "b"), ("<Foo/>a", "a"),
        ])
    func types(_ markup: String, _ text: String) {
        #expect(HTMLText.plain(markup, keepsLines: false) == text)
    }

    @Test("a long text is no title: what only looks like a tag goes")
    func longText() {
        let text = String(repeating: "word ", count: 100)
        #expect(HTMLText.plain(text + "<T>a", keepsLines: false) == text + "a")
        #expect(HTMLText.plain(text + "<script>a", keepsLines: false) + " " == text)
    }

    @Test(
        "a formula reads as its alternative text, or as its signs",
        arguments: [
            ("<math><mi>x</mi><mo>+</mo><mn>1</mn></math>", "x+1"),
            ("<math alttext='x^2'><mi>x</mi><mn>2</mn></math>y", "x^2y"),
            (
                "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>\\x</annotation></semantics></math>",
                "x"
            ),
        ])
    func formulas(_ markup: String, _ text: String) {
        #expect(HTMLText.plain(markup, keepsLines: false) == text)
    }
}
