import FeedModel
import FeedStages
import FeedTesting
import GoogleNews
import Testing

@Suite("related coverage of Google News")
struct RelatedCoverageTests {
    private func entry(_ description: String, title: String = "Headline - The Paper") throws -> Entry {
        let escaped = description.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        let text = """
            <?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>News</title><item>
            <title>\(title)</title><link>https://news.google.com/rss/articles/own?oc=5</link><guid>own</guid>
            <description>\(escaped)</description><source url="https://paper.example">The Paper</source></item></channel></rss>
            """
        let document = Document(
            bytes: Array(text.utf8), url: "https://news.google.com/rss", fetchedAt: ManualClock().now)
        return try #require(try GoogleNewsParser.configured([:]).stage.parse(document).entries.first)
    }

    private func item(_ title: String, _ address: String, by publisher: String) -> String {
        "<li><a href=\"\(address)\" target=\"_blank\">\(title)</a>&nbsp;&nbsp;<font color=\"#6f6f6f\">\(publisher)</font></li>"
    }

    @Test("Y26 what others write about a story is kept, with its number, and is no summary")
    func kept() throws {
        let entry = try entry(
            "<ol>" + item("Headline", "https://news.google.com/rss/articles/own?oc=5", by: "The Paper")
                + item("Another &amp; headline - A Site", "https://news.google.com/rss/articles/2?oc=5", by: "A Site")
                + item("Third", "https://news.google.com/rss/articles/3?oc=5", by: "新聞")
                + "<li><strong><a href=\"https://news.google.com/stories/all?oc=5\">View Full Coverage</a></strong></li></ol>"
        )
        #expect(
            entry.related == [
                RelatedArticle(
                    title: "Another & headline", url: "https://news.google.com/rss/articles/2?oc=5",
                    publisher: "A Site"),
                RelatedArticle(
                    title: "Third", url: "https://news.google.com/rss/articles/3?oc=5", publisher: "新聞"),
            ])
        #expect(entry.numbers == ["related": 2])
        #expect(entry.summary == nil)
        #expect(entry.content == nil)
        #expect(entry.title == "Headline")
    }

    @Test(
        "Y26 an entry without related coverage has none, and no number",
        arguments: [
            "<a href=\"https://news.google.com/rss/articles/own?oc=5\">Headline</a>&nbsp;&nbsp;<font>The Paper</font>",
            "",
            "<ol></ol>", "<li>", "<ol><li>no link</li></ol>", "plain text with < and <li",
            "<ol><li><a href=\"https://a.example/own\">Headline</a>&nbsp;&nbsp;<font>The Paper</font></li></ol>",
        ])
    func none(description: String) throws {
        let entry = try entry(description)
        #expect(entry.related == [])
        #expect(entry.numbers == [:])
    }

    @Test("Y26 the publisher of related coverage is known without `font`, or stays unknown")
    func publishers() throws {
        let entry = try entry(
            """
            <ul><li><a href="https://a.example/1">One</a> - A Site</li><li><a href="https://a.example/2">Two</a></li>
            <li>Before <a href="https://a.example/3">Three</a></li>
            <li><a href="https://a.example/4">Four</a><font>\(String(repeating: "x", count: 300))</font></li></ul>
            """)
        #expect(entry.related.map(\.publisher) == ["A Site", nil, nil, nil])
    }

    @Test("Y26 only links to web pages are related coverage, each once, with texts of a length that a headline has")
    func hostile() throws {
        let entry = try entry(
            "<ol>" + item("a", "javascript:alert(1)", by: "x") + item("b", "data:text/html,x", by: "x")
                + item("c", "//a.example/c", by: "x")
                + item("d", "https://a.example/" + String(repeating: "d", count: 3000), by: "x")
                + item(String(repeating: "long ", count: 500), "https://a.example/e", by: "x")
                + item(" ", "https://a.example/f", by: "x")
                + item("g <b>bold</b><script>alert(1)</script>", "https://a.example/g", by: "<i>x</i>\u{1B}")
                + item("again", "https://a.example/g", by: "y") + "<li><a href='  https://a.example/h '>h</ol><p>after")
        #expect(entry.related.map(\.url) == ["https://a.example/c", "https://a.example/g", "https://a.example/h"])
        #expect(entry.related.map(\.title) == ["c", "g bold", "h"])
        #expect(entry.related.map(\.publisher) == ["x", "x", nil])
    }

    @Test("Y26 of a list of lists, or of ten thousand items, there are at most twenty articles")
    func bounded() throws {
        let many = (0..<2_000).map { item("Headline \($0)", "https://a.example/\($0)", by: "x") }.joined()
        #expect(try entry("<ol>\(many)</ol>").related.count == 20)
        let short = (0..<8_000).map { "<li><a href=//a/\($0)>\($0)</a>" }.joined()
        #expect(try entry("<ol>\(short)</ol>").related.count == Entry.mostRelated)
        let tooLong = String(repeating: item("x", "https://a.example/1", by: "x"), count: 10_000)
        #expect(try entry("<ol>\(tooLong)</ol>").related == [])
        let deep = String(repeating: "<ol><li>", count: 2_000) + "<a href=https://a.example/deep>deep</a>"
        #expect(try entry(deep).related.count <= 1)
        let nested = try entry(
            "<ol><li><a href=https://a.example/1>One</a><ol><li><a href=https://a.example/2>Two</a></ol></ol>")
        #expect(nested.related.map(\.url) == ["https://a.example/1"])
    }
}
