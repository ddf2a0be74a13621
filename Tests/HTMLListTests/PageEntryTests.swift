import FeedConfiguration
import FeedModel
import FeedStages
import Testing

@testable import HTMLList

@Suite("Entries of a page")
struct PageEntryTests {
    private static let cards = """
        <title>Town of Example</title>
        <nav><a href="/">Home</a> <a href="/news/">News and notices of the town</a></nav>
        <main><article class="card"><a href="/news/2026/12"><img src="a.jpg" alt=""></a>
          <h2><a href="/news/2026/12">The bridge is open again</a></h2>
          <time datetime="2026-11-21T09:30:00+09:00">yesterday</time><p class="lead">After <b>two</b> years.</p>
          <a class="tag" href="/t/roads">roads</a><a class="tag" href="/t/river">river</a><a href="#top">To the top of this long page</a>
          <span class="likes">1,204 likes</span></article>
        <article class="card"><h2>The library closes early</h2><p>2026年11月20日（金）</p>
          <p class="lead">On Friday.</p><a href="11">more</a></article></main>
        """

    @Test("have a link, a title and a date without being told where")
    func defaults() throws {
        let feed = try HTMLListBench("entries: article.card").feed(
            of: Self.cards)
        #expect(feed.entries.map(\.url) == ["https://town.example/news/2026/12", "https://town.example/news/11"])
        #expect(feed.entries.map(\.title) == ["The bridge is open again", "The library closes early"])
        #expect(
            feed.entries.map(\.published) == [
                Timestamp(rfc3339: "2026-11-21T09:30:00+09:00"), Timestamp(rfc3339: "2026-11-20T00:00:00+09:00"),
            ])
        #expect(feed.entries.map(\.guid) == feed.entries.map(\.url))
    }

    @Test("have the title of the link that leads to them, not of a longer one")
    func titleOfTheLink() throws {
        let feed = try HTMLListBench("{ entries: li, link: '.title a@href' }").feed(
            of: """
                <ul><li><a href="/1"><img src="1.jpg" alt="Picture of the bridge"></a> <span class="title"><a href="/1">Open</a>
                </span> <a href="/1.pdf">Leaflet about the bridge [PDF, 312 KB]</a></li>
                <li><span class="title"><a href="/2">Closed</a></span> <a href="/2.pdf">Leaflet [PDF, 12 KB]</a></li></ul>
                """)
        #expect(feed.entries.map(\.title) == ["Open", "Closed"])
        #expect(feed.entries.map(\.url) == ["https://town.example/1", "https://town.example/2"])
    }

    @Test("have what selectors say: texts, markup, pictures, tags, numbers and extras")
    func selected() throws {
        let feed = try HTMLListBench(
            """
            entries: "//article"
            title: [".none", "h2"]
            link: ["h2 a@href", "./a/@href"]
            image: img
            summary: .lead
            tags: a.tag
            numbers: { likes: .likes }
            extras: { place: { literal: town }, both: "{{h2}} / {{.lead}}" }
            """
        ).feed(of: Self.cards)
        let first = try #require(feed.entries.first)
        #expect(first.image == "https://town.example/news/a.jpg")
        #expect(first.content == .html(UntrustedHTML(markup: "After <b>two</b> years.", base: HTMLListBench.url)))
        #expect(first.categories.map(\.term) == ["roads", "river"])
        #expect(first.numbers == ["likes": 1204])
        #expect(first.extras == ["place": .text("town"), "both": .text("The bridge is open again / After two years.")])
        #expect(feed.entries.last?.url == "https://town.example/news/11")
        #expect(feed.entries.last?.image == nil)
    }

    @Test("H05 never lead to a script, to a place on the same page or to a mail")
    func links() throws {
        let page = """
            <li><a href="javascript:void(0)">A long text that does nothing</a><a href="/1">one</a>
            <li><a href="#x">A place on this page</a><a href="mailto:a@b.example">Write to us</a><a href="/2">two</a>
            <li><a href=" /3 ">three</a>
            """
        let feed = try HTMLListBench("entries: li").feed(of: page)
        #expect(feed.entries.map(\.url) == [1, 2, 3].map { "https://town.example/\($0)" })
    }

    @Test(
        "H06 have the picture that is shown, wherever a script keeps it",
        arguments: [
            ("<img src=a.jpg>", "a.jpg"), ("<img src='data:image/gif;base64,R0' data-src=b.jpg>", "b.jpg"),
            ("<img src=blank.gif data-original=c.jpg>", "c.jpg"), ("<img srcset='s.jpg 400w, l.jpg 1200w'>", "l.jpg"),
            ("<img class=lazy data-srcset='m.jpg 2x'>", "m.jpg"), ("<picture><img src=d.jpg></picture>", "d.jpg"),
        ])
    func pictures(markup: String, file: String) throws {
        let feed = try HTMLListBench("{ entries: li, image: 'img, picture' }").feed(of: "<li><a href=1>x</a>\(markup)")
        #expect(feed.entries.first?.image == "https://town.example/news/\(file)")
    }

    @Test("H04 come in the order of the page, whatever the order of the selectors")
    func order() throws {
        let page =
            "<div class=b><a href=1>1</a></div><div class=a><a href=2>2</a></div><div class=b><a href=3>3</a></div>"
        let feed = try HTMLListBench("entries: \".a, .b\"").feed(of: page)
        #expect(feed.entries.map(\.title) == ["1", "2", "3"])
    }

    @Test(
        "are only those whose link is as `link_pattern` wants it, by path or by address",
        arguments: ["^/news/", "^https://town[.]example/news/"])
    func linkPattern(pattern: String) throws {
        let feed = try HTMLListBench("{ entries: a, link_pattern: '\(pattern)' }").feed(of: Self.cards)
        #expect(
            Set(feed.entries.compactMap(\.url)) == [
                "https://town.example/news/", "https://town.example/news/2026/12", "https://town.example/news/11",
            ])
    }

    @Test("lose what `remove` takes out")
    func removed() throws {
        let feed = try HTMLListBench("{ entries: .card, summary: p, remove: '.lead b' }").feed(of: Self.cards)
        #expect(feed.entries.first?.content == .html(UntrustedHTML(markup: "After  years.", base: HTMLListBench.url)))
    }

    @Test("may stand in a link themselves")
    func insideLink() throws {
        let feed = try HTMLListBench("entries: .card").feed(of: "<a href=/1><div class=card><h3>One</h3></div></a>")
        #expect(feed.entries.map(\.url) == ["https://town.example/1"])
        #expect(feed.entries.map(\.title) == ["One"])
    }

    @Test("are known by an own id where the link changes")
    func id() throws {
        let feed = try HTMLListBench("{ entries: li, id: '@data-id' }").feed(
            of: "<li data-id=7><a href='/x?session=1'>x</a>")
        #expect(feed.entries.map(\.guid) == ["7"])
    }

    @Test("without link and id are left out, and counted")
    func unidentified() throws {
        let feed = try HTMLListBench("entries: li").feed(of: "<li>a<li><a href=1>b</a>")
        #expect(feed.entries.count == 1)
        #expect(feed.repairs == [Repair(code: "unidentified_entries")])
        #expect(throws: StageError.self) { try HTMLListBench("entries: li").feed(of: "<li>a<li>b") }
    }

    @Test(
        "H07 are read in the encoding that the page is in, said or not",
        arguments: [
            ([0x83, 0x6A, 0x83, 0x85, 0x81, 0x5B, 0x83, 0x58], "Shift_JIS"),
            ([0xA5, 0xCB, 0xA5, 0xE5, 0xA1, 0xBC, 0xA5, 0xB9], "EUC-JP"),
            ([0xE3, 0x83, 0x8B, 0xE3, 0x83, 0xA5, 0xE3, 0x83, 0xBC, 0xE3, 0x82, 0xB9], "utf-8"),
        ] as [([UInt8], String)])
    func encodings(word: [UInt8], name: String) throws {
        for head in [
            "<meta charset=\"\(name)\">", "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=\(name)\">",
        ] {
            let page = Array("<html><head>\(head)</head><li><a href=1>".utf8) + word + Array("</a>".utf8)
            let feed = try HTMLListBench("entries: li").feed(of: page, contentType: "text/html")
            #expect(feed.entries.map(\.title) == ["ニュース"])
            #expect(feed.repairs.isEmpty)
        }
    }

    @Test("H08 that a script would write are not there: scripts are never run")
    func scripts() throws {
        let error = #expect(throws: StageError.self) {
            try HTMLListBench("entries: li").feed(
                of: "<ul id=l></ul><script>document.getElementById('l').innerHTML='<li><a href=1>x</a>'</script>")
        }
        #expect(error?.code == .pageChanged)
    }

    @Test("H09 dated \"3 hours ago\" say that this was counted from now")
    func relative() throws {
        let feed = try HTMLListBench("entries: li").feed(of: "<li><a href=1>x</a> 3時間前<li><a href=2>y</a> 2026年11月20日")
        #expect(feed.entries.map(\.isPublishedRelative) == [true, false])
        #expect(feed.entries[0].published == Timestamp(rfc3339: "2026-11-22T09:00:00+09:00"))
    }
}

