import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import GoogleNews
import Testing

@Suite("What is asked of Google News")
struct GoogleNewsRequestTests {
    private static let japan = "hl=ja&gl=JP&ceid=JP:ja"
    private static let america = "hl=en-US&gl=US&ceid=US:en"

    private func source(_ section: Node, locale: DigestLocale = .en) throws -> GoogleNewsSource {
        try GoogleNewsSource.configured(section, services: .testing(locale: locale)).stage
    }

    @Test("the source keeps to what every stage must keep to")
    func conformance() {
        let samples: [Node] = [
            [:], ["topic": "technology", "edition": "JP:ja"], ["search": "swift when:7d"], ["geo": "札幌"],
            ["url": "https://news.google.com/rss?hl=ja&gl=JP&ceid=JP:ja"],
        ]
        for sample in samples { #expect(StageConformance.problems(of: GoogleNewsSource.self, sample: sample) == []) }
        #expect(StageConformance.problems(of: GoogleNewsParser.self, sample: [:]) == [])
    }

    @Test(
        "top stories, topics, searches and places have addresses of their own",
        arguments: [
            ([:], "rss?\(america)"), (["edition": "JP:ja"], "rss?\(japan)"),
            (["topic": "top", "edition": "JP:ja"], "rss?\(japan)"),
            (["topic": "technology", "edition": "JP:ja"], "rss/headlines/section/topic/TECHNOLOGY?\(japan)"),
            (
                ["search": "swift OR \"機械 学習\" when:7d", "edition": "jp:JA"],
                "rss/search?q=swift%20OR%20%22%E6%A9%9F%E6%A2%B0%20%E5%AD%A6%E7%BF%92%22%20when%3A7d&\(japan)"
            ),
            (["geo": "Tokyo"], "rss/headlines/section/geo/Tokyo?\(america)"),
            (["geo": "New York"], "rss/headlines/section/geo/New%20York?\(america)"),
        ] as [(Node, String)])
    func options(section: Node, path: String) throws {
        #expect(try source(section).canonicalRequest == "https://news.google.com/" + path)
    }

    @Test("Y22: without an edition the locale decides; an edition that is given does")
    func locale() throws {
        #expect(try source([:], locale: .ja).canonicalRequest == "https://news.google.com/rss?\(Self.japan)")
        #expect(
            try source(["topic": "technology"], locale: .ja).canonicalRequest
                == "https://news.google.com/rss/headlines/section/topic/TECHNOLOGY?\(Self.japan)")
        #expect(try source([:], locale: .en).canonicalRequest == "https://news.google.com/rss?\(Self.america)")
        #expect(
            try source(["edition": "US:en"], locale: .ja).canonicalRequest
                == "https://news.google.com/rss?\(Self.america)")
    }

    @Test(
        "an edition's three words agree, odd ones too",
        arguments: [
            ("JP:ja", "hl=ja&gl=JP&ceid=JP:ja"), ("US:en", "hl=en-US&gl=US&ceid=US:en"),
            ("GB:en", "hl=en-GB&gl=GB&ceid=GB:en"),
            ("BR:pt-419", "hl=pt-BR&gl=BR&ceid=BR:pt-419"), ("MX:es-419", "hl=es-419&gl=MX&ceid=MX:es-419"),
            ("TW:zh-Hant", "hl=zh-TW&gl=TW&ceid=TW:zh-Hant"), ("hk:zh-hant", "hl=zh-HK&gl=HK&ceid=HK:zh-Hant"),
            ("CN:zh-Hans", "hl=zh-CN&gl=CN&ceid=CN:zh-Hans"), ("CA:fr", "hl=fr-CA&gl=CA&ceid=CA:fr"),
            ("DE:de", "hl=de&gl=DE&ceid=DE:de"),
        ])
    func editions(edition: String, query: String) throws {
        #expect(
            try source(["edition": Node(stringLiteral: edition)]).canonicalRequest == "https://news.google.com/rss?"
                + query)
    }

    @Test(
        "what is no edition is told",
        arguments: ["JP", "ja", "JP-ja", "JPN:ja", "JP:", ":ja", "JP:ja:x", "J1:ja", "JP:x", "JP:zh-Han"])
    func wrongEditions(edition: String) {
        #expect(GoogleNewsSource.diagnostics(of: ["edition": Node(stringLiteral: edition)]).count == 1)
    }

    @Test(
        "addresses of today, of the site and of old mean the same request",
        arguments: [
            ("https://news.google.com/rss?hl=ja&gl=JP&ceid=JP:ja", "rss?\(japan)"),
            ("https://news.google.com/rss?hl=ja&gl=JP&ceid=JP%3Aja&oc=5", "rss?\(japan)"),
            ("https://news.google.com/?hl=ja&gl=JP&ceid=JP:ja", "rss?\(japan)"),
            ("https://news.google.com/home?hl=ja&gl=JP&ceid=JP:ja", "rss?\(japan)"),
            (
                "https://news.google.com/news/rss/headlines/section/topic/WORLD?ned=jp&hl=ja",
                "rss/headlines/section/topic/WORLD?\(japan)"
            ),
            (
                "http://news.google.com/news/rss/headlines/section/topic/TECHNOLOGY.ja_jp/x?hl=ja",
                "rss/headlines/section/topic/TECHNOLOGY?\(japan)"
            ),
            ("https://news.google.com/news/rss/?ned=us&gl=US&hl=en", "rss?\(america)"),
            (
                "https://news.google.com/news/rss/search/section/q/swift%20linux/swift%20linux?hl=en&gl=US",
                "rss/search?q=swift%20linux&\(america)"
            ),
            (
                "https://news.google.com/news/rss/headlines/section/geo/Tokyo?hl=ja",
                "rss/headlines/section/geo/Tokyo?\(japan)"
            ),
            (
                "http://news.google.com/news?ned=us&topic=t&output=rss",
                "rss/headlines/section/topic/TECHNOLOGY?\(america)"
            ),
            ("http://news.google.com/news?ned=jp&topic=h&output=rss", "rss?\(japan)"),
            (
                "http://news.google.com/news?hl=ja&ned=tjp&q=%E5%9B%B2%E7%A2%81&ie=UTF-8&scoring=d&output=rss",
                "rss/search?q=%E5%9B%B2%E7%A2%81&\(japan)"
            ),
            ("https://news.google.com/?output=rss", "rss?\(america)"),
            (
                "https://news.google.com/news/section?ned=jp&geo=Sapporo&output=rss",
                "rss/headlines/section/geo/Sapporo?\(japan)"
            ),
            (
                "https://news.google.com/atom/headlines/section/topic/HEALTH?ceid=US:en",
                "rss/headlines/section/topic/HEALTH?\(america)"
            ),
            (
                "https://news.google.com/topics/CAAqJggKIiBDQkFTRWdvSUwyMHZNRGRqTVhZU0FtcGhLQUFQAQ?hl=ja&gl=JP&ceid=JP%3Aja",
                "rss/topics/CAAqJggKIiBDQkFTRWdvSUwyMHZNRGRqTVhZU0FtcGhLQUFQAQ?\(japan)"
            ),
            (
                "https://news.google.com/search?q=swift%20when%3A7d&hl=pt-BR&gl=BR&ceid=BR:pt-419",
                "rss/search?q=swift%20when%3A7d&hl=pt-BR&gl=BR&ceid=BR:pt-419"
            ),
            ("https://news.google.com/rss/search?q=x&hl=pt-BR&gl=BR", "rss/search?q=x&hl=pt-BR&gl=BR&ceid=BR:pt-419"),
            ("https://example.com/rss", nil), ("https://news.google.com/rss/articles/CBMi", nil),
            ("ftp://news.google.com/rss", nil),
            ("not an address", nil), ("https://news.google.com/rss/headlines/section/topic/COOKING", nil),
        ] as [(String, String?)])
    func addresses(address: String, path: String?) throws {
        let section: Node = ["url": Node(stringLiteral: address)]
        guard let path else {
            #expect(GoogleNewsSource.diagnostics(of: section).count == 1)
            return
        }
        #expect(GoogleNewsSource.diagnostics(of: section).isEmpty)
        #expect(try source(section).canonicalRequest == "https://news.google.com/" + path)
    }

    @Test("an address and the options that say the same are the same request")
    func sameRequest() throws {
        let address = try source(["url": "https://news.google.com/news/rss/headlines/section/topic/SCIENCE?ned=jp"])
        let options = try source(["topic": "science", "edition": "JP:ja"])
        #expect(address.canonicalRequest == options.canonicalRequest)
        #expect(address.defaultTitle == "Science")
    }

    @Test("topics have the names of the digest's language")
    func titles() throws {
        let topics = [
            "top", "world", "nation", "business", "technology", "entertainment", "sports", "science", "health",
        ]
        let names = try topics.map { topic in
            try source(["topic": Node(stringLiteral: topic), "edition": "JP:ja"], locale: .ja).defaultTitle
        }
        #expect(names == ["トップニュース", "世界", "日本", "ビジネス", "テクノロジー", "エンタメ", "スポーツ", "科学", "健康"])
        #expect(try source([:], locale: .ja).defaultTitle == "トップニュース")
        #expect(try source([:]).defaultTitle == "Top stories")
        #expect(try source(["topic": "nation", "edition": "US:en"], locale: .ja).defaultTitle == "国内")
        #expect(try source(["search": "swift"]).defaultTitle == nil)
    }

    @Test("an unknown topic answered by 404 is a feed that is not available")
    func notFound() async throws {
        let transport = StubTransport()
        let source = try GoogleNewsSource.configured(["geo": "Atlantis"], services: .testing(transport: transport))
            .stage
        transport.answer(source.canonicalRequest, status: 404, text: "<rss/>")
        await #expect {
            try await source.fetch(since: StubPrevious(), into: RecordingWriter())
        } throws: { error in
            (error as? StageError)?.code == .feedNotAvailable && (error as? StageError)?.facts[.status] == "404"
        }
    }
}
