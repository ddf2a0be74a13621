import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Logging
import MachineLaboratory
import Synchronization
import Testing

@testable import FeedEngine

@Suite("collecting beside other workers of one state")
struct SharedCollectingTests {
    private let bench: RunTestBench
    private let web: CountingWeb
    private let inbox: Inbox

    init() throws {
        bench = try RunTestBench()
        web = CountingWeb(bench.web)
        bench.transport = web
        inbox = bench.addSink("out")
        for name in ["a", "b"] {
            bench.addFeed(name, "https://\(name).example/feed")
            bench.web.answer("https://\(name).example/feed", text: "\(name)1\nend")
        }
        bench.addPipeline("all", sources: ["a", "b"], sinks: ["out"])
    }

    @Test("what another worker holds is left to it: it is no failure, and nothing is said about it")
    func leavesWhatOthersHold() async throws {
        let shared = try await SharedState(bench)
        shared.table.hold(["a.example"], of: .host)
        let report = await shared.run()
        #expect(bench.web.urls == ["https://b.example/feed"])
        #expect(report.sources["a"]?.kind == .skipped)
        #expect(report.sources["a"]?.skipReason == .otherWorker)
        #expect(report.sources["a"]?.error == nil)
        #expect(report.sources["b"]?.kind == .loaded)
        #expect(report.stateError == nil)
        #expect(report.changes.isEmpty)
        let known = try await shared.known("https://a.example/feed")
        #expect(known.health.failures == 0)
        #expect(known.timesPassedOver == 0)
        #expect(inbox.titles == ["b1"])
    }

    @Test("a host that the other worker gives back before the end is asked in the same run")
    func asksAgain() async throws {
        let shared = try await SharedState(bench)
        let table = shared.table
        table.hold(["a.example"], of: .host)
        table.act { call in
            // Freed as this worker gives back its own.
            if !call.isClaim, call.kind == .host, call.isOver { table.end("other") }
        }
        let report = await shared.run()
        #expect(report.sources["a"]?.kind == .loaded)
        #expect(Set(inbox.titles) == ["a1", "b1"])
    }

    @Test("a source that another worker has fetched since this run began is not asked again")
    func leavesWhatIsDone() async throws {
        let shared = try await SharedState(bench)
        shared.table.actOnce {
            $0.worker == "a" && $0.isClaim && $0.kind == .host
        } _: {
            await shared.run("b")
        }
        let report = await shared.run("a")
        #expect(bench.web.urls.sorted() == ["https://a.example/feed", "https://b.example/feed"])
        #expect(report.sources["a"]?.skipReason == .otherWorker)
        #expect(report.sources["b"]?.skipReason == .otherWorker)
        #expect(inbox.titles.sorted() == ["a1", "b1"])
    }

    @Test("the pause that a server asked another worker for holds for this one at once")
    func learnsPauses() async throws {
        bench.addFeed("c", "https://a.example/other")
        bench.web.answer("https://a.example/other", status: 429, headers: [("Retry-After", "600")], text: "wait")
        bench.plan.pipelines[0].sources.append("c")
        let shared = try await SharedState(bench)
        let web = bench.web
        shared.table.actOnce {
            $0.worker == "a" && $0.isClaim && $0.kind == .host
        } _: {
            await shared.run("b") { $0.collectsOnly = true }
        }
        let asked = { web.urls.filter { $0.contains("a.example") }.count }
        let report = await shared.run("a")
        #expect(asked() <= 2)
        #expect(report.sources["c"]?.kind == .skipped)
    }

    @Test("a redirect to a host that another worker holds is not followed: no failure, and it goes first next time")
    func leavesRedirects() async throws {
        web.redirect("https://a.example/feed", to: "https://held.example/feed")
        bench.web.answer("https://held.example/feed", text: "h1\nend")
        let shared = try await SharedState(bench)
        shared.table.hold(["held.example"], of: .host)
        let report = await shared.run()
        #expect(!bench.web.urls.contains("https://held.example/feed"))
        #expect(report.sources["a"]?.kind == .skipped)
        #expect(report.sources["a"]?.skipReason == .otherWorker)
        let known = try await shared.known("https://a.example/feed")
        #expect(known.health.failures == 0)
        #expect(known.retryAt == nil)
        #expect(known.timesPassedOver == 1)
        shared.table.end("other")
        let next = await shared.run()
        #expect(next.sources["a"]?.kind == .loaded)
        #expect(inbox.titles.contains("h1"))
    }

