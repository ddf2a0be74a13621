import FeedModel

/// Entries that try to leave their place in a page (failure list C09, C10, C13, C14, C16, C30).
enum HostileEntries {
    static let titles = [
        "</title><script>alert(1)</script>", "\"onmouseover=\"alert(1)", "&amp;lt;b&gt; stays as written",
        "quote\"\u{301} less<\u{301} and&\u{301} apostrophe'\u{301}",
        "](javascript:alert(1)) [x](https://evil.example)",
        "![image](https://evil.example/p.png)", "`code` *em* __strong__ ~~gone~~ | table | # end #", "# heading", "---",
        "1. list", "- [x] task", "    indented code", "<div>\nblock\n</div>", "<javascript:alert(1)>",
        "[x]: javascript:alert(1)", "[^1]: footnote", "line one\n* forged entry\r\n[Trusted] 2026/11/20 07:00\n",
        "\u{1B}]8;;https://evil.example\u{7}click\u{1B}]8;;\u{7} \u{9B}31m \u{8}\u{8} \u{7F}",
        "\u{202E}gnp.exe\u{2066} evil\u{200B}", "&copy; &#60;b&#62; {{ env.SECRET }} {% include x %} ${HOME} %s%n",
        "https://evil.example and www.evil.example and a@evil.example", "> quote", "=====", "trailing backslash \\",
        "مرحبا بالعالم: خلاصة (RSS) اليوم", String(repeating: "W", count: 4000),
        String(repeating: "。", count: 300), "e" + String(repeating: "\u{301}", count: 2000), "\u{3000} ",
        "| a | b |\n| - | - |\n| 1 | 2 |", "$$\\alpha$$ costs $5", "term\n: definition", "^]: footnote", "  ", "",
    ]

    static let bodies = [
        "<div><div><b><i>unclosed <table><tr><td>cell", "</div></article></main></body></html><h1>after</h1>",
        "<script>alert(1)</script><style>*{display:none}</style><p onclick=alert(1)>text</p>",
        String(repeating: "<b>", count: 1000) + "bold", "<p>" + String(repeating: "x", count: 5000),
        "<table>" + String(repeating: "<tr><td>a long cell</td><td>another</td></tr>", count: 200) + "</table>",
        "<pre>" + String(repeating: "let line = 0\n", count: 50) + "</pre>", "<!--><img src=x onerror=alert(1)>-->",
        "<svg><p><style><img src=x></style></svg>", "<select><option>x</select><textarea></article>",
        "<article id=e-t0><h1>not an entry</h1></article><section><main><header><footer><nav>x</nav></footer></header></main>",
        "<details open><summary>not ours</summary>x</details></details></summary></div></div>",
        "<p>" + String(repeating: "<div>", count: 500) + "deep", "<h1>one</h1><h6>six</h6><title>no</title>",
        "<a href='javascript:alert(1)'>x</a><img src='data:text/html,x'><iframe src=https://evil.example></iframe>",
    ]

    static let addresses = [
        "https://evil.example/a) [x](y", "https://evil.example/<script>", "https://evil.example/a b\nc\"d'e",
        "javascript:alert(1)", "https://evil.example/?q=" + String(repeating: "q", count: 3000),
        "https://evil.example/&copy;/(a)/*b*", "https://evil.example/日本語/\u{202E}x", "HTTPS://EVIL.EXAMPLE/", "//x", "",
    ]

    static let all: [DigestEntry] =
        titles.enumerated().map { index, title in
            entry("t\(index)") {
                $0.title = title
                $0.url = "https://odd.example/\(index)"
                $0.content = .plain(title)
                $0.authors = [Person(name: title)]
                $0.categories = [Category(term: title)]
                $0.publisher = Publisher(name: title)
                $0.published = SampleDigest.moment("2026-11-20T00:00:00Z")
            }
        }
        + bodies.enumerated().map { index, body in
            entry("m\(index)") {
                $0.title = "Body \(index)"
                $0.url = "https://odd.example/body/\(index)"
                $0.summary = .plain("What the summary says.")
                $0.content = .html(UntrustedHTML(markup: body, base: "https://odd.example/"))
            }
        }
        + addresses.enumerated().map { index, address in
            entry("a\(index)") {
                $0.title = "Address \(index)"
                $0.url = address
                $0.image = address
                $0.enclosures = [Enclosure(url: address, mediaType: "audio/mpeg", title: "<file>")]
                $0.language = "en\" onload=\"alert(1)"
            }
        }

    private static func entry(_ key: String, _ fill: (inout Entry) -> Void) -> DigestEntry {
        SampleDigest.entry(key, source: ("odd", "Odd \"source\"\n<b>"), fill)
    }
}
