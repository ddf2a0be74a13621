import Foundation
import Testing

@Suite("numbers that a filter asks for")
struct BookmarksTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { timezone: Asia/Tokyo, locale: ja }
            defaults: { first_run: all }
            sources:
              papers: { type: file, path: feed.xml }
              club: { type: feed, url: "https://club.example.com/feed", auth: { bearer: { env: TOKEN } } }
            sinks:
              page: { type: file, path: page.md, format: markdown }
              list: { type: file, path: list.jsonl, mode: append, format: jsonl }
            pipelines:
              best:
                sources: [papers, club]
                filters:
                  - bookmarks: { from: hatena }
                  - sort: { by: bookmarks }
                  - take: { entries: 2, rest: wait }
                sinks: [page, list]
            """)
        let items = [
            ("one", "https://a.example.com/1"), ("two", "https://a.example.com/記事?a=1&amp;b=2"),
            ("three", "https://nas.local/3"), ("four", "https://a.example.com/4?utm_source=feed"),
        ]
        .map { "<item><title>\($0.0)</title><guid>\($0.0)</guid><link>\($0.1)</link></item>" }
        try workplace.write(
            "feed.xml", "<rss version='2.0'><channel><title>Papers</title>\(items.joined())</channel></rss>")
        // A link with our credential in it, which is too short to be masked in every text.
        try workplace.write(
            "recorded/0.http",
            """
            GET https://club.example.com/feed

            HTTP 200

            <rss version='2.0'><channel><title>Club</title><item><title>five</title><guid>five</guid>\
            <link>https://club.example.com/tok3n/5</link><pubDate>Mon, 02 Nov 2026 07:00:00 +0900</pubDate></item></channel></rss>
            """)
        try workplace.write("recorded/clock", "2026-11-20T07:00:00+09:00\n")
    }

    /// The addresses in the order in which they are asked for: all have the same date.
    private let query =
        "url=https%3A%2F%2Fa.example.com%2F%25E8%25A8%2598%25E4%25BA%258B%3Fa%3D1%26b%3D2"
        + "&url=https%3A%2F%2Fa.example.com%2F1&url=https%3A%2F%2Fa.example.com%2F4"

    private func answer(_ text: String) throws {
        try workplace.write(
            "recorded/1.http", "GET https://bookmark.hatenaapis.com/count/entries?\(query)\n\n\(text)")
    }

    private func run() throws -> Workplace.Outcome {
        try workplace.run(
            "run", "--replay", "recorded", "--state", "replayed.sqlite", environment: ["TOKEN": "tok3n"])
    }

    @Test("those with the most bookmarks come first in the digest, with their number; private pages are not asked for")
    func ordered() throws {
        try answer(
            """
            HTTP 200
            content-type: application/json

            {"https://a.example.com/1":3,"https://a.example.com/%E8%A8%98%E4%BA%8B?a=1&b=2":1210,"https://a.example.com/4":40}
            """)
        let outcome = try run()
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        let page = workplace.read("page.md")
        let places = ["two", "four"].map { page.range(of: "[\($0)]")?.lowerBound }
        #expect(places.allSatisfy { $0 != nil })
        #expect(page.contains("1,210") && !page.contains("[one]") && !page.contains("[three]"))
        let lines = workplace.lines("list.jsonl")
        #expect(lines.count == 2)
        #expect(
            lines.contains { $0.contains("\"bookmarks\":1210") } && lines.contains { $0.contains("\"bookmarks\":40") })
        // The answers are known now: the next run asks for nothing, although two entries still wait.
        try FileManager.default.removeItem(atPath: workplace.path("recorded/1.http"))
        let second = try run()
        #expect(second.status == 0 && second.errors == "")
        #expect(workplace.read("page.md").contains("[one]"))
    }

    @Test(
        "a service that is down holds nothing and says nothing",
        arguments: ["HTTP 503\n\nno", "ERROR timeout\nseconds: 30\n", ""])
    func down(text: String) throws {
        if !text.isEmpty { try answer(text) }
        let outcome = try run()
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        #expect(workplace.lines("list.jsonl").count == 2)
    }
}
