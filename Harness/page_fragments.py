"""Fragments of pages, most of them with the mistakes of authors; only a browser can tell the right tree of each."""

FRAGMENTS = {
    "left out": [
        "x", "<p>x", "<!doctype html>", "<!doctype html>x", "<title>t</title>x", "<html lang=ja>x", "<body class=a>x",
        "<head><title>t</title></head>x", "<html><head></head><body></body></html>y<p>z", "</p>x</br>y", "<li>a<li>b",
        "<dl><dt>a<dd>b<dt>c<dd>d</dl>", "<p>a<div>b</div>c", "<p>a<h1>b<p>c</h1>d", "<h1>a<h2>b</h1>c", "<ul><li>a<ul><li>b</ul><li>c</ul>",
        "<select><option>a<option>b<optgroup label=c><option>d<optgroup label=e><option>f</select>",
        "<ruby>漢<rt>かん<rt>x<rp>(<rb>字<rt>じ</ruby>", "<!-- a --><html><!-- b --><head><!-- c --></head><!-- d --><body><!-- e -->x",
        "<meta charset=utf-8><link rel=x href=y><p>z", "</html>x", "</body><p>x", "</head>x<title>t</title>",
        "<body a=1><body b=2 a=3>x", "<html a=1><html b=2 a=3>x", "<p>x<body class=late>", "\n\n <p>x", "<head>\n<title>t</title>\n</head>\n<body>\nx\n</body>\n",
        "<a href=1>a<a href=2>b", "<button>a<button>b", "<nobr>a<nobr>b", "<form a><form b><input></form><input></form>", "<p><form>x</p>y</form>z",
        "<option>a<option>b", "<p>a<hr>b<p>c<pre>\n\nd</pre>", "<listing>\nx</listing>", "<p>a<table><tr><td>b</table>c", "<!doctype html><p>a<table><tr><td>b</table>c",
        "<div/>x<br/>y<p/>z", "<center>a<p>b</center>c", "<address>a<p>b</address>c", "<main>a<main>b", "<details><summary>a<p>b</details>c", "<dialog>a<p>b</dialog>c",
        "<search>a<p>b</search>c", "<hgroup><h1>a<p>b</hgroup>",
    ],
    "misnested": [
        "<b>a<i>b</b>c</i>d", "<b>a<p>b</b>c</p>d", "<a href=x><p>a</a>b</p>", "<b><i><u>a</b>b</i>c</u>d", "<p><b><i>a<p>b</b>c",
        "<font color=red><p>a</font>b<p>c", "<a><div><div><a>x</a></div></div></a>", "<b>1<p>2</b>3<div>4</p>5</div>6", "<em><div></em>x</div>",
        "<i><b><p></i>x</b>y</p>z", "<b><b><b><b><p>x</b>y", "<a x=1><b><a y=2>z</b>w", "<div><b></div>x", "<div></b>x</div>",
        "<b><table><td></b>x", "<table><b><tr><td>x</table>y", "<a><table><td><a>x</table>y</a>z", "<p><a><div></a>x", "<span><p></span>x</p>y",
        "<small>a<ul><li>b</small>c<li>d</ul>e", "<code>a<pre>b</code>c</pre>d", "<strike>a<h1>b</strike>c</h1>d", "<b id=1><div id=2><b id=3><div id=4></b>x</div></b>y",
        "<b><object></b>x</object>y", "<marquee><b></marquee>x", "<applet><i>a</applet>b", "<p></i>x", "<a><b><i><s><u><big><tt><p></a>x",
        "<div><p><span></div>x", "<ul><li><b>a<li>b</ul>c", "<h1><b>a</h1>b<h2>c", "<td>a<td>b", "<tr><td>a", "<tbody><tr><td>a", "<caption>a",
    ],
    "tables": [
        "<table><tr><td>a<td>b<tr><td>c</table>", "<table>x<tr><td>a</table>", "<table><p>x<tr><td>a</table>", "<table> \n<tr> \n<td>a</table>",
        "<table><td>a", "<table><tbody>a<tr>b<td>c</table>", "<table><caption>a<p>b<tr><td>c</table>", "<table><colgroup><col><col><tr><td>a</table>",
        "<table><col><tr><td>a", "<table><thead><tr><th>a<tbody><tr><td>b<tfoot><tr><td>c</table>", "<table><tr><td><table><tr><td>a</table>b</table>",
        "<table><tr><table><tr><td>a</table></table>", "<table><form><tr><td><input></form></table>", "<table><input type=hidden><tr><td>a</table>",
        "<table><input type=text><tr><td>a</table>", "<table><script>x</script><style>y</style><tr><td>a</table>", "<table><div><tr><td>a</div>b</table>",
        "<table><tr><div>a</div><td>b</table>", "<table></table>x", "<table><a href=1>x<tr><td>y</a>z</table>", "<table><tr><td></tr></td>x</table>",
        "<table><tr><td></table></td></tr>x", "<table><ul><li>a<tr><td>b</ul></table>", "<table><!-- a --><tr><!-- b --><td>c", "<table><td><p>a</table>b",
        "<table><tr><th>a</td>b</th></table>", "<div><table></div>x</table>y", "<table><br><tr><td>a", "<table><select><option>a<tr><td>b", "<table><b>a<b>b<tr><td>c</table>d",
        "<table><colgroup>a<col></table>", "<table><caption></table>x", "<table><tr></table>", "<table><tbody></tbody>x</table>", "<table><img src=x><tr><td>y",
    ],
    "templates": [
        "<template><p>x</template>y", "<head><template><tr><td>x</template></head>", "<table><template><tr><td>x</template><tr><td>y</table>",
        "<template><template><p>x</template></template>", "<ul><template><li>x</template><li>y</ul>", "<template><tr><td>x</td></tr><p>y</template>z",
        "<div><template shadowrootmode=open><p>x</p></template>y</div>", "<template>", "<select><template><option>x</template><option>y</select>", "<template><col></template>x",
    ],
    "other languages": [
        "<svg><path d=x /><g><circle/></g></svg>y", "<svg viewbox=1 preserveaspectratio=x><lineargradient gradientunits=y></svg>", "<svg><foreignobject><p>x<b>y</svg>z",
        "<svg><title><p>x</title></svg>y", "<svg><desc>a<div>b</desc></svg>", "<svg><a xlink:href=x href=y>z</a></svg>", "<svg><p>x</svg>y", "<svg><image/><img>x",
        "<svg><![CDATA[x<p>y]]></svg>z", "<p><![CDATA[x<p>y]]></p>z", "<svg><script>a<b></script></svg>", "<svg><style>a<b></style></svg>", "<svg><font color=x>y", "<svg><font x=y>z",
        "<math><mi>x</mi><mo>+</mo></math>y", "<math><mtext><p>x</mtext></math>", "<math><annotation-xml encoding=text/html><p>x</annotation-xml></math>",
        "<math><annotation-xml><p>x</annotation-xml></math>y", "<math definitionurl=x><mi>y", "<math><mglyph><mi><mglyph>", "<math><svg><foreignObject><math><mi><p>x",
        "<table><tr><td><svg><desc><td>x", "<div><svg><circle/></div>x", "<svg><g><b>x</svg>y", "<p><svg></p>x", "<image src=x>", "<svg xml:lang=ja xmlns=x xmlns:xlink=y>z</svg>",
        "<svg><feimage/><textpath/><clippath/></svg>", "<SVG><ForeignObject><P>x", "<svg></p>x", "<svg><br>x", "<math><p>x</math>y",
    ],
    "text alone": [
        "<textarea>\n<p>x</textarea>y", "<textarea>x", "<title><b>x</title>y", "<title>x", "<script>a<b></script>c", "<script><!--<script></script>--></script>x",
        "<script><!-- </script>x", "<style>a<b></style>c", "<xmp><b>x</xmp>y", "<iframe><b>x</iframe>y", "<noembed><b>x</noembed>y", "<noframes><b>x</noframes>y",
        "<noscript><p>x</noscript>y", "<head><noscript><link><p>x</noscript></head>y", "<head><noscript><style>a</style></noscript><title>t</title></head>y",
        "<body><noscript><img src=x></noscript>y", "<plaintext><p>x</plaintext>y", "<p><plaintext>x", "<table><plaintext>x", "<textarea></p>&amp;</textarea>", "<title>&lt;b&gt;</title>",
        "<script>&amp;</script>", "<style>&amp;</style>", "<xmp>&amp;</xmp>", "<pre>\nx\n</pre>", "<pre>\r\nx\r\ry</pre>",
    ],
    "frames and forms": [
        "<frameset><frame src=x><frame src=y></frameset>z", "<frameset cols=1><frameset><frame></frameset><noframes><p>x</noframes></frameset>", "<p><frameset><frame>",
        " <frameset><frame>", "<body><frameset>", "x<frameset>", "<frame>x", "<select><div>a</div><option>b</select>", "<select><select><option>x", "<select><input>x",
        "<select><option><b>a</b><option>c</select>", "<select><hr><option>a<hr><option>b</select>", "<select><button>x</button><option>y</select>", "<input><keygen>x", "<isindex>x",
        "<select><p>a<option>b", "<select><textarea>a</textarea><option>b", "<label><input>a<label>b", "<fieldset><legend>a<p>b</legend>c</fieldset>", "<datalist><option>a<option>b</datalist>c",
        "<select><svg><option>a", "<optgroup><option>a<optgroup>b", "<select><script>a</script><option>b", "<form><table><tr><td></form><input></table>x",
    ],
    "marks": [
        "&amp;&lt;&gt;&quot;&nbsp;&copy;&hearts;", "&ampx;&amp&lt&copy&notit;&notin;", "&#65;&#x41;&#0;&#x80;&#xD800;&#x110000;&#13;", "<a href='?a&b=1&amp=2&copy=3&copy;4&not'>x",
        "&bogus;&;&#;&#x;&", "&NotEqualTilde;&ThickSpace;&acE;", "a\0b<p c=\0>\0</p>", "<p a=1 a=2 A=3>x", "<p a='x\ny' b=\"&quot;\" c=d'e f>x", "<p =a b==c>x", "<p a\"b<c='1'>x", "<p/a/b=c/>x",
        "<a:b>x</a:b>", "<o:p>x</o:p>y", "<my-card>x</my-card>", "<p @click=a :href=b #c v-on:d>x", "<!-- a --!> b --> c", "<!-->x<!--->y<!---->z", "<!a>x<?b>y</ c>z<!>", "<?xml version=1?><p>x",
        "< p>x", "<p<b>x", "</p x=y>z", "<p", "<p a", "<p a=", "<p a='x", "<!--", "<!doctype", "</", "<a b=c/>d", "<日本>x", "<p 日本=語>x", "<p a=日本>x", "x\u00a0y\u3000z", "<p\fa=b\fclass='c\fd'>x\fy",
        "<ABC Def=Ghi>x</aBC>", "<br></br><p></p></p>", "a\rb\r\nc", "<p>&#10;x</p>", "<p \u00a0=x>y", "&lang;&rang;&apos;", "<p title=&lt;&gt>x",
    ],
    "deep": [
        "<ul><li>" * 40 + "x", "<div>" * 200 + "x", "<b>" * 30 + "<p>x", "<p>" * 300, "<table><tr><td>" * 20 + "x", "<b><i>" * 20 + "</b></i>" * 20 + "x", "<font>" * 5 + "<p>x</font>" * 5,
        "<a href=x>" * 50, "<dl><dt>a<dd>b" * 30, "<span>" * 100 + "</span>" * 50 + "<p>x", "<blockquote><p>" * 30 + "x", "<ol><li><p><b>a</p>" * 10, "<svg>" + "<g>" * 100 + "<path/>", "<div><p>" * 60,
    ],
}


def fragments():
    """Pairs of a name and a piece."""
    return [(f"{kind} {number}", piece) for kind, pieces in FRAGMENTS.items() for number, piece in enumerate(pieces)]
