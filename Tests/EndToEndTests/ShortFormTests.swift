import FeedTesting
import Testing

/// What is written in short form and what is declared are the same, for the state, too.
@Suite("short forms and their long forms")
struct ShortFormTests {
    private static let short = """
        version: 1
        settings: { timezone: UTC }
        pipelines:
          p: { sources: ["file:feed.xml", "saved/*.xml"], sinks: ["out/{{pipeline}}.jsonl", stdout, "pages/{{date}}.html"] }
        """
    private static let long = """
        version: 1
        settings: { timezone: UTC }
        sources: { one: { type: file, path: feed.xml }, more: { type: file, path: ["saved/*.xml"] } }
        sinks:
          lines: { type: file, path: "out/{{pipeline}}.jsonl", format: jsonl }
          print: { type: stdout, format: text }
          page: { type: file, path: "pages/{{date}}.html", format: html }
        pipelines:
          p: { sources: [one, more], sinks: [lines, print, page] }
        """

    private static func feed(_ entries: ClosedRange<Int>) -> String {
        let items = entries.map { "<item><title>Entry \($0)</title><guid>entry-\($0)</guid></item>" }
        return "<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>"
    }

    @Test("rewriting one as the other delivers nothing again, and goes on", arguments: [(short, long), (long, short)])
    func rewritten(first: String, second: String) throws {
        let place = try Workplace()
        try place.write("feed.xml", Self.feed(1...5))
        try place.write("saved/a.xml", Self.feed(101...103))
        try place.write("config.yaml", first)
        #expect(try place.run("run").output.contains("Entry 103"))
        #expect(place.lines("out/p.jsonl").count == 8)
        for text in [second, first, second] {
            try place.write("config.yaml", text)
            let outcome = try place.run("run")
            #expect(outcome.status == 0)
            #expect(outcome.output.isEmpty)
            #expect(place.lines("out/p.jsonl").count == 8)
        }
        try place.write("feed.xml", Self.feed(1...6))
        try place.write("config.yaml", first)
        let outcome = try place.run("run")
        #expect(outcome.output.contains("Entry 6"))
        #expect(!outcome.output.contains("Entry 5"))
        #expect(place.lines("out/p.jsonl").count == 9)
    }

    @Test("the same path in other words is the same sink: `./`, `//` and back deliver nothing again")
    func spelledInOtherWords() throws {
        func text(_ sink: String) -> String {
            "version: 1\npipelines:\n  p: { sources: [\"file:feed.xml\"], sinks: [\(sink)] }\n"
        }
        let sinks = [
            "out/a.jsonl", "./out/a.jsonl", "out//a.jsonl", ".//out/./a.jsonl", "file:out/a.jsonl", "out/a.jsonl",
        ]
        let place = try Workplace()
        for (index, sink) in sinks.enumerated() {
            try place.write("feed.xml", Self.feed(1...(5 + index)))
            try place.write("config.yaml", text("\"\(sink)\""))
            let outcome = try place.run("run")
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(sink) \(outcome)")
            #expect(place.lines("out/a.jsonl").count == 5 + index, "\(sink)")
        }
        // Two of them at once would write one file.
        try place.write("config.yaml", text("\"out/a.jsonl\", \"./out//a.jsonl\""))
        let both = try place.run("check")
        #expect(both.status != 0 && both.output.contains("writes the same file as"), "\(both)")
    }

    /// A source of each kind in short form and in others, the request that it sends, and what comes back.
    private static let services: [(forms: [String], address: String, body: String)] = [
        (
            ["\"qiita:tag:Swift\"", "{ type: qiita, query: \"tag:Swift\" }", "\"qiita:query=tag:Swift\""],
            "https://qiita.com/api/v2/items?query=tag%3ASwift&per_page=100",
            """
            [{"id":"0123456789abcdef0123","title":"Entry 1","url":"https://qiita.com/a/items/0123456789abcdef0123",\
            "created_at":"2026-11-19T09:00:00+09:00","updated_at":"2026-11-19T09:00:00+09:00","tags":[],\
            "user":{"id":"a"},"likes_count":1,"rendered_body":"<p>x</p>"}]
            """
        ),
        (
            ["\"zenn:swift\"", "{ type: zenn, topic: swift }", "\"zenn:topic=swift\""],
            "https://zenn.dev/topics/swift/feed", feed(1...1)
        ),
        (
            ["\"zenn:@someone\"", "{ type: zenn, user: someone }"], "https://zenn.dev/someone/feed", feed(1...1)
        ),
        (
            ["\"hatena:it\"", "{ type: hatena, category: it }"], "https://b.hatena.ne.jp/hotentry/it.rss", feed(1...1)
        ),
        (
            ["\"google_news:Linux\"", "{ type: google_news, search: Linux }"],
            "https://news.google.com/rss/search?q=Linux&hl=ja&gl=JP&ceid=JP:ja", feed(1...1)
        ),
        (
            [
                "\"https://x.example/feed\"", "{ type: feed, url: \"https://x.example/feed\" }",
                "\"feed:HTTPS://X.example:443/feed\"", "{ type: feed, url: \"feed://x.example/feed\" }",
            ],
            "https://x.example/feed", feed(1...1)
        ),
    ]

    @Test("a source of each service is the same in every form: nothing is delivered again", arguments: services)
    func rewrittenSource(forms: [String], address: String, body: String) throws {
        let place = try Workplace()
        try place.write("recorded/clock", "2026-11-20T07:00:00+09:00\n")
        try place.write("recorded/1.http", "GET \(address)\n\nHTTP 200\n\n\(body)\n")
        for form in forms + forms.prefix(1) {
            let (name, declared) = form.hasPrefix("{") ? ("one", "sources: { one: \(form) }\n") : (form, "")
            try place.write(
                "config.yaml",
                """
                version: 1
                settings: { locale: ja, timezone: Asia/Tokyo }
                defaults: { first_run: all }
                \(declared)pipelines:
                  p: { sources: [\(name)], sinks: ["out.jsonl"] }

                """)
            let outcome = try place.run("run", "--replay", "recorded", "--state", "state.sqlite")
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(form) \(outcome)")
            #expect(place.lines("out.jsonl").count == 1, "\(form) \(outcome)")
        }
    }

    @Test("status, list, why and state know a short form by its text")
    func commands() throws {
        let place = try Workplace()
        try place.write("feed.xml", Self.feed(1...2))
        try place.write("saved/a.xml", Self.feed(101...101))
        try place.write("config.yaml", Self.short)
        #expect(try place.run("run").status == 0)
        #expect(try place.run("status", "file:feed.xml").status == 0)
        #expect(try place.run("list", "--source", "file:feed.xml").output.contains("Entry 2"))
        #expect(try place.run("why", "e1").output.contains("sink \"out/{{pipeline}}.jsonl\": delivered"))
        #expect(try place.run("state", "replay", "--sink", "stdout", "--since", "1d").status == 0)
        #expect(try place.run("run").output.contains("Entry 1"))
        let unknown = try place.run("list", "--source", "file:fed.xml")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("did you mean \"file:feed.xml\"?"))
    }
}
