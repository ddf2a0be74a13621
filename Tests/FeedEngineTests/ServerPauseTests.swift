import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedEngine

@Suite("servers that want a pause")
struct ServerPauseTests {
    private let bench: RunTestBench
    private let inbox: Inbox

    init() throws {
        bench = try RunTestBench()
        for name in ["a", "b"] {
            bench.addFeed(name, "https://busy.example/\(name)")
            bench.web.answer("https://busy.example/\(name)", text: "\(name)1\nend")
        }
        bench.addFeed("other", "https://other.example/c")
        bench.web.answer("https://other.example/c", text: "c1\nend")
        inbox = bench.addSink("out")
        bench.addPipeline("all", sources: ["a", "b", "other"], sinks: ["out"])
        // One after the other, so that what the first is told holds for the second.
        bench.plan.settings.concurrency = 1
    }

    private func busy(_ headers: [(String, String)] = [], status: Int = 429) -> RunTestBench {
        let bench = bench
        bench.plan.sources.insert(bench.plan.sources.remove(at: 0), at: 0)
        bench.addFeed("first", "https://busy.example/first")
        bench.plan.sources.insert(bench.plan.sources.removeLast(), at: 0)
        bench.plan.pipelines[0].sources.append("first")
        bench.web.answer("https://busy.example/first", status: status, headers: headers, text: "wait")
        bench.web.answer("https://busy.example/first", text: "f1\nend")
        return bench
    }

    // Workers of one state each begin at a host of their own.
    @Test(
        "N50 a 429 pauses the server for the run: its other sources are not asked, and no failure is theirs",
        .onlyInSQLite)
    func pausesForTheRun() async throws {
        let bench = busy()
        let report = try await bench.run()
        #expect(bench.web.urls == ["https://busy.example/first", "https://other.example/c"])
        #expect(report.sources["a"]?.kind == .skipped)
        #expect(report.sources["a"]?.skipReason == .throttled)
        #expect(report.sources["a"]?.requests == 0)
        #expect(report.sources["first"]?.error?.code == .limited)
        #expect(report.sources["other"]?.kind == .loaded)
        #expect(report.changes.isEmpty)
        // Nothing was said about for how long.
        bench.clock.advance(by: .seconds(1200))
        let next = try await bench.run()
        #expect(["a", "b", "first"].allSatisfy { next.sources[$0]?.kind == .loaded })
        #expect(Set(inbox.titles) == ["a1", "b1", "c1", "f1"])
    }

    @Test(
        "N39 no source of a server is asked before Retry-After, however often a run comes",
        arguments: ["120", "Fri, 20 Nov 2026 00:02:00 GMT"], [429, 503])
    func keepsToRetryAfter(value: String, status: Int) async throws {
        bench.clock.set(to: Timestamp(seconds: 1_795_132_800))  // 2026-11-20T00:00:00Z
        let bench = busy([("Retry-After", value), ("Date", "Fri, 20 Nov 2026 00:00:00 GMT")], status: status)
        try await bench.run()
        let asked = bench.web.urls.count
        for _ in 0..<3 {
            bench.clock.advance(by: .seconds(30))
            let report = try await bench.run { $0.ignoresRefresh = true }
            #expect(["a", "b", "first"].allSatisfy { report.sources[$0]?.skipReason == .throttled })
        }
        #expect(bench.web.urls.dropFirst(asked).allSatisfy { $0 == "https://other.example/c" })
        bench.clock.advance(by: .seconds(31))
        let report = try await bench.run()
        #expect(["a", "b", "first"].allSatisfy { report.sources[$0]?.kind == .loaded })
    }

    @Test("N39 of several answers that were under way together, the one that asks for the longest pause counts")
    func longestPause() {
        let now = bench.clock.now
        let limiter = HostLimiter()
        let account = limiter.account(of: "busy.example", showing: [])
        for seconds in ["60", "3600", "120"] {
            limiter.recordAnswer(account, status: 429, headers: [(name: "retry-after", value: seconds)], at: now)
        }
        #expect(limiter.unsavedLimits().pauses == ["busy.example": now + .seconds(3600)])
    }

