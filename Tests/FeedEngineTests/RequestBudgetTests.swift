import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedEngine

@Suite("request budgets")
struct RequestBudgetTests {
    private let recorded = Timestamp(seconds: 1_795_132_800)  // 2026-11-20T00:00:00Z
    private let now: Timestamp

    init() {
        // Budgets in PostgreSQL begin and end by the clock of the database, which no test sets.
        now = StoreKind.present == .postgresql ? Timestamp(seconds: SystemClock().now.seconds) : recorded
    }

    private func read(_ headers: [(String, String)]) -> RateLimitFields? {
        RateLimitFields(headers.map { (name: $0.0.lowercased(), value: $0.1) }, at: recorded)
    }

    @Test(
        "the fields of many services are understood",
        arguments: [
            [("Rate-Limit", "60"), ("Rate-Remaining", "57"), ("Rate-Reset", "1795133400")],
            [("X-RateLimit-Limit", "60"), ("X-RateLimit-Remaining", "57"), ("X-RateLimit-Reset", "600")],
            [("X-RateLimit-Limit", "60"), ("X-RateLimit-Remaining", "57.0"), ("X-RateLimit-Reset", "1795133400000")],
            [("X-Rate-Limit-Limit", "60"), ("X-Rate-Limit-Remaining", "57"), ("X-Rate-Limit-Reset", "600")],
            [("RateLimit-Limit", "60, 60;w=3600"), ("RateLimit-Remaining", "57"), ("RateLimit-Reset", "600")],
            [("RateLimit", "limit=60, remaining=57, reset=600")],
            [("RateLimit-Policy", "\"hour\";q=60;w=3600"), ("RateLimit", "\"hour\";r=57;t=600")],
        ])
    func families(headers: [(String, String)]) throws {
        let report = try #require(read(headers))
        #expect(report.allowed == 60)
        #expect(report.remaining == 57)
        #expect(report.resetsAt == recorded + .seconds(600))
    }

    @Test(
        "hostile numbers are clamped, and what tells no end is no budget",
        arguments: [
            ("-1", "600", nil), ("x", "600", nil), ("", "600", nil), ("5", "-1", nil), ("5", "", nil),
            ("5", "99999999999999999999", 86_400), ("5", "9223372036854775807", 86_400), ("5", "0", 0),
            ("5", "1000000000", 0), ("5", "999999999", 86_400), ("99999999999999999999", "60", 60),
        ] as [(String, String, Int?)])
    func hostile(remaining: String, reset: String, seconds: Int?) {
        let report = read([("Rate-Remaining", remaining), ("Rate-Reset", reset)])
        #expect(report?.resetsAt == seconds.map { recorded + .seconds($0) })
        #expect(report.map { $0.remaining >= 0 } ?? true)
    }

    // MARK: in a run

    private func fields(_ remaining: Int, of limit: Int = 60, reset: Int = 600) -> [(String, String)] {
        [
            ("Rate-Limit", "\(limit)"), ("Rate-Remaining", "\(remaining)"),
            ("Rate-Reset", "\(now.seconds + Int64(reset))"),
        ]
    }

    private func makeBench(_ sources: [(name: String, pages: Int, token: String?)]) throws -> RunTestBench {
        let bench = try RunTestBench()
        bench.clock.set(to: now)
        for (name, pages, token) in sources {
            bench.addFeed(name, "https://api.example/\(name)", pages: pages, token: token)
        }
        bench.addSink("out")
        bench.addPipeline("all", sources: sources.map(\.name), sinks: ["out"])
        bench.plan.settings.concurrency = 1
        return bench
    }

