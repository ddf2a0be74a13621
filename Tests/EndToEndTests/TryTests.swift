import FeedTesting
import MachineLaboratory
import Testing

@Suite("try")
struct TryTests {
    private static let document = """
        {"meta": [{"id": 1, "name": "x"}], "hits": [
          {"objectID": "1", "title": "A thing", "url": "https://x.example/1", "created_at_i": 1795075200},
          {"objectID": "2", "title": "Ask\\u001b[31m", "created_at_i": 1795075100},
          {"objectID": "3", "title": "More", "url": "https://x.example/3", "created_at_i": 1795075000}]}
        """

    private static func settings(zone: String = "UTC") -> String {
        """
        version: 1
        settings: { timezone: \(zone), network: { allow: ["127.0.0.0/8"] } }
        sinks: { out: { type: file, path: out.jsonl, format: jsonl, mode: append } }
        pipelines: { all: { sources: ["*"], sinks: [out] } }

        """
    }

    private static func configuration(zone: String = "UTC") -> String {
        settings(zone: zone) + "sources: { x: { type: feed, url: \"https://x.example\" } }\n"
    }

    @Test("proposes a source for an address, which check takes and a run delivers")
    func address() throws {
        let server = try #require(LoopbackServer { _ in LoopbackReply(text: Self.document) })
        let place = try Workplace()
        try place.write("config.yaml", Self.configuration())
        let outcome = try place.run("try", "--as", "json", server.url("/search?q=${x}"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.output == """
                # * 1  hits: 3 objects: id, title, link, published
                #   2  meta: 1 object: id, title

                sources:
                  json_list:
                    type: json
                    url: "\(server.url("/search?q=$${x}"))"
                    entries: hits
                    id: objectID
                    title: title
                    link: url
                    published: created_at_i

                # 2026-11-19T08:00:00Z  A thing
                #     https://x.example/1
                # 2026-11-19T07:58:20Z  Ask [31m
                # 2026-11-19T07:56:40Z  More
                #     https://x.example/3

                """)
        // What is printed is a part of a configuration as it stands.
        try place.write("config.yaml", Self.settings() + outcome.output)
        #expect(try place.run("run").status == 0)
        #expect(place.lines("out.jsonl").count == 3)
    }

    @Test("proposes the feed that a page names before the lists on it, and shows what it brings; then a list")
    func page() throws {
        let page = """
            <html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body><ul class="news">
            <li><time datetime="2026-11-19">19 Nov</time> <a href="/1">The first of the news</a></li>
            <li><time datetime="2026-11-18">18 Nov</time> <a href="/2">The second of the news</a></li>
            <li><time datetime="2026-11-17">17 Nov</time> <a href="/3">The third of the news</a></li></ul></body></html>
            """
        let feed = """
            <rss version="2.0"><channel><title>News</title><item><title>From the feed</title>
            <link>https://x.example/1</link><pubDate>Thu, 19 Nov 2026 08:00:00 GMT</pubDate></item></channel></rss>
            """
        let server = try #require(
            LoopbackServer { request in LoopbackReply(text: request.target == "/feed.xml" ? feed : page) })
        let place = try Workplace()
        try place.write("config.yaml", Self.configuration())
        let outcome = try place.run("try", "--as", "html", server.url("/news"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.output == """
                # * 1  the page links to a feed: \(server.url("/feed.xml"))
                #   2  ul.news li: 3 entries: link, published

                sources:
                  feed:
                    type: feed
                    url: "\(server.url("/feed.xml"))"

                # 2026-11-19T08:00:00Z  From the feed
                #     https://x.example/1

                """)
        let second = try place.run("try", "--as", "html", server.url("/news"), "--list", "2")
        #expect(
            second.output.contains(
                """
                    type: html
                    url: "\(server.url("/news"))"
                    entries: "ul.news li"
                    link: "a@href"
                    published: "time@datetime"

                # 2026-11-19T00:00:00Z  The first of the news
                #     \(server.url("/1"))

                """), "\(second.output)")
        try place.write("config.yaml", Self.settings() + second.output)
        #expect(try place.run("run").status == 0)
        #expect(place.lines("out.jsonl").count == 3)
    }

    @Test("reads dates by the configuration's zone, or by that of the system where there is no configuration")
    func zones() throws {
        let place = try Workplace()
        let entries = (1...3).map { "<li>2026-11-1\($0) <a href='https://x.example/\($0)'>News number \($0)</a></li>" }
        try place.write("saved.html", "<ul class=news>\(entries.joined())</ul>")
        func shown(_ variables: [String: String] = [:]) throws -> String {
            try place.run(["try", "--as", "html", "saved.html"], environment: variables).output
        }
        #expect(try shown(["TZ": "America/New_York"]).contains("2026-11-13T00:00:00-05:00  News number 3"))
        try place.write("config.yaml", Self.configuration(zone: "Asia/Tokyo"))
        #expect(try shown(["TZ": "America/New_York"]).contains("2026-11-13T00:00:00+09:00  News number 3"))
    }

    @Test("reads files, takes another list if told to, and says where there is none")
    func files() throws {
        let place = try Workplace()
        try place.write("saved.json", Self.document)
        let outcome = try place.run("try", "--as", "json", "saved.json", "--list", "2")
        #expect(
            outcome.output.contains("    type: file\n    path: \"saved.json\"\n    parser: json\n    entries: meta\n"))
        let third = try place.run("try", "--as", "json", "saved.json", "--list", "3")
        #expect(third.status == 1)
        #expect(third.errors == "kawaraban: try: there are only 2 lists\n")
        try place.write("none.json", "{\"a\": [1, 2]}")
        let none = try place.run("try", "--as", "json", "none.json")
        #expect(none.status == 1)
        #expect(none.errors == "kawaraban: try: nothing looks like a list of entries\n")
        try place.write("none.html", "<ul><li><a href=/1>Nobody knows where this leads</a></ul>")
        #expect(
            try place.run("try", "--as", "html", "none.html").errors
                == "kawaraban: try: nothing looks like a list of entries; relative links in a "
                + "file cannot be resolved: try its URL\n")
        #expect(try place.run("try", "--as", "feed", "none.json").status == 64)
    }
}
