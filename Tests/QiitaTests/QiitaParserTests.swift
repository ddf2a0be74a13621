import FeedModel
import FeedStages
import FeedTesting
import Qiita
import Testing

@Suite("JSON of Qiita")
struct QiitaParserTests {
    private func parse(_ text: String) throws -> Feed {
        let parser = try QiitaParser.configured([:]).stage
        return try parser.parse(Document(bytes: Array(text.utf8), fetchedAt: ManualClock().now))
    }

    private func refusal(of text: String) -> StageError? {
        do {
            _ = try parse(text)
            return nil
        } catch {
            return error as? StageError
        }
    }

    @Test("an article becomes an entry with its numbers, tags and dates")
    func article() throws {
        let entry = try #require(try parse(QiitaPages.page([31])).entries.first)
        #expect(entry.guid == "0000000000000000001f")
        #expect(entry.title == "Article 31")
        #expect(entry.url == "https://qiita.com/mika/items/0000000000000000001f")
        #expect(entry.published == Timestamp(rfc3339: "2026-11-19T12:00:00Z"))
        #expect(entry.updated == Timestamp(rfc3339: "2026-11-19T12:30:00Z"))
        #expect(entry.authors == [Person(name: "mika", url: "https://qiita.com/mika")])
        #expect(entry.categories == [Category(term: "Swift")])
        #expect(entry.numbers == ["likes": 31, "stocks": 2, "comments": 0])
        #expect(entry.content == .html(UntrustedHTML(markup: "<p>Text 31</p>", base: "https://qiita.com/")))
        #expect(entry.summary == nil)
    }

    @Test("X19: a value nested too deep costs no article, and is told")
    func depth() throws {
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        let page = QiitaPages.page([31, 32]).replacing("{", with: "{\"deep\":\(deep),", maxReplacements: 1)
        let feed = try parse(page)
        #expect(feed.entries.map(\.title) == ["Article 31", "Article 32"])
        #expect(feed.repairs == [Repair(code: "too_deep")])
    }

    @Test("a name is shown where a user has one, else the id")
    func names() throws {
        func author(_ user: String) throws -> Person? {
            try parse("[{\"id\":\"\(QiitaPages.id(1))\",\"title\":\"T\",\"user\":\(user)}]").entries.first?.authors
                .first
        }
        #expect(try author("{\"id\":\"mika\",\"name\":\"佐藤 美香\"}")?.name == "佐藤 美香")
        #expect(try author("{\"id\":\"mika\",\"name\":null}")?.name == "mika")
        #expect(
            try author("{\"id\":\"mika@github\",\"name\":\" \"}")
                == Person(name: "mika@github", url: "https://qiita.com/mika%40github"))
        #expect(try author("null") == nil)
    }

    @Test("articles of 2013 without likes, of version 1 and with nothing but a title and id are read")
    func oldSchemas() throws {
        let bare = try #require(try parse("[{\"id\":\"\(QiitaPages.id(7))\",\"title\":\"Old\"}]").entries.first)
        #expect(bare.numbers.isEmpty)
        #expect(bare.url == "https://qiita.com/items/\(QiitaPages.id(7))")
        let version1 = try parse(
            """
            [{"id":12078,"uuid":"\(QiitaPages.id(8))","title":"Gauche で書く","body":"<p>text</p>","stock_count":1,
            "user":{"name":"naoya","url_name":"naoya_t"},"tags":[{"name":"Gauche","url_name":"Gauche"}],
            "created_at":"2012-12-20 03:24:37 +0900","created_at_as_seconds":1355941477,
            "url":"http://qiita.com/items/\(QiitaPages.id(8))"}]
            """)
        let entry = try #require(version1.entries.first)
        #expect(entry.guid == QiitaPages.id(8))
        #expect(entry.published == Timestamp(seconds: 1_355_941_477))
        #expect(entry.numbers == ["stocks": 1])
        #expect(entry.authors.first?.url == "https://qiita.com/naoya_t")
        #expect(entry.content != nil)
    }

    @Test("lists as clients save them are read: wrapped, as text in a string, and one article alone")
    func shapes() throws {
        let article = QiitaPages.article(5)
        let escaped = "[\(article)]".replacing("\"", with: "\\\"").replacing("<", with: "\\u003c")
        for text in [
            "{\"items\":[\(article)]}", "{\"fetched_at\":\"x\",\"articles\":[\(article)]}", article,
            "\u{FEFF}[\(article)]",
        ] {
            #expect(try parse(text).entries.map(\.title) == ["Article 5"])
        }
        let inString = try parse("{\"id\":\"qiita_items\",\"items\":\"\(escaped)\"}")
        #expect(
            inString.entries.first?.content == .html(UntrustedHTML(markup: "<p>Text 5</p>", base: "https://qiita.com/"))
        )
        #expect(try parse("[]").entries.isEmpty)
    }

    @Test("a list that an editor saved again in CP932 is read, backslashes inside characters and all")
    func savedInCP932() throws {
        // 表示 and ソート end in or hold the byte of a backslash.
        let words: [UInt8] = [0x95, 0x5C, 0x8E, 0xA6, 0x82, 0xCC, 0x83, 0x5C, 0x81, 0x5B, 0x83, 0x67]
        let more: [UInt8] = [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x82, 0xCC, 0x8B, 0x4C, 0x8E, 0x96]
        let bytes = Array("[{\"id\":\"\(QiitaPages.id(1))\",\"title\":\"".utf8) + words + more + Array("\"}]".utf8)
        let parser = try QiitaParser.configured([:]).stage
        let feed = try parser.parse(Document(bytes: bytes, fetchedAt: ManualClock().now))
        #expect(feed.entries.map(\.title) == ["表示のソート日本語の記事"])
    }

    @Test("titles stand on one line, hostile numbers and addresses are left out")
    func hostile() throws {
        let entry = try #require(
            try parse(
                """
                [{"id":"\(QiitaPages.id(1))","title":" a\\n\\tb\\u0000c ","url":"/mika/items/1","likes_count":-3,
                "stocks_count":1e999,"comments_count":"9","created_at":"yesterday","tags":[{"name":""},{},null,"Go"]}]
                """
            ).entries.first)
        #expect(entry.title == "a b c")
        #expect(entry.url == "https://qiita.com/mika/items/1")
        #expect(entry.numbers.isEmpty)
        #expect(entry.published == nil)
        #expect(entry.categories == [Category(term: "Go")])
    }

    @Test("what is no article in a list is passed over and counted")
    func mixed() throws {
        let feed = try parse("[\(QiitaPages.article(1)),{\"created_at\":\"x\"},null,7]")
        #expect(feed.entries.count == 1)
        #expect(feed.repairs == [Repair(code: "unusable_items", count: 3)])
    }

    @Test(
        "other JSON is refused with what was found",
        arguments: [
            ("{\"message\":\"Not found\",\"type\":\"not_found\"}", "JSON object with `message`, `type`"),
            ("{\"id\":\"yaotti\",\"name\":\"H\"}", "JSON object with `id`, `name`"), ("7", "a single JSON value"),
            ("[{\"user\":{\"id\":\"x\"}}]", "JSON list without articles"),
        ])
    func refused(text: String, found: String) {
        let error = refusal(of: text)
        #expect(error?.code == .notAFeed)
        #expect(error?.text(of: .found, in: .en) == found)
    }

    @Test("what is no JSON is refused", arguments: ["", "<html>", "[{", "\u{0}"])
    func noJSON(text: String) { #expect(refusal(of: text)?.code == .notAFeed) }
}