@Suite("A page that is not as it was")
struct ChangedPageTests {
    private func words(_ options: String, _ page: String, in language: DigestLocale = .en) throws -> String? {
        let error = #expect(throws: StageError.self) { try HTMLListBench(options).feed(of: page) }
        #expect(error?.code == .pageChanged || error?.code == .notAFeed)
        return error?.text(of: .found, in: language)
    }

    @Test("is told in Japanese, too")
    func japanese() throws {
        let page = "<title>お知らせ</title><p><a href=1>x</a>"
        #expect(try words("entries: .card", page, in: .ja) == "「お知らせ」に `.card` と一致する要素がありません")
    }

    @Test(
        "H10 is told by the selector that fails, and by the class that is near",
        arguments: [
            (
                "<div class=cards><a href=1>x</a></div>",
                "`div.card` finds nothing, but there is 1 `.cards`"
            ),
            (
                "<div class='news-card x'><a href=1>x</a></div>",
                "`div.card` finds nothing, but there is 1 `.news-card`"
            ),
            (
                "<title>Town</title><div class=tile><a href=1>x</a></div>",
                "`div.card` finds nothing on \"Town\""
            ),
            (
                "<title>Just a moment…</title><p class=card>",
                "`div.card` finds nothing on \"Just a moment…\""
            ),
        ])
    func redesign(page: String, expected: String) throws { #expect(try words("entries: div.card", page) == expected) }

    @Test("H10 is told without a class that is near where the page has more names than are compared")
    func manyNames() throws {
        func page(_ names: Int) -> String {
            "<title>Town</title><p class='" + (0..<names).map { "x\($0)" }.joined(separator: " ") + "'><p class=cards>"
        }
        #expect(
            try words("entries: div.card", page(100)) == "`div.card` finds nothing, but there is 1 `.cards`")
        #expect(try words("entries: div.card", page(20_000)) == "`div.card` finds nothing on \"Town\"")
    }

