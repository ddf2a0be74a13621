import FeedConfiguration
import FeedModel
import FeedStages
import Testing

@testable import FeedEngine

@Suite struct PlanReaderTests {
    /// The example of the reference, whole.
    static let example = #"""
        version: 1
        settings:
          timezone: Asia/Tokyo              # IANA name; default: the system's
          locale: ja                        # ja | en
          state: .kawaraban/state.sqlite
          env_file: .env
          network: { allow: [] }
        defaults:
          refresh: run
          first_run: 20
        sources:
          qiita_swift: { type: qiita, title: "Qiita – Swift", query: "tag:Swift", token: { env: QIITA_TOKEN, optional: true } }
          gnews_tech:  { type: google_news, topic: technology, edition: "JP:ja" }
          zenn_swift:  { type: zenn, topic: swift }
          hatena_it:   { type: hatena, category: it }
          some_blog:   { type: feed, url: "https://example.com/feed.xml" }
          saved:       { type: file, path: "saved/*.json", parser: qiita }
        sinks:
          console:    { type: stdout, format: text }
          page:       { type: file, path: "digests/{{pipeline}}-{{date}}.html", format: html }
          archive:    { type: file, path: "archive.jsonl", format: jsonl, mode: append }
          hook:       { type: webhook, url: { env: HOOK_URL }, secret: { file: /run/credentials/hook } }
        filters:
          no_ads:
            - drop: { title: { matches: '^[\[【(（]?(PR|広告|sponsored)[\]】)）:：]' } }
        pipelines:
          morning:
            schedule: "0 7 * * *"
            title: 朝のまとめ
            sources: [qiita_swift, "gnews_*", zenn_swift, hatena_it]
            filters:
              - use: no_ads
              - newer_than: 7d
              - hold_until: { any: [ { likes: ">=10" }, { not: { likes: { exists: true } } } ], at_most: 3d, then: drop }
              - keep: { any: [ { source: qiita_swift }, { text: { contains: [Swift, Linux] } } ] }
              - deduplicate: { by: [url, title], window: 30d }
              - sort: { by: published, order: descending }
              - take: { entries: 50, per_source: 15, rest: later }
            group_by: source
            sinks: [page, archive, hook]
        tests: []
        """#

    static func read(
        _ text: String, for purpose: PlanReader.Purpose = .check, variables: [String: String] = [:],
        path: String = "config.yaml"
    ) -> PlanReading {
        var variables = variables
        if variables["TZ"] == nil { variables["TZ"] = "UTC" }
        return PlanReader(registry: PlanDoubles.registry, purpose: purpose, variables: variables)
            .read(Array(text.utf8), path: path)
    }

    @Test("a mistake is told in Japanese, with the place that editors look for")
    func japanese() throws {
        let reading = Self.read(Self.example.replacing("version: 1", with: "version: 2"))
        #expect(
            reading.diagnostics.map { $0.line(in: .ja) }.first
                == "config.yaml:1:10: error: version: \"2\" には対応していません（`version: 1` と書いてください）")
    }

    @Test("the example of the reference is accepted whole")
    func wholeExample() throws {
        let reading = Self.read(Self.example)
        #expect(reading.diagnostics.filter { $0.severity == .error } == [])
        let plan = try #require(reading.plan)
        #expect(plan.settings.zone.name == "Asia/Tokyo")
        #expect(plan.settings.locale == .ja)
        #expect(plan.settings.statePath == ".kawaraban/state.sqlite")
        #expect(plan.settings.concurrency == 64)
        #expect(plan.settings.maxRun == .seconds(600))
        #expect(plan.sources.map(\.name).count == 6)
        #expect(plan.sources[0].title == "Qiita – Swift")
        #expect(plan.sources.map { $0.addressPlace?.line } == [nil, nil, nil, nil, 16, nil])
        #expect(plan.sources.allSatisfy { $0.firstRun == .newest(20) && $0.refresh == .everyRun })
        let morning = try #require(plan.pipelines.first)
        #expect(morning.sources == ["qiita_swift", "gnews_tech", "zenn_swift", "hatena_it"])
        #expect(morning.sinks == ["page", "archive", "hook"])
        #expect(morning.title == "朝のまとめ")
        #expect(morning.groupBy == .source)
        #expect(morning.schedule?.expression == "0 7 * * *")
        #expect(
            morning.filters.map(\.name) == [
                "drop#1", "newer_than#1", "hold_until#1", "keep#1", "deduplicate#1", "sort#1", "take#1",
            ])
    }

    @Test("what is missing on this machine or unused is a warning of check")
    func warnings() {
        let reading = Self.read(Self.example)
        #expect(
            reading.diagnostics.map(\.description) == [
                "config.yaml:16:3: warning: sources.some_blog is not used: it is in no pipeline and is never fetched",
                "config.yaml:17:3: warning: sources.saved is not used: it is in no pipeline and is never fetched",
                "config.yaml:19:3: warning: sinks.console is not used",
                "config.yaml:22:37: warning: sinks.hook.url: environment variable HOOK_URL is not set (set it)",
                "config.yaml:22:64: warning: sinks.hook.secret: there is no file /run/credentials/hook "
                    + "(set it, or add `optional: true`)",
            ])
    }

    @Test("Y09 a missing secret stops its sink, and no run, dry run or replay")
    func missingSecrets() {
        for purpose in [PlanReader.Purpose.run, .checkOnline] {
            let reading = Self.read(Self.example, for: purpose)
            #expect(reading.diagnostics == Self.read(Self.example).diagnostics)
            let unavailable = reading.plan?.sinks.filter { $0.unavailable != nil }.map(\.name)
            #expect(unavailable == ["hook"])
            #expect(reading.plan?.sources.allSatisfy { $0.unavailable == nil } == true)
        }
        #expect(Self.read(Self.example, for: .dryRun).plan != nil)
        #expect(Self.read(Self.example, for: .replay).plan != nil)
        #expect(Self.read(Self.example, for: .replay).diagnostics.filter { $0.message.contains("hook") } == [])
    }
}
