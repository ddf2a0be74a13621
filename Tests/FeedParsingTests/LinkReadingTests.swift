import FeedModel
import FeedParsing
import FeedRendering
import Testing

/// Each document that has a trouble stands beside a sound one that must stay as it is.
@Suite("Addresses of entries")
struct LinkReadingTests {
    private func read(_ text: String, url: String? = "https://site.example/feed.xml") throws -> Feed {
        try FeedReader.read(Array(text.utf8), contentType: nil, url: url)
    }

    private func item(_ fields: String) throws -> Entry {
        let start =
            "<rss version=\"2.0\" xmlns:feedburner=\"http://rssnamespace.org/feedburner/ext/1.0\"><channel><item>"
        return try #require(try read(start + fields + "</item></channel></rss>").entries.first)
    }

    private func atom(_ entry: String, base: String = "") throws -> Entry {
        let start = "<feed xmlns=\"http://www.w3.org/2005/Atom\" \(base)>"
        return try #require(try read(start + entry + "</feed>").entries.first)
    }

    @Test("Z01 an empty link names no page, although the feed has a base")
    func emptyLink() throws {
        let base = "xml:base=\"https://site.example/feed.xml\""
        #expect(try atom("<entry><title>a</title><link href=\"\"/></entry>", base: base).url == nil)
        // The base of a site that each entry repeats is no entry's page either.
        let repeated = "<entry xml:base=\"https://site.example/\"><title>a</title><link href=\"\"/></entry>"
        #expect(try atom(repeated, base: base).url == nil)
    }

    @Test("Z01 an empty link under an entry's own base is that page, and a feed's empty link to itself is the feed")
    func soundEmptyLink() throws {
        let entry = "<entry xml:base=\"https://site.example/2026/a.html\"><title>a</title><link href=\"\"/></entry>"
        #expect(try atom(entry).url == "https://site.example/2026/a.html")
        let feed = try read(
            "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:base=\"https://site.example/all\"><link rel=\"self\" href=\"\"/></feed>"
        )
        #expect(feed.feedURL == "https://site.example/all")
    }

    @Test(
        "T08 an entry's link keeps its query, whatever names of characters its fields look like",
        arguments: ["region", "order", "para", "copy", "sect", "not", "lt"])
    func query(name: String) throws {
        for ampersand in ["&amp;", "&#38;", "&"] {
            let link = "https://a.example/?a=1\(ampersand)\(name)=2"
            let expected = "https://a.example/?a=1&\(name)=2"
            #expect(try item("<title>a</title><link>\(link)</link>").url == expected, "\(link)")
            #expect(try atom("<entry><title>a</title><link href=\"\(link)\"/></entry>").url == expected, "\(link)")
        }
    }

    private func body(_ entry: Entry) -> String {
        String(decoding: JSONFeedDocument.render(entry: entry), as: UTF8.self).replacing("\\u003c", with: "<")
            .replacing("\\\"", with: "\"")
    }

    @Test("Z02 a footnote's link leads to the entry's page, every other relative address to where the feed came from")
    func fragments() throws {
        let html = "&lt;a href=\"#fn1\"&gt;1&lt;/a&gt; &lt;a href=\"b.html#x\"&gt;2&lt;/a&gt; &lt;img src=\"i.png\"&gt;"
        let text = body(try item("<link>https://site.example/2026/a.html</link><description>\(html)</description>"))
        #expect(text.contains("href=\"https://site.example/2026/a.html#fn1\""))
        #expect(text.contains("href=\"https://site.example/b.html#x\""))
        #expect(text.contains("src=\"https://site.example/i.png\""))
    }

    @Test("Z02 without a page of its own, an entry's fragments stay what they were")
    func fragmentsWithoutPage() throws {
        let html = "<title>a</title><description>&lt;a href=\"#fn1\"&gt;1&lt;/a&gt;</description>"
        #expect(body(try item(html)).contains("href=\"https://site.example/feed.xml#fn1\""))
    }

    @Test(
        "Z06 an Atom entry that names no page is at its id, if that is an address",
        arguments: [
            ("<id>https://site.example/1</id>", "https://site.example/1"),
            ("<id>https://site.example/1</id><link href=\"https://site.example/page\"/>", "https://site.example/page"),
            (
                "<link rel=\"enclosure\" href=\"https://site.example/a.mp3\"/><id>http://site.example/1</id>",
                "http://site.example/1"
            ),
            ("<id>https://site.example/1</id><content src=\"https://site.example/c\"/>", "https://site.example/c"),
            ("<id>tag:site.example,2026:1</id>", nil), ("<id>urn:uuid:1225c695</id>", nil),
        ] as [(String, String?)])
    func atomID(fields: String, url: String?) throws {
        let entry = try atom("<entry>\(fields)<title>a</title></entry>")
        #expect(entry.url == url)
        #expect(entry.guid?.isEmpty == false)
    }

