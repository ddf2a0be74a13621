import FeedConfiguration
import FeedEngine
import FeedJSON
import FeedMessages
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import StandardPlugins
import Synchronization
import Testing

@testable import FeedCommand

/// What a pipeline chooses, in which order it brings it, and what it says of the rest.
@Suite("order and selection")
struct SelectionTests {
    private static let start = Timestamp(seconds: 1_794_780_000)

    /// An entry of a described feed.
    private struct Item: Sendable {
        var title: String
        var address: String
        var minute: Int?
        var bookmarks: Int?
    }

    /// Feeds by the first word of their host, which a test changes between two runs.
    private final class Web: Sendable {
        private let feeds = Mutex<[String: [Item]]>([:])

        func show(_ host: String, _ items: [Item]) { feeds.withLock { $0[host] = items } }
        func show(_ host: String, _ titles: ClosedRange<Int>) {
            show(host, titles.map { Item(title: "\($0)", address: "https://\(host).example/\($0)", minute: $0) })
        }

        func answer(_ url: String) -> StubAnswer {
            let host = Address.parts(url)?.server.split(separator: ".").first.map(String.init) ?? ""
            let items = feeds.withLock { $0[host] ?? [] }.map { item in
                let date = item.minute.map { minute in
                    "<dc:date>\((SelectionTests.start + .seconds(minute * 60)).rfc3339())</dc:date>"
                }
                let count = item.bookmarks.map { "<hatena:bookmarkcount>\($0)</hatena:bookmarkcount>" }
                return "<item><guid>\(host) \(item.title)</guid><title>\(item.title)</title>"
                    + "<link>\(item.address)</link>" + (date ?? "") + (count ?? "") + "</item>"
            }
            return .document(
                """
                <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:hatena="http://www.hatena.ne.jp/info/xmlns#"><channel><title>Feed of \(host)</title>\(items.joined())
                </channel></rss>
                """)
        }
    }

    private let web = Web()

    private func job(_ pipelines: String, sinks: String, more: String = "") throws -> CronJob {
        let configuration = """
            version: 1
            settings: { timezone: UTC, locale: en\(more) }
            defaults: { first_run: all, flood_guard: no }
            sources:
              a: { type: feed, url: "https://a.example/feed" }
              b: { type: feed, url: "https://b.example/feed" }
            sinks: { \(sinks) }
            pipelines: { \(pipelines) }
            """
        return try CronJob(configuration, at: Self.start + .seconds(3600)) { [web] url, _ in web.answer(url) }
    }

    private static let page = "page: { type: file, path: page.json, format: json, when_empty: write }"
    private static let lines = "lines: { type: file, path: lines.jsonl, format: jsonl, mode: append }"

