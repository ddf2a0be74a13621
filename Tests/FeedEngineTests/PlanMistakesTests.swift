import FeedConfiguration
import Testing

@testable import FeedEngine

/// Each mistake of a user at its place, in the words that `check` prints.
@Suite struct PlanMistakesTests {
    static func lines(_ text: String, variables: [String: String] = [:]) -> [String] {
        PlanReaderTests.read(text, variables: variables).diagnostics.map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.cure = nil
            return String(diagnostic.description.dropFirst("config.yaml:".count))
        }
    }

    @Test("ten mistakes are ten diagnostics, each at its place")
    func ten() {
        let text = """
            version: 1
            settings: { timezone: Asia/Tokio, locale: jp }
            defaults: { tmeout: 3s }
            sources:
              a: { type: fed, url: "https://example.com/a" }
              b: { type: feed }
              b: { type: feed, url: "https://example.com/b" }
              c: { type: qiita, query: x, tag: y, pages: many }
            sinks:
              out: { type: file, path: x.html }
            pipelines:
              p:
                schedule: "0 25 * * *"
                sources: [a, d]
                filters: [ { newer_than: 7 } ]
                sinks: [out]
            """
        let reading = PlanReaderTests.read(text)
        #expect(reading.plan == nil)
        #expect(
            reading.diagnostics.map(\.description) == [
                "config.yaml:2:23: error: settings.timezone: there is no zone \"Asia/Tokio\" (did you mean Asia/Tokyo?)",
                "config.yaml:2:43: error: settings.locale: expected en or ja, found \"jp\" (did you mean `ja`?)",
                "config.yaml:3:13: error: defaults: unknown option `tmeout` (did you mean `timeout`?)",
                "config.yaml:5:14: error: sources.a.type: there is no source `fed` (did you mean `feed`?)",
                "config.yaml:6:6: error: sources.b: `url` is missing (add `url:` (address of the feed))",
                "config.yaml:7:3: error: `b` appears twice in one map, first in line 6 (remove one of them)",
                "config.yaml:8:31: error: sources.c: only one of `query` and `tag` may be given (remove all but one)",
                "config.yaml:8:46: error: sources.c.pages: expected a whole number, found \"many\"",
                "config.yaml:10:8: error: sinks.out: `format` is missing (one of html, json, jsonl, text)",
                "config.yaml:13:15: error: pipelines.p.schedule: hour \"25\": 25 is outside 0…23",
                "config.yaml:14:18: error: pipelines.p.sources: there is no source \"d\"",
                "config.yaml:15:30: error: pipelines.p.filters[0].newer_than: expected a duration such as 20s, 15m, "
                    + "2h or 7d, found \"7\" (add the unit: 7s, 7m, 7h or 7d)",
            ])
    }

    /// A whole configuration in which one part is exchanged.
    static func whole(
        settings: String = "", sources: String = "  a: { type: feed, url: u }",
        sinks: String = "  out: { type: stdout }", filters: String = "",
        pipelines: String = "  p: { sources: [a], sinks: [out] }"
    ) -> String {
        "version: 1\n\(settings)\nsources:\n\(sources)\nsinks:\n\(sinks)\n\(filters)\npipelines:\n\(pipelines)\n"
    }

    @Test("the frame that the mistakes below are put into is right")
    func frame() { #expect(Self.lines(Self.whole()) == []) }

    @Test(
        "mistakes in settings",
        arguments: [
            (
                "settings: { network: { allow: [10.0.0.0/33] } }",
                "2:32: error: settings.network.allow[0]: expected a range"
            ),
            (
                "settings: { network: { allow: [example.com] } }",
                "2:32: error: settings.network.allow[0]: expected a range"
            ),
            ("settings: { notices: uot }", "2:22: error: settings.notices: there is no sink \"uot\""),
            ("settings: { notices: [out, out] }", "2:28: error: settings.notices: `out` appears twice"),
            ("settings: { notices: [] }", "2:22: error: settings.notices: expected the name of a sink"),
            ("settings: { notices: { a: b } }", "2:22: error: settings.notices: expected the name of a sink"),
            ("settings: { network: { alow: [] } }", "2:24: error: settings.network: unknown option `alow`"),
            ("settings: { concurrency: 0 }", "2:26: error: settings.concurrency: \"0\" is outside 1…512"),
            ("settings: { concurrency: 9999 }", "2:26: error: settings.concurrency: \"9999\" is outside 1…512"),
            ("settings: { max_run: 0s }", "2:22: error: settings.max_run: \"0s\" is outside 1s…1d"),
            ("settings: { timezone: ../../etc/passwd }", "2:23: error: settings.timezone: there is no zone"),
            ("settings: { timezone: /etc/localtime }", "2:23: error: settings.timezone: there is no zone"),
            ("settings: { state: ~/x }", "2:20: error: settings.state: `~` is not a folder here"),
            ("settings: { state: '' }", "2:20: error: settings.state: expected a path of 1…4095 bytes"),
            ("settings: []", "2:11: error: settings: expected a map of options, found a list"),
            ("settings:", "2:10: error: settings: expected a map of options, found nothing"),
            ("defaults: { refresh: often }", "2:22: error: defaults.refresh: expected run, auto, or a duration"),
            ("defaults: { refresh: 0s }", "2:22: error: defaults.refresh: expected run, auto, or a duration"),
            ("defaults: { first_run: some }", "2:24: error: defaults.first_run: expected all, none or a number"),
            ("defaults: { type: feed }", "2:13: error: defaults: unknown option `type`"),
            ("defaults: { identity: date }", "2:23: error: defaults.identity: expected auto, guid or link"),
            ("defaults: { timeout: 0s }", "2:22: error: defaults.timeout: \"0s\" is outside 1s…1h"),
            ("defaults: { max_body: 16 }", "2:23: error: defaults.max_body: expected a size"),
            ("defaults: { headers: { Host: x } }", "2:24: error: defaults.headers: `Host` is always set by"),
            ("defaults: { headers: { 'a b': x } }", "2:24: error: defaults.headers: `a b` cannot be the name"),
            (
                "defaults: { headers: { A: \"x\\ny\" } }",
                "2:27: error: defaults.headers.A: a header cannot contain line"
            ),
            ("tests: [ { a: b } ]", "2:8: error: tests: must be an empty list"),
            ("sorces: {}", "2:1: error: unknown option `sorces`"),
            ("version: 1", "2:1: error: `version` appears twice in one map, first in line 1"),
        ])
    func settings(text: String, line: String) {
        let lines = Self.lines(Self.whole(settings: text))
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix(line) == true, "\(lines)")
    }

    @Test(
        "mistakes in sources and sinks",
        arguments: [
            ("  a b: { type: feed, url: u }", "4:3: error: sources: `a b` cannot be a name"),
            ("  a/b: { type: feed, url: u }", "4:3: error: sources: `a/b` cannot be a name"),
            ("  .a: { type: feed, url: u }", "4:3: error: sources: the name `.a` cannot begin with . or -"),
            ("  b: feed", "4:6: error: sources.b: expected a map with `type:`, found \"feed\""),
            ("  b: { type: '' }", "4:14: error: sources.b.type: there is no source ``"),
            ("  b: { url: u }", "4:6: error: sources.b: `type` is missing"),
            (
                "  b: { type: feed, url: u }\n  c: { type: feed, url: u }",
                "5:3: error: sources.c fetches the same as sources.b"
            ),
            ("  b: { type: feed, url: u, parser: rss }", "4:36: error: sources.b.parser: there is no parser `rss`"),
            ("  b: { type: feed, url: u, enabled: maybe }", "4:37: error: sources.b.enabled: expected yes or no"),
            ("  b: { type: feed, url: u, atuh: {} }", "4:28: error: sources.b: unknown option `atuh`"),
            ("  b: { type: feed, url: u, title: [x] }", "4:35: error: sources.b.title: expected text, found a list"),
            ("  b: { type: qiita, token: hunter2 }", "4:28: error: sources.b.token: expected a secret"),
            ("  b: { type: file, path: [] , query: x }", "4:31: error: sources.b: unknown option `query`"),
        ])
    func sources(text: String, line: String) {
        let pipelines = "  p: { sources: ['*'], sinks: [out] }"
        let lines = Self.lines(Self.whole(sources: text, pipelines: pipelines))
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix(line) == true, "\(lines)")
        #expect(lines.joined().contains("hunter2") == false)
    }

    @Test(
        "mistakes in sinks",
        arguments: [
            ("  out: { type: stdot }", "6:16: error: sinks.out.type: there is no sink `stdot`"),
            ("  out: { type: stdout, format: htm }", "6:32: error: sinks.out.format: there is no format `htm`"),
            (
                "  out: { type: file, path: x, format: html, mode: append }",
                "6:8: error: sinks.out: this format cannot be"
            ),
            ("  out: { type: stdout, timeout: 3s }", "6:24: error: sinks.out: unknown option `timeout`"),
            (
                "  out: { type: file, path: config.yaml, format: text }",
                "6:3: error: sinks.out: ./config.yaml is the conf"
            ),
            (
                "  out: { type: file, path: .kawaraban/x, format: text }",
                "6:3: error: sinks.out: ./.kawaraban/x is in the"
            ),
            (
                "  out: { type: file, path: a/../.kawaraban/state.sqlite-wal, format: text }",
                "6:3: error: sinks.out: ./a/"
            ),
            ("  out: { type: webhook }", "6:8: error: sinks.out: `url` is missing"),
            ("  out: ~", "6:8: error: sinks.out: expected a map with `type:`, found nothing"),
        ])
    func sinks(text: String, line: String) {
        let lines = Self.lines(Self.whole(sinks: text))
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix(line) == true, "\(lines)")
    }

    @Test(
        "mistakes in pipelines and filters",
        arguments: [
            ("", "  p: { sources: [a] }", "9:6: error: pipelines.p: `sinks` is missing"),
            ("", "  p: { sources: [], sinks: [out] }", "9:17: error: pipelines.p.sources: is empty"),
            (
                "", "  p: { sources: a, sinks: [out] }",
                "9:17: error: pipelines.p.sources: expected a list of names, found \"a\""
            ),
            ("", "  p: { sources: [a, 'gnews_*'], sinks: [out] }", "9:21: error: pipelines.p.sources: no source match"),
            ("", "  p: { sources: [a], sinks: [out, out] }", "9:35: error: pipelines.p.sinks: `out` appears twice"),
            ("", "  p: { sources: [a], sinks: [uot] }", "9:30: error: pipelines.p.sinks: there is no sink \"uot\""),
            (
                "", "  p: { sources: [a], sinks: [out], group_by: week }",
                "9:46: error: pipelines.p.group_by: expected source"
            ),
            (
                "", "  p: { sources: [a], sinks: [out], schedul: x }",
                "9:36: error: pipelines.p: unknown option `schedul`"
            ),
            (
                "", "  p: { sources: [a], sinks: [out], schedule: '* * *' }",
                "9:46: error: pipelines.p.schedule: expected five"
            ),
            (
                "", "  p: { sources: [a], sinks: [out], filters: { take: 1 } }",
                "9:45: error: pipelines.p.filters: expected a list"
            ),
            (
                "", "  p: { sources: [a], sinks: [out], filters: [tak: 1] }",
                "9:46: error: pipelines.p.filters[0]: there is no"
            ),
            (
                "", "  p: { sources: [a], sinks: [out], filters: [{take: 1, keep: 2}] }",
                "9:56: error: pipelines.p.filters[0]: a"
            ),
            (
                "", "  p: { sources: [a], sinks: [out], filters: [take] }",
                "9:46: error: pipelines.p.filters[0]: expected a"
            ),
            (
                "", "  p: { sources: [a], sinks: [out], filters: [use: no_ads] }",
                "9:51: error: pipelines.p.filters: there is no"
            ),
            (
                "", "  p: { sources: [a], sinks: [out], filters: [sort: asc] }",
                "9:52: error: pipelines.p.filters[0].sort: expected"
            ),
            (
                "", "  p: { sources: [a], sinks: [out], filters: [drop: { title: { matches: '(' } }] }",
                "9:46: error: pipelines.p.filters[0].drop: bad_configuration: missing closing parenthesis"
            ),
            (
                "filters: { x: [ use: y ], y: [ use: x ] }", "  p: { sources: [a], sinks: [out], filters: [use: x] }",
                "7:37: error: filters.y: `use` forms a cycle: x → y → x"
            ),
            (
                "filters: { x: [ use: x ] }", "  p: { sources: [a], sinks: [out], filters: [use: x] }",
                "7:22: error: filters.x: `use` forms a cycle: x → x"
            ),
            (
                "filters: { x: [ use: z ] }", "  p: { sources: [a], sinks: [out], filters: [use: x] }",
                "7:22: error: filters.x: there is no chain `z`"
            ),
            (
                "filters: { x: [ take: 1 ] }", "  p: { sources: [a], sinks: [out] }",
                "7:12: warning: filters.x is not used"
            ),
        ])
    func pipelines(filters: String, text: String, line: String) {
        let lines = Self.lines(Self.whole(filters: filters, pipelines: text))
            .filter { !$0.contains("sinks.out is not used") && !$0.contains("sources.a is not used") }
        #expect(lines.count == 1, "\(lines)")
        #expect(lines.first?.hasPrefix(line) == true, "\(lines)")
    }

    @Test("two pipelines may share a file that is appended to, not one that is replaced")
    func sharedTargets() {
        let pipelines = "  p: { sources: [a], sinks: [out] }\n  q: { sources: [a], sinks: [out] }"
        func lines(_ sink: String) -> [String] {
            Self.lines(Self.whole(sinks: "  out: { \(sink) }", pipelines: pipelines))
        }
        #expect(lines("type: file, path: x.txt, format: text, mode: append") == [])
        #expect(lines("type: file, path: '{{pipeline}}.txt', format: text") == [])
        #expect(
            lines("type: file, path: x.txt, format: text")
                == ["10:3: error: pipelines.q and pipelines.p replace the same file by sinks.out"])
    }

    @Test(
        "globs",
        arguments: [
            ("*", "abc", true), ("a*", "abc", true), ("*c", "abc", true), ("a*c", "abc", true), ("a?c", "abc", true),
            ("?", "abc", false), ("*b", "abc", false), ("a*b*c", "axbxbxc", true), ("**", "", true),
            ("a**c", "ac", true),
            ("ab", "abc", false), ("abc?", "abc", false), ("*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
        ])
    func globs(pattern: String, name: String, fits: Bool) {
        #expect(Name.matches(Array(name.utf8), pattern: Array(pattern.utf8)) == fits)
    }

    @Test("two sinks may not write one file")
    func sameFile() {
        let sinks = "  out: { type: file, path: x, format: text }\n  two: { type: file, path: ./a/../x, format: text }"
        let lines = Self.lines(Self.whole(sinks: sinks, pipelines: "  p: { sources: [a], sinks: [out, two] }"))
        #expect(lines.contains("7:3: error: sinks.two writes the same file as sinks.out: ././a/../x"))
    }

    @Test("what is missing altogether is told at the top")
    func empty() {
        #expect(
            Self.lines("x-note: 1\n") == [
                "1:1: error: `version` is missing", "1:1: error: `pipelines` is missing",
            ])
        #expect(
            Self.lines("- a\n") == ["1:1: error: expected a map (version, sources, sinks, pipelines), found a list"])
        #expect(Self.lines("version: 2\nsources: {}\nsinks: {}\npipelines: {}\n").count == 2)
    }

    @Test("a file that cannot be read is a diagnostic, too")
    func unreadable() {
        let reader = PlanReader(registry: PlanDoubles.registry, purpose: .check, variables: [:])
        #expect(reader.read(path: "/no/such.yaml").diagnostics.map(\.message) == ["the configuration does not exist"])
        #expect(reader.read(path: "/tmp").diagnostics.map(\.message) == ["the configuration is a folder"])
    }
}