    @Test("N39 a pause that a server names holds for all, also where a budget of one of them is used up")
    func pauseBesideBudget() {
        let now = bench.clock.now
        let limiter = HostLimiter()
        let account = limiter.account(of: "busy.example", showing: ["token"])
        let spent = [
            (name: "x-ratelimit-remaining", value: "0"), (name: "x-ratelimit-reset", value: "600"),
        ]
        limiter.recordAnswer(account, status: 429, headers: spent, at: now)
        #expect(limiter.pause(of: "busy.example", at: now) == nil)
        limiter.recordAnswer(account, status: 429, headers: spent + [(name: "retry-after", value: "3600")], at: now)
        #expect(limiter.pause(of: "busy.example", at: now)?.code == .hostPaused)
        #expect(limiter.unsavedLimits().pauses == ["busy.example": now + .seconds(3600)])
    }

    @Test("N39 a date is measured by the server's own clock")
    func measuresBySkewedClock() async throws {
        bench.clock.set(to: Timestamp(seconds: 1_795_132_800))
        let bench = busy([
            ("Retry-After", "Thu, 01 Jan 2015 00:02:00 GMT"), ("Date", "Thu, 01 Jan 2015 00:00:00 GMT"),
        ])
        try await bench.run()
        bench.clock.advance(by: .seconds(60))
        #expect(try await bench.run().sources["a"]?.skipReason == .throttled)
        bench.clock.advance(by: .seconds(61))
        #expect(try await bench.run().sources["a"]?.kind == .loaded)
    }

    @Test(
        "N40 hostile waits are clamped to seven days, and none stops a run",
        arguments: [
            ("-1", 1200), ("0", 0), ("1e9", 1200), ("1000000000", 604_800), ("9223372036854775807", 604_800),
            ("99999999999999999999", 604_800), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Fri, 31 Dec 99999 23:59:59 GMT", nil), ("soon", 1200), ("", 1200), ("86400", 86_400),
        ] as [(String, Int?)])
    func clamps(value: String, seconds: Int?) async throws {
        let bench = busy([("Retry-After", value)])
        let report = try await bench.run()
        #expect(report.sources["other"]?.kind == .loaded)
        guard let seconds else {
            bench.clock.advance(by: .seconds(604_801))
            #expect(try await bench.run().sources["a"]?.kind == .loaded)
            return
        }
        if seconds > 1 {
            bench.clock.advance(by: .seconds(seconds - 1))
            #expect(try await bench.run().sources["a"]?.skipReason == .throttled)
        }
        bench.clock.advance(by: .seconds(2))
        #expect(try await bench.run().sources["a"]?.kind == .loaded)
    }

    @Test("Y19 a server that refuses without a number is left alone for 20 min, 40 min, then an hour each time")
    func growingPause() async throws {
        for number in 0..<6 {
            let url = "https://full.example/\(number)"
            bench.web.answer(url, status: 503, headers: [("Retry-After", "soon")], text: "no")
            bench.addFeed("full\(number)", url)
            bench.plan.pipelines[0].sources.append("full\(number)")
        }
        var minutes: [Int] = []
        for minute in stride(from: 0, to: 300, by: 5) {
            let before = bench.web.urls.count { $0.contains("full") }
            try await bench.run()
            let asked = bench.web.urls.count { $0.contains("full") } - before
            minutes += Array(repeating: minute, count: asked)
            bench.clock.advance(by: .seconds(300))
        }
        // One of the server's sources asks, and no other.
        #expect(minutes == [0, 20, 60, 120, 180, 240])
    }

    @Test("Y19 a pause of our own begins anew once the server has answered, and `--now` asks all the same")
    func pauseBeginsAnew() async throws {
        let url = "https://full.example/"
        bench.web.answer(url, status: 429, text: "no")
        bench.web.answer(url, status: 429, text: "no")
        bench.web.answer(url, text: "x\nend")
        bench.web.answer(url, status: 503, text: "no")
        bench.addFeed("full", url)
        bench.plan.pipelines[0].sources.append("full")
        try await bench.run()
        #expect(try await bench.run().sources["full"]?.skipReason == .throttled)
        #expect(try await bench.run { $0.ignoresRefresh = true }.sources["full"]?.error?.code == .limited)
        bench.clock.advance(by: .seconds(2400))
        #expect(try await bench.run().sources["full"]?.kind == .loaded)
        #expect(try await bench.run().sources["full"]?.error?.code == .limited)
        bench.clock.advance(by: .seconds(1199))
        #expect(try await bench.run().sources["full"]?.skipReason == .throttled)
        bench.clock.advance(by: .seconds(1))
        #expect(try await bench.run().sources["full"]?.kind == .failed)
    }

