import FeedModel
import Testing

@testable import FeedRendering

/// What others write about the story of an entry, on the page and in JSON.
@Suite("related articles")
struct RelatedLineTests {
    private func digest(_ related: [RelatedArticle], count: Int = 1, locale: DigestLocale = .ja) -> Digest {
        let entries = (0..<count).map { index in
            SampleDigest.entry("n\(index)", source: ("news", "ニュース")) {
                $0.title = "見出し\(index)"
                $0.url = "https://news.example/\(index)"
                $0.summary = .plain("記事の内容\(index)について。")
                $0.related = related
                $0.numbers = related.isEmpty ? [:] : ["related": related.count]
            }
        }
        return SampleDigest.digest(
            title: "t", locale: locale, sections: [DigestSection(title: "ニュース", entries: entries)])
    }

    private func articles(_ count: Int) -> [RelatedArticle] {
        (1...count).map { RelatedArticle(title: "記事\($0)", url: "https://a.example/\($0)", publisher: "媒体\($0)") }
    }

    private func page(_ digest: Digest) -> String { String(decoding: HTMLDigest.render(digest), as: UTF8.self) }

    @Test("Y26 a card has one line of at most three related articles, with their publishers, and says how many more")
    func line() throws {
        let text = page(digest(articles(5)))
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("<p class=\"related\">") })
        #expect(
            line == """
                <p class="related">関連: \
                <bdi><a href="https://a.example/1" rel="noopener noreferrer">記事1</a>（媒体1）</bdi>\u{A0}· \
                <bdi><a href="https://a.example/2" rel="noopener noreferrer">記事2</a>（媒体2）</bdi>\u{A0}· \
                <bdi><a href="https://a.example/3" rel="noopener noreferrer">記事3</a>（媒体3）</bdi> ほか2件</p>
                """)
        #expect(!text.contains("<span class=\"number\">"))
        #expect(!page(digest(articles(3))).contains("ほか"))
        #expect(!page(digest([])).contains("<p class=\"related\">"))
        #expect(page(digest(articles(5), locale: .en)).contains("</bdi> and 2 more</p>"))
    }

    @Test("Y26 a brief entry has the number of its related articles instead of the line")
    func brief() {
        let text = page(digest(articles(2), count: 20))
        #expect(text.count(of: "<p class=\"related\">") == 4)
        #expect(text.count(of: "<span class=\"number\">関連 <b>2</b></span>") == 16)
    }

    @Test("Y26 hostile related articles stay text, and those that are no web page are left out")
    func hostile() {
        let text = page(
            digest([
                RelatedArticle(
                    title: "</p><script>alert(1)</script>", url: "https://a.example/\"><b>", publisher: "<i>"),
                RelatedArticle(title: "click", url: "javascript:alert(1)"),
                RelatedArticle(title: " \u{202E}", url: "https://a.example/"),
            ]))
        #expect(text.contains("&lt;/p&gt;&lt;script&gt;alert(1)"))
        #expect(!text.contains("<script"))
        #expect(!text.contains("javascript:"))
        #expect(!text.contains("ほか"))
    }

    @Test("Y26 the JSON of an entry has all related articles")
    func json() {
        func json(_ related: [RelatedArticle]) -> String {
            String(decoding: JSONLinesDigest.render(digest(related)), as: UTF8.self)
        }
        let one = RelatedArticle(title: "a", url: "https://a.example/")
        #expect(json([one]).contains("\"related\":[{\"title\":\"a\",\"url\":\"https://a.example/\"}]"))
        #expect(json(articles(5)).contains("\"publisher\":\"媒体5\""))
        #expect(!json([]).contains("\"related\":["))
    }
}

extension String {
    /// How often a text stands in this one.
    func count(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