    @Test("a redirect to a free host is followed while this worker holds it, and then the host is free again")
    func followsRedirects() async throws {
        web.redirect("https://a.example/feed", to: "https://free.example/feed")
        bench.web.answer("https://free.example/feed", text: "f1\nend")
        let shared = try await SharedState(bench)
        let claims = { shared.table.calls.filter { $0.names == ["free.example"] && $0.isOver }.map(\.isClaim) }
        let report = await shared.run()
        #expect(report.sources["a"]?.kind == .loaded)
        #expect(claims() == [true, false])
        #expect(shared.table.held.isEmpty)
    }

    @Test("a host whose source failed is kept until the failure is stored: no other worker asks it meanwhile")
    func keepsFailingHosts() async throws {
        bench.web.fail("https://c.example/feed", with: StageError(.refused, subject: "c.example"))
        bench.addFeed("c", "https://c.example/feed")
        bench.plan.pipelines[0].sources.append("c")
        let isReleased = Shared(false)
        // The run goes on until it has given back a host whose source is stored.
        bench.transport = WaitingWeb(web: bench.web, host: "b.example") { isReleased.withLock { $0 } }
        let shared = try await SharedState(bench)
        let failures = Shared<Int?>(nil)
        shared.table.act { call in
            guard !call.isClaim, call.kind == .host else { return }
            if !call.isOver, call.names.contains("c.example") {
                let known = try? await shared.known("https://c.example/feed")
                failures.withLock { $0 = $0 ?? known?.health.failures }
            }
            if call.isOver, call.names.contains("a.example") { isReleased.withLock { $0 = true } }
        }
        await shared.run("a")
        #expect(failures.withLock { $0 } == 1)
    }

    @Test("a run over more hosts than it may claim at once comes to all of them")
    func comesToAll() async throws {
        for number in 0..<30 {
            bench.addFeed("n\(number)", "https://n\(number).example/feed")
            bench.web.answer("https://n\(number).example/feed", text: "n\(number)\nend")
            bench.plan.pipelines[0].sources.append("n\(number)")
        }
        bench.plan.settings.concurrency = 1
        let shared = try await SharedState(bench)
        let report = await shared.run()
        #expect(report.sources.values.allSatisfy { $0.kind == .loaded })
        #expect(report.sources.count == 32)
    }

    @Test("a worker without others makes no claim at all")
    func costsNothingAlone() async throws {
        let report = try await bench.run()
        #expect(report.sources.values.allSatisfy { $0.kind == .loaded })
        #expect(!SoleWorker().areShared)
    }
}

@Suite("the order in which a worker claims hosts")
struct HostClaimsTests {
    private func candidates(_ count: Int, passedOver: [Int: Int] = [:]) async throws -> [HostClaims.Candidate] {
        let bench = try RunTestBench()
        let state = try await StateDatabase.open(path: bench.plan.settings.statePath, now: bench.clock.now)
        let unknown = try await state.known(Notices.key)
        return try (0..<count).map { number in
            let url = "https://h\(number).example/"
            let source = PlannedSource(
                name: "s\(number)", type: "lines", title: nil, place: .nowhere, refresh: .everyRun, firstRun: .all,
                policy: HTTPPolicy(), maxEntries: 10, isEnabled: true
            ) { services throws(StageError) in
                PlannedSource.Stages(
                    source: LinesSource(url: url, pages: 1, token: nil, services: services), parser: LinesParser())
            }
            let stages = try source.make(.testing())
            let common = SourceTransport.Common(
                base: StubTransport(), limiter: HostLimiter(), clock: ManualClock(),
                logger: Logger(label: "testing") { _ in SwiftLogNoOpLogHandler() })
            let prepared = Collector.Prepared(
                of: [source], at: 0, key: FeedKey(of: stages.source, type: "lines"), stages: stages,
                transport: SourceTransport(common, of: [source], at: 0))
            var known = unknown
            known.timesPassedOver = passedOver[number] ?? 0
            return HostClaims.Candidate(source: prepared, known: known, pipelines: [], isDue: true)
        }
    }

