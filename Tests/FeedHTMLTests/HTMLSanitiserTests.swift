import FeedHTML
import FeedModel
import Testing

@Suite("HTMLSanitiser")
struct HTMLSanitiserTests {
    private func safe(_ markup: String, base: String? = "https://example.com/d/p?q") -> String {
        HTMLSanitiser.sanitise(UntrustedHTML(markup: markup, base: base)).markup
    }

    private static let rel = #"rel="noopener noreferrer nofollow""#
    private static let lazy = #"loading="lazy" decoding="async" referrerpolicy="no-referrer""#

    @Test(
        "ordinary markup survives",
        arguments: [
            "<p>日本 “x” — 𝄞</p>", "<h1>1</h1><h2>2</h2>", "<ul><li>a</li><li>b</li></ul>",
            "<ol start=\"3\" type=\"a\" reversed=\"\"><li value=\"7\">c</li></ol>",
            "<dl><dt>a</dt><dd>b</dd></dl>", "<pre><code class=\"language-swift\">a &lt; b\n  c</code></pre>",
            "<blockquote cite=\"https://example.com/q\"><p>q</p></blockquote>",
            "<details open=\"\"><summary>a</summary>b</details>",
            "<table><caption>c</caption><colgroup><col span=\"2\"></colgroup><thead><tr><th scope=\"col\">h</th></tr></thead>"
                + "<tbody><tr><td colspan=\"2\" rowspan=\"3\">x</td></tr></tbody></table>",
            "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "<p>a<br>b<wbr>c</p><hr>",
            "<figure><figcaption>c</figcaption></figure>",
            "<p><b>b</b><i>i</i><em>e</em><strong>s</strong><code>c</code><sub>1</sub><sup>2</sup><mark>m</mark></p>",
            "<del datetime=\"2026-01-01\">a</del><time datetime=\"2026-01-01\">b</time>",
            "<p title=\"t\" lang=\"ja\" dir=\"ltr\">x</p>",
            "<b><div>x</div></b>", "a  b\n c\u{A0}d",
        ])
    func survives(_ markup: String) {
        #expect(safe(markup) == markup)
    }

    @Test(
        "links and images get absolute addresses and keep readers private",
        arguments: [
            ("<a href=x title=t>y</a>", "<a href=\"https://example.com/d/x\" title=\"t\" \(rel)>y</a>"),
            ("<a href='//h/?a=1&copy=2&amp;b'>y</a>", "<a href=\"https://h/?a=1&amp;copy=2&amp;b\" \(rel)>y</a>"),
            ("<a href=mailto:a@example.com>y</a>", "<a href=\"mailto:a@example.com\" \(rel)>y</a>"),
            ("<a href=#f>y</a>", "<a href=\"https://example.com/d/p?q#f\" \(rel)>y</a>"),
            ("<a href=' http://h/a b\n'>y</a>", "<a href=\"http://h/a%20b\" \(rel)>y</a>"),
            ("<a href='http://h/\"><script>'>y</a>", "<a href=\"http://h/%22%3E%3Cscript%3E\" \(rel)>y</a>"),
            (
                "<img src=i.png alt=\"a'b\" width=10 height=50%>",
                "<img src=\"https://example.com/d/i.png\" alt=\"a&#39;b\" width=\"10\" height=\"50%\" \(lazy)>"
            ),
            ("<image src=/i>", "<img src=\"https://example.com/i\" \(lazy)>"),
            ("<IMG SRC=/i SRC=/j>", "<img src=\"https://example.com/i\" \(lazy)>"),
            (
                "<video src=v poster=p autoplay>w</video>",
                "<video src=\"https://example.com/d/v\" poster=\"https://example.com/d/p\" controls=\"\" preload=\"none\">w</video>"
            ),
        ])
    func addresses(_ markup: String, become result: String) {
        #expect(safe(markup) == result)
    }

