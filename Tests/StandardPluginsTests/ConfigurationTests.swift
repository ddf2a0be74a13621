import FeedConfiguration
import FeedEngine
import FeedStages
import FeedTesting
import StandardPlugins
import Testing

/// The standard plugins and the reader of configurations fit together.
@Suite struct ConfigurationTests {
    static func read(_ text: String, for purpose: PlanReader.Purpose = .replay) throws -> PlanReading {
        let reader = PlanReader(
            registry: try StandardPlugins.registry(), purpose: purpose,
            variables: ["TZ": "UTC", "HOOK": "https://example.com"])
        return reader.read(Array(text.utf8), path: "config.yaml")
    }

    @Test("every kind of source, filter, format and sink can be configured as the reference says")
    func everything() throws {
        let reading = try Self.read(
            #"""
            version: 1
            settings: { timezone: UTC, locale: ja, network: { allow: ["127.0.0.1/32", "10.0.0.0/8"] } }
            defaults: { refresh: run, first_run: 20 }
            sources:
              qiita_swift: { type: qiita, title: "Qiita – Swift", query: "tag:Swift", token: { env: QIITA_TOKEN, optional: true } }
              qiita_tag:   { type: qiita, tag: Linux, pages: 2 }
              qiita_user:  { type: qiita, user: someone }
              gnews_top:   { type: google_news }
              gnews_tech:  { type: google_news, topic: technology, edition: "JP:ja" }
              gnews_swift: { type: google_news, search: "Swift Linux", edition: "US:en" }
              gnews_edo:   { type: google_news, geo: Tokyo, edition: "JP:ja" }
              zenn_trend:  { type: zenn }
              zenn_swift:  { type: zenn, topic: swift }
              zenn_all:    { type: zenn, user: someone, all: true }
              hatena_it:   { type: hatena, category: it, min_users: 10 }
              hatena_word: { type: hatena, search: swift }
              some_blog:   { type: feed, url: "https://example.com/feed.xml" }
              saved:       { type: file, path: "saved/*.json", parser: qiita }
              several:     { type: file, path: [a.xml, b.xml], parser: feed }
              stdin:       { type: file, path: "-" }
            sinks:
              console:  { type: stdout, format: text }
              plain:    { type: stdout }
              page:     { type: file, path: "digests/{{pipeline}}-{{date}}.html", format: html, when_empty: write }
              notes:    { type: file, path: "{{pipeline}}-{{year}}-{{week}}.md", format: markdown, max_entries: 50 }
              digest:   { type: file, path: "{{pipeline}}.json", format: json }
              archive:  { type: file, path: archive.jsonl, format: jsonl, mode: append }
              hook:     { type: webhook, url: { env: HOOK }, secret: { file: /run/credentials/hook }, timeout: 10s }
              open:     { type: webhook, url: "https://example.com/x", signature: none, body: digest, headers: { A: b } }
            filters:
              no_ads:
                - drop: { title: { matches: '^[\[【(（]?(PR|広告|sponsored)[\]】)）:：]' } }
            pipelines:
              morning:
                schedule: "0 7 * * *"
                title: 朝のまとめ
                sources: ["*"]
                filters:
                  - use: no_ads
                  - strip_tracking: true
                  - newer_than: 7d
                  - hold_until: { any: [ { likes: ">=10" }, { not: { likes: { exists: true } } } ], at_most: 3d, then: drop }
                  - keep: { any: [ { source: qiita_swift }, { text: { contains: [Swift, Linux] } } ] }
                  - deduplicate: { by: [url, title], window: 30d }
                  - sort: { by: published, order: descending }
                  - take: { entries: 50, per_source: 15, rest: later }
                group_by: source
                sinks: [console, plain, page, notes, digest, archive, hook, open]
            tests: []
            """#)
        #expect(reading.diagnostics.map(\.description) == [])
        let plan = try #require(reading.plan)
        #expect(plan.sources.count == 16)
        #expect(plan.pipelines[0].filters.count == 8)
        #expect(plan.sinks.first { $0.name == "hook" }?.policy.timeout == .seconds(10))
    }

    @Test("no standard source declares an option that every source has")
    func commonOptions() throws {
        let common = Set(ConfigurationManual.sources.map(\.key) + ["type"])
            .subtracting(StageConformance.reusableOptions)
        for source in try StandardPlugins.registry().sources.values {
            #expect(source.stage.manual.filter { common.contains($0.key) }.map(\.key) == [], "\(source.stage.type)")
        }
    }

    @Test(
        "mistakes in what plugins read stand at their places",
        arguments: [
            ("sources: { a: { type: qiita } }", "2:15: sources.a: one of"),
            ("sources: { a: { type: google_news, topic: technology, search: y } }", "2:55: sources.a: only one of"),
            ("sources: { a: { type: feed, url: \"ftp://example.com/\" } }", "2:34: sources.a.url"),
            ("sources: { a: { type: feed, url: nonsense } }", "2:34: sources.a.url"),
            (
                "sources: { a: { type: hatena, min_users: many } }",
                "2:42: sources.a.min_users: expected a whole"
            ),
            ("sinks: { a: { type: file, path: x, format: html, mode: append } }", "2:56: sinks.a: `html` cannot be"),
            (
                "sinks: { a: { type: file, path: '{{feed}}', format: html } }",
                "2:33: sinks.a.path: there is no placeholder"
            ),
            ("sinks: { a: { type: webhook, url: ftp://x } }", "2:35: sinks.a.url: expected an http or https"),
            (
                "sinks: { a: { type: webhook, url: 'https://x', signature: standard } }",
                "2:13: sinks.a: `signature: standa"
            ),
            ("filters: { a: [ keep: { title: { matches: '(' } } ] }", "2:43: filters.a[0].keep"),
            ("filters: { a: [ take: { entries: 5, entrys: 5 } ] }", "2:37: filters.a[0].take: unknown option `entrys`"),
            ("filters: { a: [ newer_than: { a: b } ] }", "2:29: filters.a[0].newer_than: expected a duration"),
        ])
    func mistakes(part: String, line: String) throws {
        let reading = try Self.read("version: 1\n\(part)\n")
        let lines = reading.diagnostics.filter { $0.severity == .error && !$0.message.contains("is missing") }
            .map { "\($0.place.line):\($0.place.column): \($0.message)" }
        #expect(lines.count == 1, "\(lines)")
        #expect(lines.first?.hasPrefix(line) == true, "\(lines)")
    }
}
