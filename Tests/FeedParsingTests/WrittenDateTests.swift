import FeedModel
import FeedParsing
import FeedRendering
import Testing

@Suite("Dates as they were written")
struct WrittenDateTests {
    private func item(_ text: String) throws -> String {
        let text = "<rss version=\"2.0\"><channel><item><guid>1</guid>\(text)</item></channel></rss>"
        let feed = try FeedReader.read(Array(text.utf8), contentType: nil, url: nil)
        return String(decoding: JSONFeedDocument.render(feed: feed), as: UTF8.self)
    }

    @Test(
        "Z16 parse prints a date by the clock that it was written by, and in UTC if nobody knows",
        arguments: [
            ("Fri, 20 Nov 2026 07:00:00 +0900", "2026-11-20T07:00:00+09:00"),
            ("2026-11-20T07:00:00-03:30", "2026-11-20T07:00:00-03:30"),
            ("20 Nov 2026 07:00 EST", "2026-11-20T07:00:00-05:00"),
            ("Fri, 20 Nov 2026 07:00:00 GMT", "2026-11-20T07:00:00Z"), ("2026-11-20 07:00:00", "2026-11-20T07:00:00Z"),
            ("1795125600", "2026-11-19T22:00:00Z"), ("2026年11月20日 7時 日本時間", "2026-11-20T07:00:00+09:00"),
        ])
    func offset(text: String, expected: String) throws {
        let json = try item("<pubDate>\(text)</pubDate>")
        #expect(json.contains("\"date_published\":\"\(expected)\""))
        #expect(try item("<lastBuildDate>\(text)</lastBuildDate>").contains("\"date_modified\":\"\(expected)\""))
    }

    @Test("Z16 the dates of a feed and of JSON Feed keep their offsets, too")
    func others() throws {
        let rss = """
            <rss version="2.0"><channel><pubDate>Fri, 20 Nov 2026 07:00:00 +0900</pubDate>
            <lastBuildDate>2026-11-20T08:00:00+01:00</lastBuildDate></channel></rss>
            """
        let feed = try FeedReader.read(Array(rss.utf8), contentType: nil, url: nil)
        let text = String(decoding: JSONFeedDocument.render(feed: feed), as: UTF8.self)
        #expect(text.contains("\"date_published\":\"2026-11-20T07:00:00+09:00\""))
        #expect(text.contains("\"date_modified\":\"2026-11-20T08:00:00+01:00\""))
        let json = """
            {"version":"https://jsonfeed.org/version/1.1","title":"t","items":[{"id":"1",
            "date_published":"2026-11-20T07:00:00+09:00","date_modified":"2026-11-20T07:00:00Z"}]}
            """
        let entry = try #require(try FeedReader.read(Array(json.utf8), contentType: nil, url: nil).entries.first)
        let item = String(decoding: JSONFeedDocument.render(entry: entry), as: UTF8.self)
        #expect(item.contains("\"date_published\":\"2026-11-20T07:00:00+09:00\""))
        #expect(item.contains("\"date_modified\":\"2026-11-20T07:00:00Z\""))
    }
}
