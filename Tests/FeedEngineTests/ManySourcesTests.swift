import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import MachineLaboratory
import PostgreSQLLaboratory
import Testing

@testable import FeedEngine
@testable import FeedState

@Suite("many sources beside each other")
struct ManySourcesTests {
    private let bench: RunTestBench

    init() throws {
        bench = try RunTestBench()
        bench.addSink("out")
        bench.plan.settings.concurrency = 4
    }

    private func addAll() { bench.addPipeline("all", sources: bench.plan.sources.map(\.name), sinks: ["out"]) }

    @Test("N50 of two hundred sources of a server that says 429, those that wait in the queue are not sent any more")
    func queued() async throws {
        let server = try #require(
            LoopbackServer { _ in LoopbackReply(429, headers: [("Retry-After", "60")], text: "wait") })
        bench.transport = KeptValidatorTests.transport()
        for number in 0..<200 { bench.addFeed("f\(number)", server.url("/\(number)")) }
        addAll()
        bench.plan.settings.concurrency = 64
        let report = try await bench.run()
        #expect(server.requests.count == 1)
        #expect(server.mostConnectionsAtOnce == 1)
        #expect(report.sources.values.count { $0.skipReason == .throttled } == 199)
        #expect(report.sources.values.count { $0.error?.code == .limited } == 1)
        #expect(report.changes.isEmpty)
    }

    @Test("N50 a redirect to a server that wants a pause is not followed, and no failure is counted")
    func redirected() async throws {
        let busy = try #require(LoopbackServer { _ in LoopbackReply(503, headers: [("Retry-After", "60")], text: "") })
        let other = try #require(
            LoopbackServer(host: "127.0.0.2") { _ in
                LoopbackReply(302, headers: [("Location", busy.url("/2"))], text: "")
            })
        bench.transport = KeptValidatorTests.transport()
        bench.addFeed("busy", busy.url("/1"))
        addAll()
        try await bench.run()
        bench.plan.sources.removeAll()
        bench.plan.pipelines.removeAll()
        bench.addFeed("other", other.url("/1"))
        addAll()
        let report = try await bench.run()
        #expect(report.sources["other"]?.skipReason == .throttled)
        #expect(other.requests.count == 1)
        #expect(busy.requests.count == 1)
    }

    @Test("a host that hangs keeps nobody waiting, however many of its sources there are")
    func hungHost() async throws {
        let hanging = try #require(LoopbackServer(host: "127.0.0.3") { _ in LoopbackReply(steps: [.hang]) })
        let good = try #require(LoopbackServer { request in LoopbackReply(text: "\(request.target)\nend") })
        bench.transport = KeptValidatorTests.transport()
        for number in 0..<50 { bench.addFeed("h\(number)", hanging.url("/\(number)")) }
        for number in 0..<20 { bench.addFeed("g\(number)", good.url("/\(number)")) }
        addAll()
        bench.wait = { _ in try? await eventually { good.requests.count >= 20 } }
        let report = try await bench.run()
        #expect((0..<20).allSatisfy { report.sources["g\($0)"]?.requests == 1 })
        #expect(hanging.requests.count == 1)
        #expect(report.sources.values.count { $0.skipReason == .notReached } >= 50)
    }

    // Workers of one state each begin at a host of their own.
    @Test("many hosts that hang do not take all the slots", .onlyInSQLite)
    func hungHosts() async throws {
        let hanging = try (0..<16).map { number in
            try #require(LoopbackServer(host: "127.0.1.\(number + 1)") { _ in LoopbackReply(steps: [.hang]) })
        }
        let good = try #require(LoopbackServer { request in LoopbackReply(text: "\(request.target)\nend") })
        bench.transport = KeptValidatorTests.transport(patience: .milliseconds(5))
        for (number, server) in hanging.enumerated() { bench.addFeed("h\(number)", server.url("/\(number)")) }
        for number in 0..<20 { bench.addFeed("g\(number)", good.url("/\(number)")) }
        addAll()
        bench.wait = { _ in try? await eventually { good.requests.count >= 20 } }
        let report = try await bench.run()
        #expect((0..<20).allSatisfy { report.sources["g\($0)"]?.requests == 1 })
        #expect(hanging.allSatisfy { $0.requests.count == 1 })
    }

    @Test("the slowest of last time goes first, before it whom the last runs did not reach; who is new may be slow")
    func slowestFirst() {
        func known(_ seconds: Double, timesPassedOver: Int = 0, isNew: Bool = false) -> KnownFeed {
            var known = KnownFeed(lastSeconds: seconds, health: FeedHealth())
            known.timesPassedOver = timesPassedOver
            known.loadedAt = isNew ? nil : bench.clock.now
            return known
        }
        let order = [
            known(0.1, timesPassedOver: 2), known(0.5, timesPassedOver: 1), known(0, timesPassedOver: 1), known(30),
            known(5), known(0, isNew: true),
            known(0.2), known(0),
        ]
        let sorted = order.reversed().sorted { $0.isAskedBefore($1) }
        #expect(sorted.map(\.lastSeconds) == order.map(\.lastSeconds))
        #expect(sorted.map(\.timesPassedOver) == order.map(\.timesPassedOver))
    }

    @Test("a source that failed slowly is slow, too")
    func failsSlowly() async throws {
        bench.web.answer("https://a.example/", text: "a\nend")
        bench.addFeed("a", "https://a.example/")
        addAll()
        try await bench.run()
        let state = try await StateDatabase.opened(at: bench.plan.settings.statePath, now: bench.clock.now)
        let key = FeedKey(
            of: LinesSource(url: "https://a.example/", pages: 1, token: nil, services: .testing()),
            type: LinesSource.type)
        _ = try await state.recordFailure(
            of: key, source: "a", FailedFetch(StageError(.timeout, subject: ""), seconds: 30),
            now: bench.clock.now)
        #expect(try await state.known(key).lastSeconds == 30)
        try await state.close()
    }

    @Test("sources that are not asked because their server is silent are skipped, and go first next time")
    func silentServer() async throws {
        let silent = StageError(.hostSilent, subject: "silent.example")
        bench.web.fail("https://silent.example/1", with: StageError(.timeout, subject: "https://silent.example/1"))
        bench.web.fail("https://silent.example/2", with: silent)
        for number in 1...2 { bench.addFeed("s\(number)", "https://silent.example/\(number)") }
        addAll()
        let report = try await bench.run()
        #expect(report.sources["s1"]?.error?.code == .timeout)
        #expect(report.sources["s2"]?.kind == .skipped)
        #expect(report.sources["s2"]?.skipReason == .silent)
        let known = try await StateDatabaseProbe.known("https://silent.example/2", in: bench)
        #expect(known.timesPassedOver == 1)
        #expect(known.health.failures == 0)
    }

    @Test("X08: time that a request waited for memory here is no silence of its server", arguments: [false, true])
    func waitedForMemory(hasWaited: Bool) {
        let limiter = HostLimiter(patience: .nanoseconds(1))
        let tracker = RequestTracker(FetchWatch(limiter: limiter, clock: bench.clock), home: nil)
        #expect(tracker.refusal(sendingTo: "f.example") == nil)
        if hasWaited { tracker.waited(.seconds(3600)) }
        tracker.failed("f.example", StageError(.timeout, subject: "https://f.example/"))
        let code = limiter.pause(of: "f.example", at: bench.clock.now)?.code
        #expect(code == (hasWaited ? nil : .hostSilent))
    }
}