    @Test("is one with fewer entries than `min_entries`, also after `link_pattern`")
    func tooFew() throws {
        #expect(
            try words("{ entries: li, min_entries: 3 }", "<li><a href=1>x</a>")
                == "`li` finds 1 entry, but `min_entries` is 3")
        #expect(
            try words("{ entries: li, link_pattern: ^/n/ }", "<li><a href=1>x</a>")
                == "0 of the links of 1 elements match `link_pattern`: `^/n/`")
    }

    @Test("H02 that is nested too deeply is told to be so, not to be redesigned")
    func tooDeep() throws {
        let page = String(repeating: "<div>", count: 10_000) + "<li><a href=1>x</a>"
        #expect(
            try words("entries: li", page)
                == "`li` finds nothing: the page is too large, or nested too deeply, to be read whole")
    }

    @Test("may be empty where that is allowed")
    func allowed() throws {
        #expect(try HTMLListBench("{ entries: li, min_entries: 0 }").feed(of: "<p>x").entries.isEmpty)
    }

    @Test(
        "may be no page at all",
        arguments: [
            ("{\"a\":1}", "JSON; use `type: json`"),
            ("<?xml version='1.0'?><rss>", "a feed; use `type: feed`"), (" ", "an empty document"),
        ])
    func noPage(text: String, expected: String) throws { #expect(try words("entries: li", text) == expected) }

    @Test("H11 with entries that stand in each other a hundred times over is told, not read for minutes")
    func nested() throws {
        let page = String(repeating: "<ul><li>", count: 120) + String(repeating: "<a href=1>x</a>", count: 5_000)
        let error = #expect(throws: StageError.self) { try HTMLListBench("entries: li").feed(of: page) }
        #expect(error?.code == .selectorTooCostly)
    }

    @Test("XPath that only a page shows to be wrong is told by the selector")
    func wrongValues() throws {
        #expect(
            try words("entries: './/li[count(\"x\") = 1]'", "<li><a href=1>x</a>")
                == "`.//li[count(\"x\") = 1]` passes a wrong argument to a function of XPath 1.0")
    }

    @Test("H03 a selector that would take hours is told by its name")
    func costly() throws {
        let page = String(repeating: "<p><a href=1>x</a>", count: 30_000)
        let error = #expect(throws: StageError.self) {
            try HTMLListBench("entries: '//p[count(preceding::p) > 3]'").feed(of: page)
        }
        #expect(error?.code == .selectorTooCostly)
        #expect(error?.text(of: .found, in: .en) == "//p[count(preceding::p) > 3]")
    }
}