    @Test(
        "T08 what looks like the name of a character in a link's query stays a part of its address",
        arguments: [
            "region", "order", "para", "copy", "reg", "not", "notify", "section", "sect", "lt", "gt", "amplitude",
            "current", "degree", "image", "param", "times", "timestamp", "yen", "copyright",
        ])
    func query(_ name: String) {
        for value in ["=2", "=", "=2&amp;x=3"] {
            #expect(
                safe("<a href='https://h/?a=1&\(name)\(value)'>y</a>")
                    == "<a href=\"https://h/?a=1&amp;\(name)\(value)\" \(Self.rel)>y</a>")
        }
    }

    @Test(
        "T10 of the classes of code only the language's name is left, and a class that names none goes",
        arguments: [
            ("<pre class=\"warning\">a</pre>", "<pre>a</pre>"),
            ("<code class=\"hidden admin-bar\">a</code>", "<code>a</code>"),
            ("<code class=\"x language-c y\">a</code>", "<code class=\"language-c\">a</code>"),
            ("<code class=\"language-c language-d\">a</code>", "<code class=\"language-c\">a</code>"),
            ("<pre class=\"language-c#\">a</pre>", "<pre class=\"language-c#\">a</pre>"),
            ("<code class=\"language-\">a</code>", "<code>a</code>"),
            ("<code class=\"language-a;b\">a</code>", "<code>a</code>"),
            ("<code class=\"xlanguage-c\">a</code>", "<code>a</code>"),
            ("<code class=\"language-\(String(repeating: "x", count: 40))\">a</code>", "<code>a</code>"),
            ("<p class=\"language-c\">a</p>", "<p>a</p>"), ("<span class=\"language-c\">a</span>", "<span>a</span>"),
        ])
    func classes(_ markup: String, become result: String) {
        #expect(safe(markup) == result)
    }

    @Test(
        "addresses that are not for following go, whatever they are disguised as",
        arguments: [
            "javascript:1", "JaVaScRiPt:1", " javascript:1", "\u{1}javascript:1", "java\tscript:1", "java&Tab;script:1",
            "java&NewLine;script:1", "javascript&colon;1", "javascript&#58;1", "javascript&#x3a1", "&#106avascript:1",
            "javascript://%0aalert(1)", "vbscript:x", "data:text/html,x", "blob:https://a/x", "file:///etc/passwd",
            "http://", "http://a b/", "about:blank", "feed:x", "",
        ])
    func refused(_ address: String) {
        let html = UntrustedHTML(markup: "<a href=\"\(address)\">x</a><img src=\"\(address)\">y")
        #expect(HTMLSanitiser.sanitise(html).markup == "xy")
        let others = ["src", "poster", "cite", "action", "formaction", "background", "xlink:href", "ping", "srcset"]
        for attribute in others {
            let markup = "<video \(attribute)='\(address)'>x</video><blockquote \(attribute)='\(address)'>"
            let result = HTMLSanitiser.sanitise(UntrustedHTML(markup: markup)).markup
            #expect(result == "<video controls=\"\" preload=\"none\">x</video><blockquote></blockquote>")
        }
    }

    @Test("without a base a relative address is none")
    func withoutBase() {
        #expect(safe("<a href=x>y</a><img src=/i>z", base: nil) == "yz")
    }

    @Test(
        "what runs, loads or hides goes with its content",
        arguments: [
            "x<script>alert(1)</script>y", "x<ScRiPt/x>1</sCrIpT >y", "x<script\u{c}>1</script>y",
            "x<script><script>1</script>y",
            "x<script><!--<script></script>--></script>y", "x<style>p{}</style>y", "x<svg onload=1></svg>y", "x<svg/>y",
            "x<svg><style><a id=\"</style>\"></svg>y", "x<math><mtext><table><mglyph></math>y",
            "x<object><param><embed></object>y", "x<template><p>a</template>y",
            "x<svg><![CDATA[</svg>]]></svg>y",
            "x<svg><foreignObject><p>a</p></foreignObject></svg>y",
            "x<!-- <p> -->y", "x<!-->y", "x<!--->y", "x<!--a--!>y", "x<!-- > -- -->y", "x<?php echo ?>y",
            "x<!doctype html>y", "x</>y",
            "x</ p>y", "x<link rel=stylesheet href=x>y", "x<meta http-equiv=refresh>y",
            "x<base href=//e/>y",
            "x<embed src=a>y", "x<input autofocus onfocus=1>y", "x<frameset><frame src=a>y",
            "x<img src=/i width=1 height=1>y",
            "x<img src=/i style='color:red; DISPLAY : none'>y", "x\u{0}\u{1}y",
        ])
    func gone(_ markup: String) {
        #expect(safe(markup) == "xy")
    }

    @Test(
        "elements that are not known lose their tags, not their text",
        arguments: [
            ("<madeup>a <b>b</b></madeup>", "a <b>b</b>"), ("<form><button formaction=x>a</button></form>", "a"),
            ("<marquee>a</marquee>", "a"), ("<font color=red>a</font>", "a"),
            ("<html><body onload=1>a</body></html>b", "ab"),
            ("<object>a", "a"), ("<object><object></object>a</object>b", "ab"), ("<template>a", "a"), ("<svg>a", "a"),
            ("<iframe src=x/>a", "a"), ("<iframe srcdoc='<p>'><b>a</b></iframe>b", "<b>a</b>b"),
            ("<select><option>a</select>b", "ab"), ("<noscript><b>a</b></noscript>b", "<b>a</b>b"),
            ("<noembed>a</noembed><noframes><p>b</noframes>", "a<p>b</p>"),
            ("<math><mi>x</mi><mo>&lt;</mo></math>", "x&lt;"),
            ("<math alttext='x^{2}'><mi>x</mi><mn>2</mn></math>", "x^{2}"),
            ("<math><semantics><mi>x</mi><annotation>\\x</annotation></semantics></math>", "x"),
            ("<math><mtext><table><mglyph></math>a", "a"),
            ("<title>a <b> &amp; c</title>d", "a &lt;b&gt; &amp; cd"), ("<textarea><p></textarea>a", "&lt;p&gt;a"),
            ("<title/>a", "a"),
            ("<xmp>a &amp; <b></xmp>c", "<pre>a &amp;amp; &lt;b&gt;</pre>c"), ("<listing>a</listing>", "<pre>a</pre>"),
            ("<plaintext>a<b>", "<pre>a&lt;b&gt;</pre>"), ("<a>a</a>", "<a>a</a>"), ("<img alt=a>", "<img alt=\"a\">"),
            ("<script src=x />a<b>c</b>", "a<b>c</b>"), ("<script/>a<script>b</script>c", "ac"),
            ("<a name=x>a</a>", "a"), ("<dialog open>a</dialog>", "a"),
        ])
    func unknown(_ markup: String, keeps text: String) {
        #expect(safe(markup) == text)
    }

    @Test(
        "attributes that act, name or style go",
        arguments: [
            "<p onclick=1>", "<p/onclick=1>", "<p\nonclick\n=\n1>", "<p `onclick=1>", "<p id=x name=y>",
            "<p style='position:fixed'>",
            "<p class=x data-y=z>", "<p =a=b>", "<p a='<p>'>", "<p a=b/>", "<p a=\"b\"c=\"d\"/e=f>",
            "<p ONCLICK=1 onclick=2>", "<p dir=x>",
            "<p lang='\"'>",
        ])
    func attributes(_ tag: String) {
        #expect(safe("\(tag)x</p>") == "<p>x</p>")
    }

    @Test(
        "what is left open or crossed is closed and nested",
        arguments: [
            ("<div>a", "<div>a</div>"), ("</div></body></html>a", "a"), ("<p>a<p>b</p>c", "<p>a</p><p>b</p>c"),
            ("<p>a<div>b</p>c</div>d", "<p>a</p><div>bc</div>d"), ("<b>a<i>b</b>c</i>d", "<b>a<i>b</i></b><i>c</i>d"),
            ("<p><b>a<p>b</b>c", "<p><b>a</b></p><p><b>b</b>c</p>"), ("<b>a<p>b</b>c</p>d", "<b>a<p>bc</p></b>d"),
            ("<b>a</p>b</b>c", "<b>ab</b>c"), ("<h1>a<h2>b</h1>c", "<h1>a</h1><h2>b</h2>c"),
            ("<ul><li>a<li>b<ul><li>c</ul>d</ul>e", "<ul><li>a</li><li>b<ul><li>c</li></ul>d</li></ul>e"),
            ("<li><div><li>a", "<li><div></div></li><li>a</li>"),
            ("<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"),
            ("<ruby>a<rt>b<rt>c</ruby>d", "<ruby>a<rt>b</rt><rt>c</rt></ruby>d"), ("a</br>b", "a<br>b"),
            ("<pre>\n\na</pre>", "<pre>\n\na</pre>"),
            ("<pre>\na</pre>", "<pre>a</pre>"), ("<pre>\r\n\r\na</pre>", "<pre>\n\na</pre>"),
            ("<p>a<hr>b", "<p>a</p><hr>b"),
            (
                "<a href=http://h/>a<a href=http://i/>b</a>c</a>",
                "<a href=\"http://h/\" \(rel)>a</a><a href=\"http://i/\" \(rel)>b</a>c"
            ),
            ("<span>a<p>b</span>c", "<span>a<p>bc</p></span>"), ("<p><a href=x", "<p></p>"), ("a<", "a&lt;"),
            ("a<b", "a"), ("1 < 2", "1 &lt; 2"),
        ])
    func nesting(_ markup: String, becomes result: String) {
        #expect(safe(markup) == result)
    }

    @Test(
        "tables are whole, and nothing in them is for a parser to move",
        arguments: [
            (
                "<table><tr><td>a<td>b<tr><td>c</table>d",
                "<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>d"
            ),
            ("<table><td>a</table>", "<table><tbody><tr><td>a</td></tr></tbody></table>"),
            ("<table>a<tr><td>b</table>", "<table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>"),
            ("<table>&nbsp;<form><tr>\u{A0}<td>b</form></table>", "<table><tbody><tr><td>b</td></tr></tbody></table>"),
            ("<table><table><td>a</table>b", "<table></table><table><tbody><tr><td>a</td></tr></tbody></table>b"),
            ("<p>a<table><td>b</table>c", "<p>a</p><table><tbody><tr><td>b</td></tr></tbody></table>c"),
            ("<table><td><b>a<td>b</table>c", "<table><tbody><tr><td><b>a</b></td><td>b</td></tr></tbody></table>c"),
            ("<b><table><td>a</b>b</table>c", "<b><table><tbody><tr><td>ab</td></tr></tbody></table>c</b>"),
            (
                "<table><col><td>a<caption>b",
                "<table><colgroup><col></colgroup><tbody><tr><td>a</td></tr></tbody><caption>b</caption></table>"
            ),
            ("<tr><td>a</td></tr>", "a"),
            ("<table><td></table></td>a", "<table><tbody><tr><td></td></tr></tbody></table>a"),
            (
                "<table><td><div><tr><td>a</div>b</table>",
                "<table><tbody><tr><td><div></div></td></tr><tr><td>ab</td></tr></tbody></table>"
            ),
        ])
    func tables(_ markup: String, become result: String) {
        #expect(safe(markup) == result)
    }

    @Test(
        "text shows what was meant, escaped byte by byte",
        arguments: [
            ("a & b &amp; c &lt;script&gt; \"'", "a &amp; b &amp; c &lt;script&gt; &quot;&#39;"),
            ("&amp;lt;", "&amp;lt;"),
            ("&nbsp;&eacute;&hellip;&notit;&notin;", "\u{A0}é…¬it;∉"),
            ("\"\u{301}<\u{301}&\u{301}'\u{301}", "&quot;\u{301}&lt;\u{301}&amp;\u{301}&#39;\u{301}"),
            ("a\r\nb\rc&#13;d\u{c}e", "a\nb\nc\nd e"),
            ("&#0;&#x80;&#xD800;&#x110000;&#99999999999999999999;", "\u{FFFD}€\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("]]>", "]]&gt;"), ("👩‍👩‍👧", "👩‍👩‍👧"),
        ])
    func text(_ markup: String, shows result: String) {
        #expect(safe(markup) == result)
    }
}