    @Test(
        "Z06 a guid that is a path is the entry's page unless it says that it is none",
        arguments: [
            ("<guid>/2026/a</guid>", "https://site.example/2026/a"),
            ("<guid isPermaLink=\"false\">/2026/a</guid>", nil), ("<guid>2026/a</guid>", nil),
            ("<guid>//a</guid>", nil),
            ("<guid>/2026/a</guid><link>https://site.example/p</link>", "https://site.example/p"),
        ] as [(String, String?)])
    func guidPath(fields: String, url: String?) throws {
        #expect(try item(fields + "<title>a</title>").url == url)
    }

    @Test(
        "Z12 the address behind a proxy's link is the entry's where there is no link, and a link of its own beside one",
        arguments: [
            ("https://site.example/real", "https://site.example/real"), ("", nil), ("javascript:x()", nil),
            ("mailto:a@b.example", nil),
        ])
    func proxied(original: String, url: String?) throws {
        let name = "feedburner:origLink"
        #expect(try item("<title>A</title><\(name)>\(original)</\(name)>").url == url)
        let link = "<link>https://proxy.example/1</link>"
        let both = try item("\(link)<\(name)>\(original)</\(name)>")
        #expect(both.url == "https://proxy.example/1")
        #expect(both.links == (url.map { [Link(href: $0, rel: Link.originalRelation)] } ?? []))
    }

    @Test(
        "Z12 a query that was escaped twice is read as it was meant, and that is told",
        arguments: [
            ("https://site.example/?a=1&amp;amp;b=2", "https://site.example/?a=1&b=2"),
            ("https://site.example/?a=1&amp;#038;b=2&amp;amp;amp;c", "https://site.example/?a=1&b=2&c"),
        ])
    func escapedTwice(written: String, url: String) throws {
        let feed = try read("<rss version=\"2.0\"><channel><item><link>\(written)</link></item></channel></rss>")
        #expect(feed.entries.first?.url == url)
        #expect(feed.repairs == [Repair(code: "escaped_link", count: 1)])
        let json = written.replacing("&amp;", with: "&")
        let other = try read(
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"\",\"items\":[{\"id\":\"1\",\"url\":\"\(json)\"}]}"
        )
        #expect(other.entries.first?.url == url)
        #expect(other.repairs == [Repair(code: "escaped_link", count: 1)])
    }

    @Test(
        "Z12 an ampersand that means itself stays",
        arguments: [
            ("https://site.example/?a=1&amp;b=2", "https://site.example/?a=1&b=2"),
            ("https://site.example/AT&amp;amp;T", "https://site.example/AT&amp;T"),
            ("https://site.example/?q=AT%26amp;T", "https://site.example/?q=AT%26amp;T"),
            ("https://site.example/?a&amp;ampere=1#x&amp;amp;y", "https://site.example/?a&ampere=1#x&amp;y"),
        ])
    func soundQuery(written: String, url: String) throws {
        let feed = try read("<rss version=\"2.0\"><channel><item><link>\(written)</link></item></channel></rss>")
        #expect(feed.entries.first?.url == url)
        #expect(feed.repairs == [])
    }

    @Test("Z12 an address that stands behind its tag is read, and that is told")
    func behindTag() throws {
        let feed = try read(
            """
            <rss version="2.0"><channel><title>T</title><link/>https://site.example/?home=1&amp;a=2
            <item><title>a</title><link/>https://site.example/a-page-of-a-name-that-is-longer-than-others?x=1&amp;y=2
            <description>d</description></item></channel></rss>
            """)
        #expect(feed.homePageURL == "https://site.example/?home=1&a=2")
        #expect(
            feed.entries.first?.url == "https://site.example/a-page-of-a-name-that-is-longer-than-others?x=1&y=2")
        #expect(feed.entries.first?.title == "a")
        #expect(feed.repairs == [Repair(code: "link_behind_tag", count: 2)])
    }

    @Test(
        "Z12 text between elements is no link otherwise",
        arguments: [
            "<link/>see https://site.example/a", "<guid>1</guid>https://site.example/a",
            "<link/><guid>1</guid>https://site.example/a",
            "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"self\"/>https://site.example/a",
        ])
    func textBetween(fields: String) throws {
        #expect(try item(fields + "<title>a</title>").url == nil)
        #expect(try item("<link>https://site.example/b</link>https://site.example/a").url == "https://site.example/b")
    }
}