    @Test("workers begin at different places, and each comes to every host")
    func beginsElsewhere() async throws {
        let all = try await candidates(100)
        let orders = ["one", "two", "three"].map { HostClaims(all, worker: $0).untried.map(\.name) }
        #expect(Set(orders.map { $0[0] }).count == 3)
        for order in orders { #expect(Set(order).count == 100) }
    }

    @Test("hosts with sources that the last runs passed over come first, for every worker")
    func passedOverFirst() async throws {
        let all = try await candidates(50, passedOver: [7: 1, 30: 2])
        for worker in ["one", "two", "three"] {
            let order = HostClaims(all, worker: worker).untried.map(\.name)
            #expect(order.prefix(2) == ["h30.example", "h7.example"])
        }
    }

    private func limit(_ concurrency: Int, openFiles: Int = 4096) -> TransferLimit {
        TransferLimit(concurrency: concurrency, openFiles: openFiles)
    }

    @Test("a worker that may open few files claims no more hosts than it has connections for")
    func claimsWithinOpenFiles() async throws {
        var claims = HostClaims(try await candidates(200), worker: "one")
        let few = limit(64, openFiles: 84)
        #expect(few == TransferLimit(concurrency: 20, openFiles: 84))
        var held = 0
        while claims.hasNext(within: few) {
            let hosts = claims.next(within: few)
            claims.note(hosts, held: Set(hosts.map(\.name)))
            for host in hosts { claims.begin(host.candidates[0].source.key, of: host.name, isWaiting: false) }
            held += hosts.count
        }
        #expect(held == 20)
    }

    @Test("a claim has at most 64 hosts")
    func claimsFew() async throws {
        var claims = HostClaims(try await candidates(100), worker: "one")
        #expect(claims.next(within: limit(512)).count == 64)
        #expect(claims.next(within: limit(8)).count == 8)
        #expect(claims.untried.count == 28)
    }

    @Test("a worker claims no more hosts than it can ask at once, and goes on as soon as one has answered or is left")
    func claimsWhatItCanAsk() async throws {
        var claims = HostClaims(try await candidates(20), worker: "one")
        let one = limit(1)
        func claim() -> [HostClaims.Host] {
            let hosts = claims.next(within: one)
            claims.note(hosts, held: Set(hosts.map(\.name)))
            for host in hosts {
                claims.begin(host.candidates[0].source.key, of: host.name, isWaiting: false)
            }
            return hosts
        }
        var held: [HostClaims.Host] = []
        while claims.hasNext(within: one) { held += claim() }
        #expect(held.count == 8)
        #expect(claim().isEmpty)
        claims.end(held[3].candidates[0].source.key, keepsHost: false)
        #expect(claim().count == 1)
        #expect(!claims.hasNext(within: one))
        // A host that failed is kept, and asked no more.
        claims.end(held[5].candidates[0].source.key, keepsHost: true)
        #expect(claim().count == 1)
        #expect(claim().isEmpty)
    }

    @Test("a host is finished when all its sources are stored, and not while more is to be recorded of one")
    func finishes() async throws {
        let all = try await candidates(3)
        var claims = HostClaims(all, worker: "one")
        let hosts = claims.next(within: limit(3))
        claims.note(hosts, held: Set(hosts.map(\.name)))
        for candidate in all {
            claims.begin(candidate.source.key, of: HostClaims.host(of: candidate), isWaiting: false)
        }
        #expect(claims.takeFinished().isEmpty)
        claims.end(all[0].source.key, keepsHost: false)
        claims.end(all[1].source.key, keepsHost: true)
        #expect(claims.takeFinished() == ["h0.example"])
        #expect(Set(claims.takeAll()) == ["h1.example", "h2.example"])
    }
}

/// A transport in which one host answers only when something has happened.
private struct WaitingWeb: HTTPTransport {
    let web: StubTransport
    let host: String
    let hasHappened: @Sendable () -> Bool

    init(web: StubTransport, host: String, until hasHappened: @escaping @Sendable () -> Bool) {
        (self.web, self.host, self.hasHappened) = (web, host, hasHappened)
    }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        // A test in which it never happens fails by what it expects.
        if request.url.mask.contains(host) { try? await eventually(hasHappened) }
        return try await web.send(request)
    }
}