    @Test("a server that takes no more is not asked until it does again, by none of those who share the budget")
    func respects() async throws {
        let bench = try makeBench([("a", 1, nil), ("b", 1, nil), ("c", 1, "secret")])
        bench.web.answer("https://api.example/a", headers: fields(0), text: "a1\nend")
        bench.web.answer("https://api.example/b", headers: fields(59, reset: 4200), text: "b1\nend")
        bench.web.answer("https://api.example/c", headers: fields(999, of: 1000), text: "c1\nend")
        let report = try await bench.run()
        #expect(report.sources["a"]?.kind == .loaded)
        #expect(report.sources["b"]?.kind == .skipped)
        #expect(report.sources["b"]?.skipReason == .overBudget)
        #expect(report.sources["c"]?.kind == .loaded)
        #expect(report.changes.isEmpty)
        #expect(
            report.budgets == [
                RunReport.BudgetOutlook(
                    server: "api.example", remaining: 0, allowed: 60, resetsAt: now + .seconds(600), needed: 2),
                RunReport.BudgetOutlook(
                    server: "api.example", remaining: 999, allowed: 1000, resetsAt: now + .seconds(600), needed: 1),
            ])
        // Another run, while the hour is not over: known from the state, no request is made.
        let asked = bench.web.urls.count
        bench.clock.advance(by: .seconds(599))
        let second = try await bench.run()
        #expect(second.sources["a"]?.skipReason == .overBudget)
        #expect(bench.web.urls.dropFirst(asked) == ["https://api.example/c"])
        // Who had to wait comes first.
        bench.clock.advance(by: .seconds(2))
        try await bench.run()
        #expect(bench.web.urls.dropFirst(asked + 1).prefix(2).allSatisfy { !$0.hasSuffix("/c") })
    }

    @Test(
        "what the user grants at most holds over runs, whatever the server says, and begins anew when its time is over",
        .onlyInSQLite)
    func ownRate() async throws {
        let bench = try makeBench([("a", 1, nil), ("b", 1, nil), ("c", 1, nil)])
        for index in 0..<2 { bench.plan.sources[index].policy.rate = Rate(count: 3, per: .seconds(3600)) }
        for name in ["a", "b", "c"] { bench.web.answer("https://api.example/\(name)", text: "\(name)1\nend") }
        let first = try await bench.run()
        #expect(first.budgets.map(\.remaining) == [1])
        #expect(first.budgets.first?.resetsAt == now + .seconds(3600))
        bench.clock.advance(by: .seconds(900))
        let second = try await bench.run()
        #expect(Set(["a", "b"].compactMap { second.sources[$0]?.skipReason }) == [.overBudget])
        #expect(["a", "b"].filter { second.sources[$0]?.skipReason == nil }.count == 1)
        #expect(second.sources["c"]?.skipReason == nil)
        let asked = bench.web.urls.count
        bench.clock.advance(by: .seconds(2699))
        #expect(try await bench.run().sources["a"]?.skipReason == .overBudget)
        #expect(bench.web.urls.dropFirst(asked) == ["https://api.example/c"])
        bench.clock.advance(by: .seconds(1))
        let last = try await bench.run()
        #expect(["a", "b", "c"].allSatisfy { last.sources[$0]?.skipReason == nil })
    }

    @Test("a fetch that would not come to its end is not begun, and what it might need is kept for it")
    func reserves() async throws {
        let bench = try makeBench([("long", 3, nil), ("other", 3, nil)])
        for page in 1...3 {
            for name in ["long", "other"] {
                let url = "https://api.example/\(name)?page=\(page)"
                bench.web.answer(url, headers: fields(50), text: "\(name)\(page)\nend")
                bench.web.answer(url, headers: fields(5 - page, of: 60, reset: 7200), text: "\(name)\(page)\nend")
            }
        }
        try await bench.run()
        bench.clock.advance(by: .seconds(900))
        let report = try await bench.run()
        // The slower one of before goes first, and leaves 2 of the 3 that the other needed last time.
        let (first, second) = report.sources["long"]?.requests == 3 ? ("long", "other") : ("other", "long")
        #expect(report.sources[first]?.requests == 3)
        #expect(report.sources[first]?.kind == .loaded)
        #expect(report.sources[second]?.skipReason == .overBudget)
        #expect(report.sources[second]?.requests == 0)
        #expect(report.budgets.map(\.needed) == [6])
    }

    // With shared budgets a refused request does not come to the transport, so nothing could be awaited there.
    @Test("T04 what a fetch under way may still need is given to no other, until it ends", .onlyInSQLite)
    func inFlight() async throws {
        let bench = try makeBench([("long", 3, nil), ("other", 3, nil)])
        for page in 1...3 {
            for name in ["long", "other"] {
                let url = "https://api.example/\(name)?page=\(page)"
                bench.web.answer(url, headers: fields(5, reset: 7200), text: "\(name)\(page)\nend")
                bench.web.answer(url, headers: fields(5 - page, reset: 7200), text: "\(name)\(page)\nend")
            }
        }
        try await bench.run()
        bench.clock.advance(by: .seconds(900))
        // Of the 5 that are left each needs 3, and both ask before either has an answer.
        bench.plan.settings.concurrency = 2
        bench.transport = BarrierWeb(bench.web, awaiting: 2)
        let report = try await bench.run()
        let outcomes = ["long", "other"].compactMap { report.sources[$0] }
        #expect(outcomes.map(\.requests).sorted() == [0, 3])
        #expect(outcomes.compactMap(\.skipReason) == [.overBudget])
    }

    @Test("T04 a fetch gives back what it kept and did not need")
    func givesBack() throws {
        let budget = RequestBudget(
            server: "api.example", credential: [], allowed: 60, remaining: 4, resetsAt: now + .seconds(600))
        let limiter = HostLimiter(budgets: [budget])
        let account = limiter.account(of: "api.example", showing: [])
        var (first, second): (Int?, Int?) = (nil, nil)
        try limiter.take(from: account, expecting: 3, reserved: &first, now: now)
        #expect(first == 2)
        #expect(throws: StageError.self) {
            try limiter.take(from: account, expecting: 3, reserved: &second, now: now)
        }
        #expect(second == nil)
        limiter.release(2, to: account)
        try limiter.take(from: account, expecting: 3, reserved: &second, now: now)
        #expect(second == 2)
    }

    @Test("a fetch that needs more than a server ever gives is begun when all of it is there")
    func needsMoreThanAll() async throws {
        let bench = try makeBench([("long", 3, nil)])
        for page in 1...3 {
            bench.web.answer("https://api.example/long?page=\(page)", text: "\(page)\nend")
            bench.web.answer("https://api.example/long?page=\(page)", headers: fields(2, of: 2), text: "\(page)\nend")
            bench.web.answer(
                "https://api.example/long?page=\(page)", headers: fields(max(0, 2 - page), of: 2), text: "\(page)\nend")
        }
        try await bench.run()
        try await bench.run()
        let report = try await bench.run()
        // Two pages, then the server's limit; what came is kept.
        #expect(report.sources["long"]?.requests == 2)
        #expect(report.sources["long"]?.error?.code == .budgetSpent)
    }

    @Test("a budget is told by a dry run, which keeps nothing of it")
    func dryRun() async throws {
        let bench = try makeBench([("a", 1, nil)])
        bench.web.answer("https://api.example/a", headers: fields(57), text: "a1\nend")
        let report = try await bench.run(mode: .dryRun)
        #expect(report.budgets.map(\.remaining) == [57])
        #expect(report.budgets.map(\.needed) == [1])
    }

    @Test("who shows a credential is told apart, and the state does not hold it")
    func credential() async throws {
        let bench = try makeBench([("a", 1, "Bearer tell-nobody-0123")])
        bench.web.answer("https://api.example/a", headers: fields(57), text: "a1\nend")
        try await bench.run()
        for name in ["state.sqlite", "state.sqlite-wal"] {
            #expect(!String(decoding: bench.bytes(name), as: UTF8.self).contains("tell-nobody"))
        }
    }
}
