import FeedConfiguration
import FeedEngine
import FeedModel
import FeedStages
import FeedTesting
import StandardPlugins
import Testing

@Suite("Sources that are themselves a selection")
struct SelectionSourceTests {
    private static func plan(_ source: String, defaults: String = "{}") throws -> Plan {
        let reader = PlanReader(
            registry: try StandardPlugins.registry(), purpose: .run, variables: ["TZ": "UTC"])
        let text = """
            version: 1
            defaults: \(defaults)
            sources: { one: \(source) }
            sinks: { out: { type: stdout } }
            pipelines: { all: { sources: ["*"], sinks: [out] } }
            """
        let reading = reader.read(Array(text.utf8), path: "config.yaml")
        #expect(reading.diagnostics == [])
        return try #require(reading.plan)
    }

    @Test(
        "are hot entries, trends, top stories and topics, and known feeds of popular articles",
        arguments: [
            "{ type: hatena }", "{ type: hatena, category: it }", "{ type: zenn }", "{ type: google_news }",
            "{ type: google_news, topic: technology }",
            "{ type: feed, url: \"https://qiita.com/popular-items/feed\" }",
            "{ type: feed, url: \"https://b.hatena.ne.jp/hotentry/it.rss\" }",
            "{ type: feed, url: \"https://zenn.dev/feed\" }",
            "{ type: feed, url: \"https://news.google.com/rss?hl=ja&gl=JP&ceid=JP:ja\" }",
            "{ type: feed, url: \"https://blog.example/popular.xml\", selection: yes }",
        ])
    func selections(source: String) throws {
        #expect(try Self.plan(source).sources.map(\.isSelection) == [true])
    }

    @Test(
        "are not searches, tags, users and places, which list all that there is, nor other feeds",
        arguments: [
            "{ type: hatena, search: Swift }", "{ type: zenn, topic: swift }", "{ type: zenn, user: me }",
            "{ type: google_news, search: Swift }", "{ type: qiita, tag: Swift }",
            "{ type: feed, url: \"https://blog.example/popular.xml\" }",
            "{ type: feed, url: \"https://zenn.dev/me/feed\" }",
            "{ type: feed, url: \"https://zenn.dev/topics/swift/feed\" }",
            "{ type: feed, url: \"https://b.hatena.ne.jp/entrylist.rss\" }", "{ type: hatena, selection: no }",
        ])
    func others(source: String) throws {
        #expect(try Self.plan(source).sources.map(\.isSelection) == [false])
    }

    @Test("may be all sources by `defaults:`, and one of them not; the feed stays the same one in the state")
    func defaults() throws {
        let url = "url: \"https://blog.example/feed.xml\""
        let all = try Self.plan("{ type: feed, \(url) }", defaults: "{ selection: yes }")
        let none = try Self.plan("{ type: feed, \(url), selection: no }", defaults: "{ selection: yes }")
        #expect(all.sources.map(\.isSelection) == [true])
        #expect(none.sources.map(\.isSelection) == [false])
        let requests = try [all, none].map { try $0.sources[0].make(.testing()).source.canonicalRequest }
        #expect(requests[0] == requests[1])
    }
}
