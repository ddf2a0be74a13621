import FeedModel
import FeedStages
import FeedState
import FeedSystem
import FeedTesting
import Logging
import MachineLaboratory
import Synchronization
import Testing

@testable import FeedEngine

@Suite("several workers at once on one state")
struct ManyWorkersTests {
    @Test(
        "each feed is asked once, no host has two requests at once, and each entry is delivered once",
        arguments: [1, 2, 3, 4, 5] as [UInt64])
    func sharesTheWork(seed: UInt64) async throws {
        var chance = SplitMix(seed: seed)
        let bench = try RunTestBench()
        let web = CountingWeb(bench.web)
        bench.transport = web
        bench.plan.settings.concurrency = 3
        let inbox = bench.addSink("out", cutsByEntry: true)
        var names: [String] = []
        var redirecting: Set<String> = []
        for number in 0..<60 {
            let host = Int.random(in: 0..<20, using: &chance)
            let url = "https://h\(host).example/\(number)"
            bench.addFeed("f\(number)", url, refresh: .every(.seconds(3600)))
            bench.web.answer(url, text: "e\(number)\nend")
            names.append("f\(number)")
            if Int.random(in: 0..<8, using: &chance) == 0 {
                let target = "https://h\(Int.random(in: 0..<20, using: &chance)).example/\(number)/there"
                web.redirect(url, to: target)
                redirecting.insert(url)
                bench.web.answer(target, text: "e\(number)\nend")
            }
        }
        bench.addPipeline("all", sources: names, sinks: ["out"])
        let shared = try await SharedState(bench)
        let reports = await withTaskGroup(of: RunReport.self) { group in
            for worker in ["a", "b", "c"] { group.addTask { await shared.run(worker) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reports.allSatisfy { $0.stateError == nil && $0.changes.isEmpty })
        #expect(web.most == 1)
        // Redirects that met a host of another worker twice are followed now.
        await shared.run("d")
        // A redirect that meets another worker is tried again; every other feed is asked once.
        let asked = bench.web.urls.filter { !$0.hasSuffix("/there") && !redirecting.contains($0) }
        #expect(asked.count == 60 - redirecting.count)
        #expect(Set(asked).count == asked.count)
        #expect(inbox.titles.sorted() == (0..<60).map { "e\($0)" }.sorted())
        #expect(shared.table.held.isEmpty)
    }

    @Test("a worker that lost its leases stores and sends nothing more, and says why it ended")
    func endsWithoutLeases() async throws {
        let bench = try RunTestBench()
        let web = HangingWeb(bench.web)
        bench.transport = web
        bench.addFeed("hang", "https://hang.example/")
        bench.addFeed("a", "https://a.example/")
        bench.web.answer("https://a.example/", text: "a1\nend")
        let inbox = bench.addSink("out")
        bench.addPipeline("all", sources: ["hang", "a"], sinks: ["out"])
        // The leases are renewed once a source hangs; the run itself never takes too long.
        bench.wait = { moment in
            guard moment - .now < .seconds(60) else {
                try? await Task.sleep(for: .seconds(3600))
                return
            }
            try? await web.hang(1)
        }
        let shared = try await SharedState(bench)
        shared.table.act { call in
            if call.isClaim, call.kind == .host, call.isOver { shared.table.lose("a") }
        }
        let report = await shared.run("a", isHeard: false)
        #expect(report.stateError?.code == .leaseLost)
        #expect(!report.wasCancelled)
        #expect(inbox.titles.isEmpty)
        #expect(report.pipelines["all"]?.kept == 0)
        let known = try await shared.known("https://hang.example/")
        #expect(known.health.failures == 0)
        // Another worker goes on.
        shared.table.act { _ in }
        shared.table.hold(["hang.example"], of: .host)
        let next = await shared.run("b")
        #expect(next.stateError == nil)
        #expect(inbox.titles == ["a1"])
    }

    @Test("a renewal that fails is tried again; after a minute without one the leases count as lost")
    func triesAgain() async throws {
        let failing = FailingLeases(failures: 3)
        let holder = holder(failing)
        let keeper = Task { await holder.keepLeases() }
        try await eventually { failing.renewals > 5 }
        keeper.cancel()
        #expect(await keeper.value == nil)
        try holder.requireLeases()
        let lost = self.holder(FailingLeases(failures: .max))
        #expect(await lost.keepLeases()?.code == .leaseLost)
        #expect(throws: StageError.self) { try lost.requireLeases() }
    }

    /// A holder whose moments come at once.
    private func holder(_ leases: any WorkerLeases) -> LeaseHolder {
        let blocking = BlockingExecutor(width: 1)
        var dependencies = Run.Dependencies(
            transport: StubTransport(), clock: ManualClock(), blocking: blocking, parsing: blocking,
            logger: Logger(label: "testing") { _ in SwiftLogNoOpLogHandler() }, explain: { $0.code.rawValue })
        dependencies.wait = { _ in await Task.yield() }
        return LeaseHolder(leases, ofStateAt: "state", dependencies)
    }
}

/// Leases whose first renewals fail, as without a connection.
private final class FailingLeases: WorkerLeases {
    private let failures: Int
    private let count = Mutex(0)

    init(failures: Int) { self.failures = failures }

    var areShared: Bool { true }
    var worker: String { "a" }
    var renewals: Int { count.withLock { $0 } }

    func claim(_ names: [String], of kind: LeaseKind) async throws(StageError) -> Set<String> { [] }
    func release(_ names: [String], of kind: LeaseKind) async throws(StageError) {}
    func renew() async throws(StageError) {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number <= failures { throw StageError(.unreachable, subject: "state") }
    }
}