    @Test("Y19 after two weeks of it a server is asked once a day, and no count is too large")
    func longestOwnPause() {
        #expect(HostLimiter.ownPause(afterRefusals: 336) == .seconds(3600))
        #expect(HostLimiter.ownPause(afterRefusals: 337) == .seconds(86_400))
        #expect(HostLimiter.ownPause(afterRefusals: .max) == .seconds(86_400))
        #expect(HostLimiter.ownPause(afterRefusals: 0) == .seconds(1200))
    }

    @Test("a pause that a clock gone wrong put years ahead is not kept")
    func survivesClock() async throws {
        let present = bench.clock.now
        let bench = busy([("Retry-After", "3600")])
        bench.clock.advance(by: .seconds(10 * 365 * 86_400))
        try await bench.run()
        bench.clock.set(to: present)
        #expect(try await bench.run().sources["a"]?.kind == .loaded)
    }

    @Test("N38 a challenge for browsers has a reason of its own, and pauses nobody")
    func challenge() async throws {
        let bench = busy([("CF-Mitigated", "challenge"), ("Retry-After", "3600")], status: 403)
        let report = try await bench.run()
        #expect(report.sources["first"]?.error?.code == .challenged)
        #expect(report.sources["a"]?.kind == .loaded)
    }

    @Test(
        "N38 what a server refuses has distinct reasons, and is tried again at each run",
        arguments: [
            (404, StageError.Code.notFound), (401, .credentialRejected), (403, .forbidden), (410, .gone),
            (500, .serverError),
        ])
    func refusals(status: Int, code: StageError.Code) async throws {
        bench.web.answer("https://no.example/", status: status, text: "no")
        bench.addFeed("no", "https://no.example/")
        bench.plan.pipelines[0].sources.append("no")
        for _ in 0..<2 {
            #expect(try await bench.run().sources["no"]?.error?.code == code)
            bench.clock.advance(by: .seconds(900))
        }
        #expect(bench.web.urls.filter { $0 == "https://no.example/" }.count == 2)
    }

    @Test("N42 a server that recovers in between is never told of, one that does not is told once")
    func flapping() async throws {
        for _ in 0..<7 {
            bench.web.answer("https://flap.example/", status: 502, text: "no")
            bench.web.answer("https://flap.example/", status: 504, text: "no")
            bench.web.answer("https://flap.example/", text: "x\nend")
        }
        bench.web.answer("https://flap.example/", status: 500, text: "no")
        bench.addFeed("flap", "https://flap.example/")
        bench.plan.pipelines[0].sources.append("flap")
        // Worked once before.
        bench.web.answer("https://down.example/", text: "d\nend")
        bench.web.answer("https://down.example/", status: 500, text: "no")
        bench.addFeed("down", "https://down.example/")
        bench.plan.pipelines[0].sources.append("down")
        var told: [String] = []
        for _ in 0..<20 {
            told += try await bench.run().changes.filter { $0.failing?.hasEverWorked == true }.compactMap(\.source)
            bench.clock.advance(by: .seconds(3 * 3600))
        }
        #expect(told == ["down"])
    }

    @Test("a server that has cost a minute without an answer is asked no further in a run; an answer clears it")
    func silent() {
        let limiter = HostLimiter()
        let now = bench.clock.now
        let timeout = StageError(.timeout, subject: "")
        limiter.recordFailure(of: "a", timeout, after: .seconds(30))
        #expect(limiter.pause(of: "a", at: now) == nil)
        limiter.recordAnswer(HostLimiter.Account(server: "a", credential: []), status: 500, headers: [], at: now)
        limiter.recordFailure(of: "a", timeout, after: .seconds(30))
        limiter.recordFailure(of: "a", StageError(.refused, subject: ""), after: .seconds(300))
        #expect(limiter.pause(of: "a", at: now) == nil)
        limiter.recordFailure(of: "a", StageError(.connectTimeout, subject: ""), after: .seconds(30))
        #expect(limiter.pause(of: "a", at: now)?.code == .hostSilent)
        #expect(limiter.pause(of: "b", at: now) == nil)
    }
}
