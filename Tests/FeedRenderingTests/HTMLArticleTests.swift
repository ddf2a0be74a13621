import FeedModel
import Testing

@testable import FeedRendering

@Suite("articles of a page")
struct HTMLArticleTests {
    private static func plain(_ text: String) -> TextContent { .plain(text) }
    private static func html(_ text: String) -> TextContent { .html(UntrustedHTML(markup: "<p>\(text)</p>")) }

    @Test(
        "the texts of a page are bounded together: what no longer fits is said to be too long, and a shorter one may fit",
        arguments: [plain, html] as [@Sendable (String) -> TextContent])
    func bounded(content: @Sendable (String) -> TextContent) {
        let entries = [200, 200, 100, 100].enumerated().map { index, words in
            SampleDigest.entry("k\(index)") {
                $0.title = "Entry \(index)"
                $0.content = content(String(repeating: "word ", count: words))
            }
        }
        let digest = SampleDigest.digest(
            title: "t", locale: .en, sections: [DigestSection(title: "", entries: entries)])
        var article = HTMLArticle(
            words: DigestWords(.en), dates: DigestDates(zone: .utc), sourceTitles: SourceTitles(digest), budget: 1_600)
        let isWhole = entries.map { entry in
            var writer = HTMLWriter()
            article.write(entry, under: "", into: &writer)
            let text = String(decoding: writer.bytes, as: UTF8.self)
            #expect(text.contains("<details>") != text.contains("too long for this page"))
            return text.contains("<details>")
        }
        #expect(isWhole == [true, false, true, false])
    }
}
