import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Hatena
import Testing

@Suite("The hatena source")
struct HatenaSourceTests {
    @Test("keeps to what every stage must keep to")
    func conformance() {
        #expect(
            StageConformance.problems(of: HatenaSource.self, sample: ["category": "it", "min_users": "50"]) == [])
        #expect(StageConformance.problems(of: HatenaSource.self, sample: [:]) == [])
        #expect(StageConformance.problems(of: HatenaParser.self, sample: ["min_users": "50"]) == [])
    }

    @Test("Y14 where Hatena finds nothing, the option is named that asked for it")
    func nothingThere() async throws {
        let transport = StubTransport()
        transport.answer("https://b.hatena.ne.jp/hotentry/it.rss", status: 404, text: "no")
        let source = try HatenaSource.configured(["category": "it"], services: .testing(transport: transport)).stage
        let error = await #expect(throws: StageError.self) {
            try await source.fetch(since: StubPrevious(), into: RecordingWriter())
        }
        #expect(error?.facts[.option] == "category")
    }

    @Test(
        "asks for hot entries, those of a category, or a search",
        arguments: [
            ([:], "hotentry.rss"), (["category": "it", "min_users": "100"], "hotentry/it.rss"),
            (["search": "Swift"], "q/Swift?mode=rss&sort=recent&users=1"),
            (
                ["search": "機械 学習", "min_users": "50"],
                "q/%E6%A9%9F%E6%A2%B0%20%E5%AD%A6%E7%BF%92?mode=rss&sort=recent&users=50"
            ),
        ] as [(Node, String)])
    func addresses(section: Node, path: String) async throws {
        let transport = StubTransport()
        transport.answer("https://b.hatena.ne.jp/" + path, text: "<rdf/>")
        let source = try HatenaSource.configured(section, services: .testing(transport: transport)).stage
        try await source.fetch(since: StubPrevious(), into: RecordingWriter())
        #expect(transport.urls == ["https://b.hatena.ne.jp/" + path])
    }

    @Test("refuses a category beside a search, one that there is not, and numbers out of range")
    func mistakes() {
        #expect(HatenaSource.diagnostics(of: ["category": "it", "search": "x"]).count == 1)
        #expect(HatenaSource.diagnostics(of: ["category": "cooking"]).count == 1)
        #expect(HatenaSource.diagnostics(of: ["min_users": "0"]).count == 1)
        #expect(HatenaSource.diagnostics(of: ["search": " "]).count == 1)
    }

    private func page(_ number: Int, users: String) -> String {
        """
        <item rdf:about="https://example.com/\(number)"><title>&#x65E5;&#x672C; \(number)</title><link>https://example.com/\(number)</link>
        <dc:date>2026-11-19T20:00:00Z</dc:date><dc:subject>IT</dc:subject>\(users)</item>
        """
    }

    private func entries(_ section: Node, _ items: String) throws -> [Entry] {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?><rdf:RDF xmlns="http://purl.org/rss/1.0/"
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:hatena="http://www.hatena.ne.jp/info/xmlns#"><channel rdf:about="https://b.hatena.ne.jp/hotentry/it">
            <title>&#x4EBA;&#x6C17;</title><link>https://b.hatena.ne.jp/hotentry/it</link></channel>\(items)</rdf:RDF>
            """
        return try HatenaParser.configured(section).stage.parse(
            Document(
                bytes: Array(text.utf8), url: "https://b.hatena.ne.jp/hotentry/it.rss", fetchedAt: ManualClock().now)
        ).entries
    }

    @Test("bookmarks become a number, and pages with too few users are left out")
    func minimum() throws {
        let items =
            page(1, users: "<hatena:bookmarkcount>120</hatena:bookmarkcount>")
            + page(2, users: "<hatena:bookmarkcount>49</hatena:bookmarkcount>") + page(3, users: "")
        #expect(try entries([:], items).map { $0.numbers["bookmarks"] } == [120, 49, nil])
        #expect(try entries(["min_users": "50"], items).map(\.title) == ["日本 1", "日本 3"])
    }

    @Test("what is no feed is refused")
    func refused() throws {
        let parser = try HatenaParser.configured([:]).stage
        let page = Document(bytes: Array("<!DOCTYPE html><html></html>".utf8), fetchedAt: ManualClock().now)
        #expect { try parser.parse(page) } throws: { ($0 as? StageError)?.code == .notAFeed }
    }
}
