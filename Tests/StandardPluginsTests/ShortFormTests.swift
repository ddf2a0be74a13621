import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedStages
import FeedTesting
import StandardPlugins
import Testing

/// One grammar of sources and sinks in a line, for configurations and the command line.
@Suite("short forms")
struct ShortFormTests {
    private static func node(_ text: String) -> Node {
        Node(.scalar(text, isQuoted: true), at: Place(file: "config.yaml", line: 1, column: 1))
    }

    /// The long form as `{ type: zenn, topic: swift }`, or nil if the text can only be a name.
    private static func long(_ text: String, as kind: ShortForm.Kind = .source) throws -> String? {
        let form = ShortForm(try StandardPlugins.registry())
        return try form.node(of: node(text), as: kind, at: "").map(written)
    }

    private static func written(_ node: Node) -> String {
        node.scalar ?? "{ \((node.map ?? []).map { "\($0.key): \(written($0.value))" }.joined(separator: ", ")) }"
    }

    @Test(
        "a source means the same as its long form",
        arguments: [
            ("zenn:swift", "{ type: zenn, topic: swift }"),
            ("zenn:@someone", "{ type: zenn, user: @someone }"),
            ("zenn:user=someone", "{ type: zenn, user: someone }"),
            ("zenn", "{ type: zenn }"),
            ("qiita:tag:Swift", "{ type: qiita, query: tag:Swift }"),
            ("qiita:tag=Swift", "{ type: qiita, tag: Swift }"),
            ("qiita:@someone", "{ type: qiita, user: @someone }"),
            ("hatena:it", "{ type: hatena, category: it }"),
            ("hatena:search=a=b, c", "{ type: hatena, search: a=b, c }"),
            ("google_news:Linux when:7d", "{ type: google_news, search: Linux when:7d }"),
            ("google_news: 100% ", "{ type: google_news, search: 100% }"),
            ("google_news:1+1=2", "{ type: google_news, search: 1+1=2 }"),
            ("google_news", "{ type: google_news }"),
            ("https://x.example/feed?a=b&c=%20d", "{ type: feed, url: https://x.example/feed?a=b&c=%20d }"),
            ("HTTP://X.example/a:b", "{ type: feed, url: HTTP://X.example/a:b }"),
            ("feed://x.example/", "{ type: feed, url: feed://x.example/ }"),
            ("feed:https://x.example/?a=b=c", "{ type: feed, url: https://x.example/?a=b=c }"),
            ("feed:url=https://x.example/", "{ type: feed, url: https://x.example/ }"),
            ("saved/a.xml", "{ type: file, path: saved/a.xml }"),
            ("./saved/*.XML", "{ type: file, path: ./saved/*.XML }"),
            ("file:saved/a", "{ type: file, path: saved/a }"),
            ("-", "{ type: file, path: - }"),
            ("command:./tides.py", "{ type: command, run: ./tides.py }"),
        ])
    func sources(text: String, long: String) throws { #expect(try Self.long(text) == long) }

    @Test(
        "a sink means the same as its long form, and its suffix names the format",
        arguments: [
            (
                "digests/{{pipeline}}-{{date}}.html",
                "{ type: file, path: digests/{{pipeline}}-{{date}}.html, format: html }"
            ),
            ("a.md", "{ type: file, path: a.md, format: markdown }"),
            ("a.b.TXT", "{ type: file, path: a.b.TXT, format: text }"),
            ("/var/a.json", "{ type: file, path: /var/a.json, format: json }"),
            ("a.jsonl", "{ type: file, path: a.jsonl, format: jsonl }"),
            ("public/feed.xml", "{ type: file, path: public/feed.xml, format: atom }"),
            ("file:a b.atom", "{ type: file, path: a b.atom, format: atom }"),
            ("file:path=a=b.html", "{ type: file, path: a=b.html, format: html }"),
            ("stdout", "{ type: stdout }"),
            ("-", "{ type: stdout }"),
        ])
    func sinks(text: String, long: String) throws { #expect(try Self.long(text, as: .sink) == long) }

    @Test(
        "a filter in a line is the filter of that name",
        arguments: [
            ("newer_than:7d", "{ newer_than: 7d }"), ("take:50", "{ take: 50 }"), ("use:tidy", "{ use: tidy }"),
            ("command:./x.py", "{ command: { run: ./x.py } }"),
        ])
    func filters(text: String, long: String) throws { #expect(try Self.long(text, as: .filter) == long) }

    @Test("a name is no short form", arguments: ["blog", "blog_*", "news.2026", "*", "*.xml", "a?b", ""])
    func names(text: String) throws {
        #expect(try Self.long(text) == nil)
        #expect(try Self.long(text, as: .filter) == nil)
    }

    @Test(
        "a wrong one has a sentence with the cure",
        arguments: [
            ("zen:swift", "there is no source `zen`", "did you mean `zenn:swift`?"),
            ("Zenn:swift", "there is no source `Zenn`", "did you mean `zenn:swift`?"),
            ("zenn：swift", "there is no source \"zenn：swift\"", "did you mean `zenn:swift`?"),
            ("zenn:topik=swift", "`zenn` has no option `topik`", "did you mean `zenn:topic=swift`?"),
            (
                "google_news:language=Swift", "`google_news` has no option `language`",
                "if all of it is the value, write `google_news:search=language=Swift`"
            ),
            ("zenn:", "`zenn` needs a value", "write `zenn:VALUE`; `kawaraban plugins zenn` says which"),
            ("feed", "`feed` needs a value", "write `feed:VALUE`; `kawaraban plugins feed` says which"),
            (
                "swift.org/atom.xml", "\"swift.org/atom.xml\" is no address: it has no https://",
                "write `https://swift.org/atom.xml`; or, for a file, `./swift.org/atom.xml`"
            ),
            (
                "ftp://x.example/", "\"ftp://x.example/\" is no http or https address",
                "only http and https can be fetched"
            ),
            ("zenn:a\u{1}b", "\"zenn:a\u{1}b\" has control or invisible characters", "remove them"),
            ("zenn:a\u{202E}b", "\"zenn:a\u{202E}b\" has control or invisible characters", "remove them"),
        ])
    func mistakes(text: String, what: String, cure: String) throws {
        do {
            Issue.record("\(text) was read as \(try Self.long(text) ?? "a name")")
        } catch let mistake as ShortForm.Mistake {
            #expect(mistake.what.description == what)
            #expect(mistake.cure?.description == cure)
        }
    }

    @Test("a very long one is refused, and the sentence is short")
    func long() throws {
        #expect(try Self.long("zenn:" + String(repeating: "a", count: 1000)) != nil)
        do {
            _ = try Self.long("zenn:" + String(repeating: "a", count: 1_000_000))
            Issue.record("it was accepted")
        } catch let mistake as ShortForm.Mistake {
            #expect(mistake.what.description == "this short form is longer than 2000 bytes")
        }
    }

    @Test(
        "no secret stands in a short form, whose text is shown",
        arguments: [
            ("https://x.example/?token=abcdef", ShortForm.Kind.source), ("https://me:pw@x.example/", .source),
            ("feed:https://x.example/?Key=abcdef", .source), ("qiita:token=abcdef", .source),
            ("slack:https://hooks.example/abcdef", .sink), ("discord", .sink), ("webhook:url=https://x.example", .sink),
        ])
    func secrets(text: String, kind: ShortForm.Kind) throws {
        do {
            Issue.record("\(text) was read as \(try Self.long(text, as: kind) ?? "a name")")
        } catch let mistake as ShortForm.Mistake {
            #expect(!mistake.what.description.contains("abcdef"))
            #expect(mistake.cure?.description.contains("{ env: VARIABLE }") == true)
        }
    }

    private static func lines(_ text: String) throws -> [String] {
        try ConfigurationTests.read("version: 1\n" + text, for: .check).diagnostics.map(\.description)
    }

    @Test("the first configuration of the README needs neither sources nor sinks of its own")
    func first() throws {
        let reading = try ConfigurationTests.read(
            """
            version: 1
            pipelines:
              morning:
                schedule: "0 7 * * *"
                sources: ["qiita:tag:Swift", "zenn:swift", "hatena:it", "https://www.swift.org/atom.xml"]
                filters: [ { newer_than: 7d }, { take: 50 } ]
                sinks: ["digests/{{pipeline}}-{{date}}.html"]
            """)
        #expect(reading.diagnostics.isEmpty)
        let plan = try #require(reading.plan)
        #expect(plan.sources.map(\.type) == ["qiita", "zenn", "hatena", "feed"])
        // The name of a short form is its text.
        #expect(plan.pipelines[0].sources == plan.sources.map(\.name))
        #expect(plan.sources.map(\.name).last == "https://www.swift.org/atom.xml")
        #expect(plan.pipelines[0].sinks == ["digests/{{pipeline}}-{{date}}.html"])
    }

    @Test("a declared name counts, also where it could be a path, and `check` says so")
    func declaredNames() throws {
        let text = """
            sources: { zenn: { type: hatena } }
            sinks: { stdout: { type: file, path: x, format: text }, page.html: { type: stdout } }
            pipelines: { p: { sources: [zenn], sinks: [stdout, page.html] } }
            """
        #expect(
            try Self.lines(text) == [
                "config.yaml:4:52: warning: pipelines.p.sinks[1]: `page.html` is a declared name, and could be a path; the "
                    + "name counts (write `./page.html` if you mean the path)"
            ])
        let plan = try #require(try ConfigurationTests.read("version: 1\n" + text, for: .check).plan)
        #expect(plan.sources.map(\.type) == ["hatena"])
    }

    @Test("mistakes within a short form stand at its place; a second one for the same feed is told")
    func places() throws {
        let text = """
            sources: { swift: { type: zenn, topic: swift } }
            pipelines:
              p:
                sources: [swift, "zenn:swift", "hatena:programming", zenn: swift]
                sinks: ["pages/{{dat}}.html", stdot]
            """
        #expect(
            try Self.lines(text) == [
                "config.yaml:5:22: error: `zenn:swift` fetches the same as sources.swift (remove one; several pipelines can "
                    + "use the other)",
                "config.yaml:5:36: error: pipelines.p.sources[2].category: expected all, social, economics, life, "
                    + "knowledge, it, fun, entertainment or game, found \"programming\"",
                "config.yaml:5:58: error: pipelines.p.sources: expected a name, found a map (write \"zenn:swift\", with "
                    + "quotation marks and without a blank)",
                "config.yaml:6:13: error: pipelines.p.sinks[0].path: there is no placeholder `{{dat}}` (did you mean "
                    + "`{{date}}`?)",
                "config.yaml:6:35: error: pipelines.p.sinks: there is no sink \"stdot\" (did you mean `stdout`?)",
            ])
    }

    @Test("several pipelines may share one; a pattern means declared sources alone; filters know its name")
    func shared() throws {
        let text = """
            sources: { blog: { type: feed, url: "https://x.example/" } }
            pipelines:
              a: { sources: ["zenn:swift", "*"], sinks: [stdout, a.html] }
              b: { sources: ["zenn:swift"], filters: [ { keep: { source: "zenn:swift" } } ], sinks: [stdout] }
              c: { sources: ["*"], sinks: [stdout] }
            """
        let reading = try ConfigurationTests.read("version: 1\n" + text, for: .check)
        #expect(reading.diagnostics.isEmpty)
        let plan = try #require(reading.plan)
        #expect(plan.sources.map(\.name) == ["blog", "zenn:swift"])
        #expect(plan.pipelines.map(\.sources) == [["zenn:swift", "blog"], ["zenn:swift"], ["blog"]])
        #expect(plan.sinks.map(\.name) == ["stdout", "a.html"])
    }

    @Test("a variable that is missing in one stops this source alone, and its value is no part of its name")
    func variables() throws {
        let text = """
            pipelines: { p: { sources: ["https://x.example/?token=${NOPE}", "zenn:${TZ}", hatena], sinks: [stdout] } }
            """
        let plan = try #require(try ConfigurationTests.read("version: 1\n" + text, for: .run).plan)
        #expect(plan.sources.map(\.name) == ["https://x.example/?token=${NOPE}", "zenn:${TZ}", "hatena"])
        #expect(plan.sources.map { $0.unavailable == nil } == [false, true, true])
        #expect(plan.pipelines[0].unavailable == nil)
    }
}
