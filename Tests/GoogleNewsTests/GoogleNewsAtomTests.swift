import FeedModel
import FeedStages
import FeedTesting
import GoogleNews
import Testing

@Suite("Atom of Google News")
struct GoogleNewsAtomTests {
    private func entry(_ title: String, text: String) throws -> Entry {
        let content = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let document = """
            <?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><generator>NFE/5.0</generator>
            <id>https://news.google.com/atom</id><title>Top stories</title><author><name>Google Inc.</name></author>
            <entry><id>CBMiAAA</id><title type="html">\(title)</title><updated>2026-11-19T21:10:00.000000000Z</updated>
            <link href="https://news.google.com/atom/articles/CBMiAAA?oc=5"/><content type="html">\(content)</content></entry>
            </feed>
            """
        let parser = try GoogleNewsParser.configured([:]).stage
        let feed = try parser.parse(
            Document(bytes: Array(document.utf8), url: "https://news.google.com/atom", fetchedAt: ManualClock().now))
        return try #require(feed.entries.first)
    }

    @Test(
        "Z05 headline and publisher are told apart as in RSS, and Google is nobody's author",
        arguments: [
            ("見出し - 新聞社", "<a href=\"x\">見出し</a>&nbsp;&nbsp;新聞社", "見出し", "新聞社"),
            (
                "A - B - The - Post",
                "<ol><li><a href=\"x\">A - B</a>&nbsp;&nbsp;<font>The - Post</font></li><li>C</li></ol>",
                "A - B", "The - Post"
            ),
            (
                "News - Site", "<a href=\"x\">News - Site</a>&nbsp;&nbsp;<font color=\"#6f6f6f\">Site</font>", "News",
                "Site"
            ),
        ])
    func publisher(title: String, text: String, headline: String, publisher: String) throws {
        let entry = try entry(title, text: text)
        #expect(entry.title == headline)
        #expect(entry.publisher == Publisher(name: publisher))
        #expect(entry.authors == [])
        #expect(entry.content == nil)
        #expect(entry.url == "https://news.google.com/atom/articles/CBMiAAA?oc=5")
    }

    @Test("Z05 a dash whose second half the text does not name as publisher stays in the title")
    func sound() throws {
        let entry = try entry("Spain - Italy 2:1", text: "<a href=\"x\">Spain - Italy 2:1</a>&nbsp;&nbsp;")
        #expect(entry.title == "Spain - Italy 2:1")
        #expect(entry.publisher == nil)
    }
}