@Suite("A configuration with html sources")
struct HTMLListOptionsTests {
    @Test("without mistakes has none")
    func fine() throws {
        #expect(
            try HTMLListBench.mistakes("{ entries: li, next: 'a[rel=next]@href', pages: 3, published_format: y年M月d日 }")
                == [])
    }

    @Test("H12 is about the same feed whatever finds entries and their links; another form or id makes a new one")
    func identity() throws {
        func request(_ yaml: String) throws -> String { try HTMLListBench(yaml).source.canonicalRequest }
        let plain = try request("{ entries: article, link: h2 a@href }")
        #expect(plain == "GET https://town.example/news/")
        #expect(try request("{ entries: .card, link: .title a@href, title: .title, min_entries: 3 }") == plain)
        #expect(try request("{ entries: .card }") == plain)
        let known = try request("{ entries: article, link: h2 a@href, id: '@data-id' }")
        #expect(known == "GET https://town.example/news/ id=@data-id")
        #expect(try request("{ entries: .card, link: .title a@href, id: '@data-id' }") == known)
        #expect(try request("{ entries: article, form: { q: 水道 } }") != plain)
    }

    @Test(
        "is told what is wrong with its selectors, and where",
        arguments: [
            ("{ entries: 'div.' }", "48: testing.entries: \"div.\", character 5: a name is missing after `.`"),
            (
                "{ entries: '//div[' }",
                "48: testing.entries: \"//div[\", character 1: this is not XPath 1.0 (text that begins with `/`, `./` or `(` is "
                    + "XPath: `.//h2/a`; CSS is `h2 a`)"
            ),
            (
                "{ entries: './/li[matches(., ''x'')]' }",
                "48: testing.entries: \".//li[matches(., 'x')]\", character 7: XPath 1.0 has no function `matches`"
            ),
            (
                "{ entries: li, title: 'xpath: string(./a[starts_with(@href, $base)])' }",
                "59: testing.title: \"xpath: string(./a[starts_with(@href, $base)])\", character 19: XPath 1.0 has no "
                    + "function `starts_with` (did you mean `starts-with`?)"
            ),
            ("{ entries: a@href }", "48: testing.entries: an attribute cannot be an entry (leave out `@href`)"),
            (
                "{ entries: li, title: '//h2' }",
                "59: testing.title: `//h2` searches the whole page, not the entry (begin with `.//` to search in the entry)"
            ),
            (
                "{ entries: li, link_pattern: '(' }",
                "66: testing.link_pattern: at character 2 of the pattern: missing closing parenthesis"
            ),
            (
                "{ title: h2 }",
                "1: testing: `entries` is missing (add `entries:` (the element of an entry: CSS, or XPath))"
            ),
            (
                "{ entries: li, numbers: { A-b: p } }",
                "63: testing.numbers: `A-b` cannot be a name (use lower case letters, digits and `_`)"
            ),
            (
                "{ entries: 'li:hover' }",
                "48: testing.entries: \"li:hover\", character 3: `:hover` depends on the user of a browser, "
                    + "and there is none here"
            ),
            (
                "{ entries: li, published_format: qq }",
                "70: testing.published_format: \"qq\", character 1: `qq` has no meaning here (use yyyy MM dd HH mm "
                    + "ss SSS MMM a Z; put other words in '…')"
            ),
        ])
    func wrong(options: String, expected: String) throws {
        #expect(try HTMLListBench.mistakes(options) == ["1:" + expected])
    }
}