    private func titles(onPageOf job: CronJob, _ name: String = "page.json") throws -> [String] {
        let entries = try JSONReader.read(try #require(job.bytes(name)))["entries"]?.array
        return try #require(entries).compactMap { $0["title"]?.string }
    }

    private func titles(inLinesOf job: CronJob, _ name: String = "lines.jsonl") throws -> [String] {
        try (job.bytes(name) ?? []).split(separator: 0x0A).compactMap { line in
            try JSONReader.read(Array(line))["title"]?.string
        }
    }

    private func tally(_ job: CronJob, _ name: String = "page.json") throws -> [String: Int] {
        let head = try JSONReader.read(try #require(job.bytes(name)))["digest"]
        let tally = try #require(head?["tally"])
        var numbers: [String: Int] = [:]
        for key in ["offered", "new", "carried_in", "kept"] { numbers[key] = try #require(tally[key]?.int) }
        for kind in PassedOver.allCases {
            let count = try #require(tally["passed_over"]?[kind.rawValue]?.int)
            if count > 0 { numbers[kind.rawValue] = count }
        }
        let sum = PassedOver.allCases.reduce(numbers["kept"] ?? 0) { $0 + (numbers[$1.rawValue] ?? 0) }
        #expect(numbers["offered"] == sum)
        return numbers
    }

    @Test("Y08 a page shows the newest first, and a file that is appended to goes on with the oldest first")
    func order() async throws {
        let job = try job("all: { sources: [a], sinks: [page, lines] }", sinks: "\(Self.page), \(Self.lines)")
        web.show("a", 1...3)
        _ = try await job.run()
        web.show("a", 4...5)
        _ = try await job.run()
        #expect(try titles(onPageOf: job) == ["5", "4", "3", "2", "1"])
        #expect(try titles(inLinesOf: job) == ["1", "2", "3", "4", "5"])
    }

    @Test("Y08 take keeps the newest, whatever was there before, and a stream brings them oldest first")
    func newest() async throws {
        let job = try job(
            "all: { sources: [a], filters: [take: 2], sinks: [page, lines] }", sinks: "\(Self.page), \(Self.lines)")
        web.show("a", 1...5)
        _ = try await job.run()
        #expect(try titles(onPageOf: job) == ["5", "4"])
        web.show("a", 6...6)
        _ = try await job.run()
        #expect(try titles(onPageOf: job) == ["6", "5", "4", "3"])
        #expect(try titles(inLinesOf: job) == ["4", "5", "3", "6"])
    }

    @Test("Y08 a sort by date decides the choice and the page, one by title the stream as well")
    func sorted() async throws {
        let sinks = "\(Self.page), \(Self.lines), titles: { type: file, path: t.jsonl, format: jsonl, mode: append }"
        let job = try job(
            """
            old: { sources: [a], filters: [sort: { order: ascending }, take: 2], sinks: [page, lines] },
            named: { sources: [a], filters: [sort: { by: title, order: descending }], sinks: [titles] }
            """, sinks: sinks)
        web.show("a", 1...4)
        _ = try await job.run()
        #expect(try titles(onPageOf: job) == ["1", "2"])
        #expect(try titles(inLinesOf: job) == ["1", "2"])
        #expect(try titles(inLinesOf: job, "t.jsonl") == ["4", "3", "2", "1"])
    }

    @Test("Y08 what is dated ahead does not stand above all others for ever")
    func ahead() async throws {
        let job = try job("all: { sources: [a], sinks: [page] }", sinks: Self.page)
        web.show(
            "a",
            [
                Item(title: "ahead", address: "https://a.example/x", minute: 5_256_000),
                Item(title: "undated", address: "https://a.example/y"),
            ])
        _ = try await job.run()
        job.clock.advance(by: .seconds(3600))
        web.show("a", [Item(title: "new", address: "https://a.example/z", minute: 90)])
        _ = try await job.run()
        #expect(try titles(onPageOf: job) == ["new", "ahead", "undated"])
    }

    @Test("Y08 a clock that was ten years ahead for a run lifts nothing above what comes, and holds nothing for ever")
    func clockAhead() async throws {
        let job = try job("all: { sources: [a], filters: [take: 1], sinks: [page] }", sinks: Self.page)
        _ = try await job.run()
        let undated = ["x", "y"].map { Item(title: $0, address: "https://a.example/\($0)") }
        job.clock.advance(by: .seconds(3650 * 86_400))
        web.show("a", undated)
        _ = try await job.run()
        #expect(try titles(onPageOf: job) == ["x"])
        job.clock.advance(by: .seconds(-3650 * 86_400 + 3600))
        _ = try await job.run()
        job.clock.advance(by: .seconds(3600))
        web.show("a", undated + [Item(title: "new", address: "https://a.example/new", minute: 175)])
        _ = try await job.run()
        #expect(try titles(onPageOf: job).first == "new")
        #expect(try titles(onPageOf: job).sorted() == ["new", "x", "y"])
    }

    @Test("Y08 what is passed over competes for two days, then is dropped, and why says so")
    func dropped() async throws {
        let job = try job(
            "all: { schedule: \"0 7 * * *\", sources: [a], filters: [take: 1], sinks: [page] }", sinks: Self.page)
        _ = try await job.run()
        web.show("a", 1...3)
        for _ in 0..<3 {
            job.clock.advance(by: .seconds(86_400))
            _ = try await job.run()
        }
        // The third day brings the last of them.
        #expect(try await job.histories().flatMap(\.pipelines).allSatisfy { $0.state == .kept })
        web.show("a", 100...199)
        for _ in 0..<3 {
            job.clock.advance(by: .seconds(86_400))
            _ = try await job.run()
        }
        let later = try await job.histories().flatMap(\.pipelines)
        #expect(later.count { $0.state == .held } == 0)
        #expect(later.count { $0.reason == "passed over for 2 days: beyond the first 1" } == 97)
        let story = EntryHistoryText(
            try #require(try await job.histories().first { $0.pipelines.first?.state == .dropped }), plan: job.plan,
            zone: .utc, now: job.clock.now, Localizer(.en))
        #expect(story.lines.contains { $0.contains("take#1") && $0.contains("dropped it: passed over for 2 days") })
    }

    @Test("Y08 without a schedule `per_day` counts for a day by the configured zone, `entries` for each run")
    func perDay() async throws {
        let job = try job(
            """
            day: { sources: [a], filters: [take: { per_day: 3 }], sinks: [page] },
            run: { sources: [a], filters: [take: 3], sinks: [lines] }
            """, sinks: "\(Self.page), \(Self.lines)", more: ", max_run: 10m")
        web.show("a", 1...20)
        // 23:00 in UTC, the day after begins an hour later.
        for _ in 0..<4 {
            _ = try await job.run()
            job.clock.advance(by: .seconds(600))
        }
        #expect(try titles(onPageOf: job) == ["20", "19", "18"])
        #expect(try titles(inLinesOf: job).count == 12)
        job.clock.advance(by: .seconds(3600))
        _ = try await job.run()
        #expect(try titles(onPageOf: job).count == 6)
    }

    @Test("Y08 what was kept is owed to every sink, and each tells once what became of the rest, however late")
    func severalSinks() async throws {
        let job = try job(
            "all: { sources: [a], filters: [take: { entries: 2, at_most: 1h }], sinks: [page, blocked] }",
            sinks: "\(Self.page), blocked: { type: file, path: wall/blocked.json, format: json }")
        try job.write("no folder", to: "wall")
        web.show("a", 1...3)
        _ = try await job.run()
        #expect(try tally(job) == ["offered": 3, "new": 3, "carried_in": 0, "kept": 2, "later": 1])
        job.clock.advance(by: .seconds(7200))
        web.show("a", 4...7)
        _ = try await job.run()
        // The page adds both up: 1 was passed over twice, and 4 and 5 once.
        #expect(try tally(job) == ["offered": 7, "new": 7, "carried_in": 0, "kept": 4, "expired": 1, "later": 2])
        let waiting = try await job.histories().flatMap(\.pipelines).flatMap(\.sinks).filter { $0.name == "blocked" }
        #expect(waiting.count == 4)
        #expect(waiting.allSatisfy { if case .waiting = $0.state { true } else { false } })
        job.remove("wall")
        _ = try await job.run()
        let all = ["offered": 7, "new": 7, "carried_in": 0, "kept": 6, "expired": 1]
        #expect(try tally(job) == all)
        #expect(try tally(job, "wall/blocked.json") == all)
        #expect(try titles(onPageOf: job, "wall/blocked.json") == ["7", "6", "5", "4", "3", "2"])
    }

    @Test("T03 `at_most` counts from the first delivery that held an entry, however many follow")
    func atMost() async throws {
        let job = try job(
            "all: { sources: [a], filters: [hold_until: { bookmarks: \">=10\", at_most: 3d }], sinks: [page] }",
            sinks: Self.page)
        for day in 1...4 {
            web.show("a", [Item(title: "quiet", address: "https://a.example/q", minute: 1, bookmarks: day)])
            _ = try await job.run()
            #expect(try titles(onPageOf: job) == (day < 4 ? [] : ["quiet"]), "day \(day)")
            job.clock.advance(by: .seconds(86_400))
        }
    }

    @Test("T05 what comes again within the window of what was kept last is dropped, although the first is long ago")
    func window() async throws {
        let job = try job(
            "all: { sources: [a], filters: [deduplicate: { by: [url], window: 2d }], sinks: [lines] }",
            sinks: Self.lines)
        for (title, days) in [("first", 3), ("second", 1), ("third", 3), ("fourth", 1)] {
            web.show("a", [Item(title: title, address: "https://a.example/same")])
            _ = try await job.run()
            job.clock.advance(by: .seconds(days * 86_400))
        }
        #expect(try titles(inLinesOf: job) == ["first", "second", "fourth"])
    }

    @Test("Y08 a digest that is not written leaves its numbers to the next one")
    func skipped() async throws {
        let job = try job(
            "all: { sources: [a], filters: [drop: { title: { starts_with: \"1\" } }], sinks: [late] }",
            sinks: "late: { type: file, path: late.json, format: json }")
        web.show("a", 10...14)
        _ = try await job.run()
        #expect(job.bytes("late.json") == nil)
        web.show("a", 20...21)
        _ = try await job.run()
        #expect(try tally(job, "late.json") == ["offered": 7, "new": 7, "carried_in": 0, "kept": 2, "filtered": 5])
        _ = try await job.run()
        web.show("a", 22...22)
        _ = try await job.run()
        #expect(try tally(job, "late.json") == ["offered": 8, "new": 8, "carried_in": 0, "kept": 3, "filtered": 5])
    }

    @Test("Y08 a pipeline that takes up a source later drops nothing of it as old")
    func takenUp() async throws {
        let both = "all: { sources: [a], filters: [newer_than: 1d], sinks: [page] }"
        let job = try job("\(both), other: { sources: [b], sinks: [lines] }", sinks: "\(Self.page), \(Self.lines)")
        web.show("b", 1...3)
        _ = try await job.run()
        job.clock.advance(by: .seconds(30 * 86_400))
        job.change { $0.pipelines[0].sources = ["a", "b"] }
        _ = try await job.run()
        #expect(try titles(onPageOf: job) == ["3", "2", "1"])
    }

    @Test("Y10 the first source of the configuration stays, and tells what the others told")
    func duplicates() async throws {
        let job = try job(
            """
            all: {
              schedule: "0 7 * * *", sources: [a, b], filters: [deduplicate: { by: [url] }], sinks: [page, text] }
            """,
            sinks: "\(Self.page), text: { type: file, path: page.txt, format: text }")
        // The second source brings it first.
        web.show(
            "b",
            [Item(title: "A bookmark", address: "https://a.example/1?utm_source=b", minute: 1, bookmarks: 312)])
        _ = try await job.run()
        job.clock.advance(by: .seconds(3600))
        web.show("a", [Item(title: "An article", address: "https://a.example/1", minute: 1)])
        _ = try await job.run()
        job.clock.advance(by: .seconds(86_400))
        _ = try await job.run()
        #expect(try titles(onPageOf: job) == ["An article"])
        let text = String(decoding: try #require(job.bytes("page.txt")), as: UTF8.self)
        #expect(text.contains("also in: Feed of b “A bookmark” (bookmarks 312)"))
        #expect(text.contains("  https://a.example/1?utm_source=b\n"))
        #expect(text.contains("1 of 2 new entries is here (1 passed over: 1 duplicate)"))
    }

    @Test("Y10 what was delivered stays, and its page tells what came later, with the number of that hour")
    func delivered() async throws {
        let job = try job(
            "all: { sources: [a, b], filters: [deduplicate: { by: [url] }], sinks: [page] }", sinks: Self.page)
        web.show("b", [Item(title: "first", address: "https://a.example/1", minute: 1)])
        _ = try await job.run()
        web.show("a", [Item(title: "second", address: "https://a.example/1", minute: 1, bookmarks: 7)])
        _ = try await job.run()
        web.show("a", [Item(title: "second", address: "https://a.example/1", minute: 1, bookmarks: 312)])
        _ = try await job.run()
        _ = try await job.run()
        #expect(try titles(onPageOf: job) == ["first"])
        let entry = try JSONReader.read(try #require(job.bytes("page.json")))["entries"]?.array?.first
        #expect(entry?["also_in"]?.array?.map(\.string) == ["a"])
        #expect(entry?["duplicates"]?.array?.first?["numbers"]?["bookmarks"]?.int == 312)
        let histories = try await job.histories()
        #expect(histories.map { $0.pipelines.first?.duplicates.map(\.key) ?? [] } == [["e2"], []])
        #expect(histories.last?.pipelines.first?.sameAs?.key == "e1")
    }

    @Test(
        "Y08 check warns where `newer_than` is shorter than the schedule's period",
        arguments: [
            ("0 7 * * 1", "2d", "7 days"), ("0 7 * * 1-5", "2d", "3 days"), ("0 7 * * *", "12h", "1 day"),
            ("0 7,19 * * *", "6h", "12 hours"), ("* * * * 1", "2d", "6 days 1 minute"), ("0 0 1 * *", "7d", "31 days"),
            ("0 7 * * *", "1d", nil), ("*/15 * * * *", "1h", nil), ("0 7 * * 1", "7d", nil),
        ] as [(String, String, String?)])
    func warns(schedule: String, age: String, period: String?) throws {
        let text = """
            version: 1
            settings: { timezone: Asia/Tokyo }
            sources: { a: { type: feed, url: "https://a.example/feed" } }
            sinks: { out: { type: stdout } }
            pipelines: { all: { schedule: "\(schedule)", sources: [a], filters: [newer_than: \(age)], sinks: [out] } }
            """
        let reader = PlanReader(registry: try StandardPlugins.registry(), purpose: .check, variables: ["TZ": "UTC"])
        let warnings = reader.read(Array(text.utf8), path: "/nowhere/config.yaml").diagnostics.map(\.message)
            .filter { $0.contains("newer_than") }
        let expected = period.map { period in
            "pipelines.all: `newer_than: \(age)` is shorter than the \(period) between two deliveries"
        }
        #expect(warnings == [expected].compactMap { $0 })
    }

    @Test(
        "check warns of a filter behind one that does not see what it adds",
        arguments: [
            ("[bookmarks: { from: hatena }, sort: { by: bookmarks }, take: 5]", nil),
            ("[sort: { by: bookmarks }, bookmarks: { from: hatena }, take: 5]", "sort"),
            ("[deduplicate: {}, take: 5, bookmarks: { from: hatena }]", "take"),
            ("[use: few, bookmarks: { from: hatena }]", "take"),
        ] as [(String, String?)])
    func misplaced(filters: String, other: String?) throws {
        let text = """
            version: 1
            sources: { a: { type: feed, url: "https://a.example/feed" } }
            filters: { few: [take: 5] }
            sinks: { out: { type: stdout } }
            pipelines: { all: { sources: [a], filters: \(filters), sinks: [out] } }
            """
        let reader = PlanReader(registry: try StandardPlugins.registry(), purpose: .check, variables: ["TZ": "UTC"])
        let warnings = reader.read(Array(text.utf8), path: "/nowhere/config.yaml").diagnostics.map(\.message)
            .filter { !$0.contains("few") }
        let expected = other.map { "pipelines.all: `bookmarks` stands behind `\($0)`, which does not see what it adds" }
        #expect(warnings == [expected].compactMap { $0 })
    }
}
