import Testing

@testable import FeedModel

/// Which addresses lead to one article.
@Suite("addresses of an article")
struct ArticleAddressTests {
    private static func key(_ url: String) -> String? { ArticleAddress(url)?.key }

    @Test(
        "one article",
        arguments: [
            ("https://news.example/2026/story-1", "http://www.news.example:80/2026/story-1/"),
            ("https://news.example/2026/story-1", "HTTPS://M.News.Example/2026/story-1?utm_source=x&fbclid=2#top"),
            ("https://news.example/2026/story-1", "https://sp.news.example/2026/story-1/amp/"),
            ("https://news.example/2026/story-1", "https://amp.news.example/2026/story-1?amp=1"),
            ("https://news.example/2026/story-1", "https://www.google.com/amp/s/news.example/2026/story-1/amp"),
            (
                "https://news.example/2026/story-1",
                "https://news-example.cdn.ampproject.org/v/s/news.example/2026/story-1"
            ),
            ("https://news.example/2026/story-1", "https://b.hatena.ne.jp/entry/s/news.example/2026/story-1"),
            ("https://news.example/2026/story-1", "https://news.example/2026/story-1?source=rss"),
            ("https://news.example/a/b", "https://news.example/a/b/index.html"),
            ("https://news.example/%E7%93%A6%E7%89%88/~a", "https://news.example/瓦版/%7ea"),
            ("https://news.example/?p=12&lang=ja", "https://news.example/?lang=ja&p=12"),
            ("https://qiita.com/a/items/c686397e4a0f4f11683d", "http://qiita.com/b/items/c686397e4a0f4f11683d"),
            ("https://news.google.com/rss/articles/CBMixyz?oc=5", "https://news.google.com/articles/CBMixyz?hl=ja"),
            // A token of 2023, which holds the address.
            (
                "https://www.example.com/story-2",
                "https://news.google.com/__i/rss/rd/articles/CBMiH2h0dHBzOi8vd3d3LmV4YW1wbGUuY29tL3N0b3J5LTLSAQA?oc=5"
            ),
        ])
    func same(first: String, second: String) {
        #expect(Self.key(first) != nil)
        #expect(Self.key(first) == Self.key(second))
    }

    @Test(
        "two articles",
        arguments: [
            ("https://news.example/?p=12", "https://news.example/?p=13"),
            ("https://news.example/index.php?id=1", "https://news.example/index.php?id=2"),
            ("https://news.example/a#!/posts/1", "https://news.example/a#!/posts/2"),
            ("https://forum.example/t/1#post-1", "https://forum.example/t/1#post-2"),
            ("https://news.example/Story", "https://news.example/story"),
            ("https://news.example/a%2Fb", "https://news.example/a/b"),
            ("https://news.example/gear", "https://news.example/gear/amp"),
            ("https://a.blog.example/1", "https://b.blog.example/1"),
            ("https://m.co.jp/story-1", "https://sp.co.jp/story-1"),
            ("https://news.example:8080/1", "https://news.example:9090/1"),
            ("https://news.example/list?source=12", "https://news.example/list?source=13"),
        ])
    func different(first: String, second: String) {
        #expect(Self.key(first) != nil && Self.key(second) != nil)
        #expect(Self.key(first) != Self.key(second))
    }

    @Test(
        "an address that many articles have, or that is none, tells no article",
        arguments: [
            "https://news.example", "https://news.example/", "https://www.news.example/index.html",
            "https://news.example/#a",
            "https://news.example/?utm_source=rss", "https://news.example/blog/", "https://news.example/tag/swift",
            "https://www.google.com/amp/s/news.example/", "mailto:a@news.example", "ftp://news.example/a", "", "news",
            "https://", "https://[::1", "https://www.google.com/url?q=https://news.example/",
        ])
    func none(url: String) { #expect(ArticleAddress(url) == nil) }

    @Test("hostile addresses and tokens are read in any case")
    func hostile() {
        let long = String(repeating: "a", count: 70_000)
        #expect(Self.key("https://news.example/\(long)") == nil)
        for token in [
            "CBMi", "CBMi_____w", "CBMi" + String(repeating: "_", count: 60), "CBMi%00", "…",
            String(long.prefix(60_000)),
        ] {
            _ = Self.key("https://news.google.com/rss/articles/\(token)")
        }
        #expect(Self.key("https://www.google.com/amp/s/www.google.com/amp/s/www.google.com/amp/s/a.example/1-2") != nil)
        #expect(Self.key("https://m.www.m.www.example/1") != nil)
    }

    @Test("a site is what a publisher registers, or the whole host where a service gives one to each user")
    func sites() {
        let sites = [
            "www3.nhk.or.jp": "nhk.or.jp", "asahi.com": "asahi.com", "www.bbc.co.uk": "bbc.co.uk",
            "alice.hatenablog.com": "alice.hatenablog.com", "192.0.2.1": "192.0.2.1", "localhost": "localhost",
            "rss.itmedia.co.jp": "itmedia.co.jp", "www.city.minato.tokyo.jp": "minato.tokyo.jp",
            "a.b.github.io": "a.b.github.io",
        ]
        for (host, site) in sites { #expect(ArticleSite.site(of: host) == site) }
        for site in ["qiita.com", "note.com", "medium.com", "hatenablog.com", "co.jp"] {
            #expect(ArticleSite.hasManyWriters(site))
        }
        #expect(!ArticleSite.hasManyWriters("asahi.com"))
        #expect(!ArticleSite.hasManyWriters("alice.hatenablog.com"))
    }

    @Test("a name at the end of a title is told apart from the headline")
    func endings() {
        func ending(_ title: String) -> [String]? { TitleSuffix.separated(title).map { [$0.headline, $0.name] } }
        #expect(ending("Headline - Name") == ["Headline", "Name"])
        #expect(ending("見出し｜朝日新聞") == ["見出し", "朝日新聞"])
        #expect(ending("見出し（朝日新聞）") == ["見出し", "朝日新聞"])
        #expect(ending("A - B | C") == ["A - B", "C"])
        #expect(ending("well-known") == nil)
        #expect(ending("A headline without an end") == nil)
        #expect(ending("| Name") == nil)
        #expect(ending("Headline |") == nil)
        #expect(ending("Headline - " + String(repeating: "long ", count: 9)) == nil)
    }
}
