import FeedModel
import FeedStages
import FeedTesting
import GoogleNews
import Testing

@Suite("RSS of Google News")
struct GoogleNewsParserTests {
    private func parse(_ items: String) throws -> Feed {
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/">
            <channel><generator>NFE/5.0</generator><title>テクノロジー - 最新 - Google ニュース</title>
            <link>https://news.google.com/topics/x?hl=ja</link><language>ja</language>\(items)</channel></rss>
            """
        let document = Document(
            bytes: Array(text.utf8), url: "https://news.google.com/rss", fetchedAt: ManualClock().now)
        return try GoogleNewsParser.configured([:]).stage.parse(document)
    }

    private func item(_ title: String, source: String) -> String {
        """
        <item><title>\(title)</title><link>https://news.google.com/rss/articles/CBMiAAA?oc=5</link>
        <guid isPermaLink="false">CBMiAAA</guid><pubDate>Thu, 19 Nov 2026 21:10:00 GMT</pubDate>
        <description>&lt;a href="https://news.google.com/rss/articles/CBMiAAA?oc=5" target="_blank"&gt;\(title)&lt;/a&gt;&amp;nbsp;&amp;nbsp;</description>
        \(source)</item>
        """
    }

    @Test("headline and publisher are told apart, the link list is no summary")
    func headline() throws {
        let source = "<source url=\"https://www.example.jp\">新聞社</source>"
        let entry = try #require(try parse(item("見出し - 新聞社", source: source)).entries.first)
        #expect(entry.title == "見出し")
        #expect(entry.publisher == Publisher(name: "新聞社", url: "https://www.example.jp"))
        #expect(entry.guid == "CBMiAAA")
        #expect(entry.url == "https://news.google.com/rss/articles/CBMiAAA?oc=5")
        #expect(entry.published == Timestamp(rfc3339: "2026-11-19T21:10:00Z"))
        #expect(entry.summary == nil)
        #expect(entry.content == nil)
    }

    @Test(
        "only the exact ending is cut, and once",
        arguments: [
            ("A - B - C", "C", "A - B"), ("A - C - C", "C", "A - C"), ("A - B", "C", "A - B"),
            ("A | NHK - nhk.or.jp", "nhk.or.jp", "A | NHK"),
            ("A - B - C", "B - C", "A"), ("A -C", "C", "A -C"), (" - C", "C", "- C"), ("C", "C", "C"),
        ])
    func titles(text: String, publisher: String, title: String) throws {
        let feed = try parse(item(text, source: "<source url=\"https://x.example\">\(publisher)</source>"))
        #expect(feed.entries.first?.title == title)
    }

    @Test("an entry without a source keeps its title and has no publisher")
    func withoutSource() throws {
        let entry = try #require(try parse(item("A - B", source: "")).entries.first)
        #expect(entry.title == "A - B")
        #expect(entry.publisher == nil)
    }

    @Test("texts that somebody re-indented are trimmed")
    func indented() throws {
        let entry = try #require(
            try parse(
                """
                <item><title>
                    A - B
                </title><link>
                    https://news.google.com/rss/articles/1
                </link><guid isPermaLink="false">
                    1
                </guid><source url="https://b.example">
                    B
                </source></item>
                """
            ).entries.first)
        #expect(entry.title == "A")
        #expect(entry.guid == "1")
        #expect(entry.url == "https://news.google.com/rss/articles/1")
        #expect(entry.publisher?.name == "B")
    }

    @Test("the excuse that a feed is not available is an error, not an article")
    func excuse() {
        let excuse = """
            <item><title>This feed is not available.</title><link>https://news.google.com/?fr_unfepa=1&amp;oc=5</link>
            <guid isPermaLink="false">news:unfepa</guid></item>
            """
        #expect { try parse(excuse) } throws: { ($0 as? StageError)?.code == .feedNotAvailable }
    }

    @Test("a page of consent is no feed")
    func consent() throws {
        let parser = try GoogleNewsParser.configured([:]).stage
        let page = Document(
            bytes: Array("<!DOCTYPE html><html><title>Before you continue</title></html>".utf8),
            fetchedAt: ManualClock().now)
        #expect { try parser.parse(page) } throws: { ($0 as? StageError)?.code == .notAFeed }
    }
}
