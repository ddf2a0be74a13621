import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedCommand

@Suite("status")
struct StatusTests {
    private static let configuration = """
        version: 1
        settings: { timezone: UTC }
        sources:
          steady: { type: feed, url: "https://steady.example/feed", refresh: 6h }
          dead: { type: feed, url: "https://dead.example/feed?token=hunter2", title: "死んだ新聞" }
          cut: { type: feed, url: "https://cut.example/feed" }
          idle: { type: feed, url: "https://idle.example/feed", enabled: no }
        sinks: { out: { type: file, path: out.jsonl, format: jsonl, mode: append } }
        pipelines: { all: { sources: [steady, dead, cut], sinks: [out] } }
        """

    /// After a good run, and two days of hourly ones in which one source fails and one is mended.
    private func job() async throws -> CronJob {
        let start = Timestamp(seconds: 1_794_787_200)
        let job = try CronJob(Self.configuration, at: start) { url, now in
            if url.contains("dead"), now > start { return .status(500) }
            if url.contains("cut") { return .feed(["a & b"]) }
            return .feed(["one", "two"])
        }
        for _ in 0..<48 {
            _ = try await job.run()
            job.clock.advance(by: .seconds(3600))
        }
        return job
    }

    @Test("a line a source, in the configuration's order: state, success, status, failures, rhythm, next poll")
    func table() async throws {
        let survey = try await job().survey()
        #expect(
            StatusTable(survey: survey, columns: nil, localized: Localizer(.en)).lines == [
                "SOURCE  STATE     SUCCESS     HTTP  FAILED  WEEKLY  NEWEST   NEXT",
                "steady  ok        6 h ago     200   -       0       2 d ago  next run",
                "dead    failing   2 d ago     500   32×     0       2 d ago  in 78 s",
                "cut     degraded  60 min ago  200   -       0       2 d ago  next run",
                "idle    disabled  never       -     -       -       -        -",
                "",
                "PIPELINE  STATE  LAST        NEXT      WAITING  HELD",
                "all       ok     60 min ago  each run  0        -",
                "",
                "SINK  STATE  WAITING  SINCE  GIVEN UP",
                "out   ok     0        -      -",
                "",
                "4 sources: 1 ok, 1 degraded, 1 failing, 1 disabled; 1 pipeline: 1 ok; 1 sink: 1 ok",
            ])
        let narrow = StatusTable(survey: survey, columns: 40, localized: Localizer(.en)).lines
        #expect(narrow.allSatisfy { $0.unicodeScalars.count <= 40 && !$0.contains("…") }, "\(narrow)")
    }

    @Test("U11 in Japanese the columns stand below each other, too")
    func japanese() async throws {
        let lines = StatusTable(survey: try await job().survey(), columns: nil, localized: Localizer(.ja)).lines
        #expect(
            lines == [
                "取得元  状況      最終成功  HTTP  連続失敗  週あたり  最新記事  次回取得",
                "steady  正常      6時間前   200   -         0         2日前     次の実行",
                "dead    失敗中    2日前     500   32×       0         2日前     78秒後",
                "cut     修復あり  60分前    200   -         0         2日前     次の実行",
                "idle    無効      なし      -     -         -         -         -",
                "",
                "パイプライン  状況  最終配信  次回配信  判定待ち  保留",
                "all           正常  60分前    毎回      0         -",
                "",
                "配信先  状況  配信待ち  最古  打ち切り",
                "out     正常  0         -     -",
                "",
                "取得元4件: 正常 1、修復あり 1、失敗中 1、無効 1。パイプライン1件: 正常 1。配信先1件: 正常 1",
            ])
    }

    @Test("a page for one source tells what happened, what to do, and when it is asked again; no secret")
    func page() async throws {
        let survey = try await job().survey(only: "dead")
        var dead = try #require(survey.sources.first)
        // The length of a fetch is measured, so that each run of this test has another.
        dead.record?.seconds = 0.31
        let page = StatusPage(
            source: dead, survey: survey, documents: [], catalogue: .english, localized: Localizer(.en)
        ).lines
        #expect(page.filter { !$0.contains("config.yaml") } == Self.page)
        #expect(page.contains { $0.hasPrefix("  type          feed, at ") && $0.hasSuffix("config.yaml:5") })
    }

    @Test("X20: a page for one source tells what a repair has cost, in words")
    func losses() {
        #expect(
            Catalogue.english.repair("cut_field") == "cut_field (a text of over 1 MiB, or too many fields, was cut)")
        #expect(Catalogue.english.repair("bare_ampersand") == "bare_ampersand")
    }

    private static let page = [
        "dead: failing",
        "  title         死んだ新聞",
        "  fetches       https://dead.example/feed?…",
        "  pipelines     all",
        "  last success  2026/11/16 00:00 (2 d ago)",
        "  last fetched  2026/11/17 23:00 (60 min ago)",
        "  HTTP status   500",
        "  took          0.3 s",
        "  failing       32 times in a row, since 2026/11/16 01:00 (47 h ago)",
        "  last error    the server has an error (status 500)",
        "  what to do    nothing to do: it is tried again",
        "  concerns      https://dead.example/feed?token={sources.dead.url.token}",
        "  reported      2026/11/17 00:00 (24 h ago)",
        "  lately        32 of the last 32 fetches failed",
        "  entries       2 stored, 0 a week over the last four",
        "  newest        2026/11/16 00:00 (2 d ago)",
        "  paused        until 2026/11/18 00:01 (in 78 s); `run --now` fetches it at once",
        "  next fetch    2026/11/18 00:01 (in 78 s)",
    ]

    @Test("--json tells the same, times in UTC; the exit status tells whether any is failing")
    func json() async throws {
        var survey = try await job().survey()
        let now = survey.now
        #expect(survey.sources.filter { $0.needsAttention(at: now) }.map(\.name) == ["dead"])
        survey.sources.removeAll { $0.name != "dead" }
        let json = String(decoding: StatusJSON(survey: survey, catalogue: .english).bytes, as: UTF8.self)
        #expect(json.contains(#""name":"dead","type":"feed","state":"failing","needs_attention":true"#))
        #expect(json.contains(#""code":"server_error""#))
        #expect(json.contains(#""failing_since":"2026-11-16T01:00:00Z""#))
        #expect(!json.contains("hunter2"))
    }

    @Test("fields that are gone stand on the page of their source, and in what programs read")
    func goneFields() async throws {
        var survey = try await job().survey()
        let now = survey.now
        func json() -> String { String(decoding: StatusJSON(survey: survey, catalogue: .english).bytes, as: UTF8.self) }
        #expect(json().contains(#""gone_fields":[]"#))
        survey.sources[0].record?.goneFields = [GoneField(name: "bookmarks", since: now + .seconds(-86_400))]
        #expect(json().contains(#""gone_fields":[{"name":"bookmarks","since":"2026-11-17T00:00:00Z"}]"#))
        let page = StatusPage(
            source: survey.sources[0], survey: survey, documents: [], catalogue: .english, localized: Localizer(.en)
        ).lines
        #expect(page.contains { $0.contains("bookmarks since 2026/11/17 00:00") })
    }

    @Test("a state that a run is working with is read all the same, and one that does not exist yet is empty")
    func readsBeside() async throws {
        let job = try await job()
        let run = try await StateDatabase.open(path: job.plan.settings.statePath, now: job.clock.now)
        #expect(try await job.survey().sources.count == 4)
        try await run.close()
        let fresh = try CronJob(Self.configuration, at: job.clock.now) { _, _ in .feed([]) }
        let survey = try await fresh.survey()
        #expect(survey.sources.map { $0.state(at: survey.now) } == ["new", "new", "new", "disabled"])
    }

    @Test("U07 pipelines say when they delivered last and next, and what waits for them")
    func pipelines() async throws {
        let start = Timestamp(seconds: 1_794_787_200)  // Monday 2026-11-16 00:00 UTC
        let job = try CronJob(
            """
            version: 1
            settings: { timezone: UTC }
            defaults: { first_run: all }
            sources: { a: { type: feed, url: "https://a.example/feed" } }
            sinks: { out: { type: file, path: out.jsonl, format: jsonl, mode: append } }
            pipelines:
              now: { sources: [a], sinks: [out] }
              weekly: { schedule: "0 7 * * 3", sources: [a], sinks: [out] }
            """, at: start
        ) { _, _ in .feed(["one", "two"]) }
        _ = try await job.run()
        job.clock.advance(by: .seconds(3600))
        let survey = try await job.survey()
        #expect(
            StatusTable(survey: survey, columns: nil, localized: Localizer(.en)).lines.dropFirst(3).prefix(3) == [
                "PIPELINE  STATE  LAST        NEXT      WAITING  HELD",
                "now       ok     60 min ago  each run  0        -",
                "weekly    ok     never       in 2 d    2        -",
            ])
        let json = String(decoding: StatusJSON(survey: survey, catalogue: .english).bytes, as: UTF8.self)
        #expect(json.contains(#""schedule":"0 7 * * 3","next_delivery":"2026-11-18T07:00:00Z","waiting":2"#))
        // Its time has come, and no run was made.
        job.clock.advance(by: .seconds(4 * 86_400))
        let late = try await job.survey()
        #expect(late.pipelines[1].next(after: late.now, in: late.zone) == .nextRun)
    }

    @Test("on a narrow terminal a long name leaves room for its state")
    func longNames() async throws {
        let name = String(repeating: "long_name_", count: 4)
        let job = try CronJob(
            """
            version: 1
            sources: { \(name): { type: feed, url: "https://a.example/feed" } }
            sinks: { out: { type: stdout, format: text } }
            pipelines: { all: { sources: [\(name)], sinks: [out] } }
            """, at: Timestamp(seconds: 1_794_787_200)
        ) { _, _ in .feed(["one"]) }
        let lines = StatusTable(survey: try await job.survey(), columns: 40, localized: Localizer(.en)).lines
        #expect(lines[1].hasPrefix("long_name_") && lines[1].contains("…") && lines[1].contains("  new  "))
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= 40 })
    }

    @Test("U07 something needs attention while a sink fails, not only while a source does")
    func failingSink() async throws {
        let start = Timestamp(seconds: 1_794_787_200)
        let job = try CronJob(
            """
            version: 1
            defaults: { first_run: all }
            sources: { a: { type: feed, url: "https://a.example/feed" } }
            sinks: { hook: { type: webhook, url: "https://hook.example/in" } }
            pipelines: { all: { sources: [a], sinks: [hook] } }
            """, at: start
        ) { url, _ in url.contains("hook") ? .status(500) : .feed(["one"]) }
        _ = try await job.run()
        // Nothing was told of it yet, and most such failures pass by themselves.
        let first = try await job.survey()
        #expect(first.sinks.map(\.state) == ["unstable"] && !first.needsAttention)
        for _ in 0..<3 {
            job.clock.advance(by: .seconds(3600))
            _ = try await job.run()
        }
        job.clock.advance(by: .seconds(3600))
        let survey = try await job.survey()
        #expect(survey.sources.allSatisfy { !$0.needsAttention(at: survey.now) })
        #expect(survey.needsAttention)
        let last = StatusTable(survey: survey, columns: nil, localized: Localizer(.en)).lines.last
        #expect(last == "1 source: 1 ok; 1 pipeline: 1 ok; 1 sink: 1 failing")
    }

    @Test("U07 a source of a server whose budget is spent is asked when there is a new one")
    func budget() async throws {
        let job = try await job()
        let before = try await job.survey()
        let steady = before.sources[0]
        #expect(before.nextPoll(of: steady) == nil)
        let reset = before.now + .seconds(1800)
        func with(_ remaining: [Int]) -> HealthSurvey {
            let budgets = remaining.map {
                RequestBudget(server: "steady.example", credential: [], allowed: 60, remaining: $0, resetsAt: reset)
            }
            return HealthSurvey(
                sources: before.sources, pipelines: [], sinks: [], pauses: [:], budgets: budgets,
                waitingLines: (0, nil), now: before.now, zone: before.zone)
        }
        #expect(with([0]).nextPoll(of: steady) == reset)
        #expect(StatusTable(survey: with([0]), columns: nil, localized: Localizer(.en)).lines[1].hasSuffix("in 30 min"))
        // Another credential has requests left, and may be the one of this source.
        #expect(with([0, 5]).nextPoll(of: steady) == nil)
    }
}
