import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// What is let go after its time, and what never is.
@Suite("retention", .onEachStore, .namingStore)
struct RetentionTests {
    private let day = Duration.seconds(86_400)
    private let rules = RetentionRules(memories: nil, livingTargets: [:])

    /// A test bench whose entries are planned, one a message, and have left their document.
    private func bench(_ names: [String]) async throws -> StateTestBench {
        let bench = try await StateTestBench()
        try await bench.fetch(names.map { .made(guid: $0, title: $0, text: "text of \($0)") })
        _ = try await bench.state.keepAll(in: bench.pipeline, sinks: ["hook"], now: bench.now)
        try await bench.planEach()
        bench.pass(.seconds(3600))
        try await bench.fetch([.made(guid: "newest", title: "newest")])
        return bench
    }

    private func bodies(_ bench: StateTestBench) async throws -> Int {
        try await bench.state.countOfBodies()
    }

    @Test("what was delivered keeps its text for 30 days, and is known for 400 after it left its document")
    func delivered() async throws {
        let bench = try await bench(["a", "b"])
        for open in try await bench.state.openMessages(of: "hook") {
            _ = try await bench.state.completeMessage(open.message, sink: "hook", receipt: Receipt(), now: bench.now)
        }
        bench.pass(day * 29)
        #expect(try await bench.state.pruneAll(rules, now: bench.now) == Pruned())
        bench.pass(day * 3)
        #expect(try await bench.state.pruneAll(rules, now: bench.now).bodies == 2)
        bench.pass(day * 365)
        #expect(try await bench.state.pruneAll(rules, now: bench.now).entries == 0)
        bench.pass(day * 5)
        #expect(try await bench.state.pruneAll(rules, now: bench.now).entries == 2)
    }

    @Test("what a sink has still to get, and what was given up and may be asked for, stays whole for years")
    func needed() async throws {
        let bench = try await bench(["waits", "given up"])
        let open = try await bench.state.openMessages(of: "hook")
        _ = try await bench.state.giveUp(
            open[1].message.number, reason: StageError(.rejected, subject: "hook"), now: bench.now)
        for _ in 0..<3 {
            bench.pass(day * 400)
            let pruned = try await bench.state.pruneAll(rules, now: bench.now)
            #expect(pruned.bodies == 0 && pruned.entries == 0 && pruned.messages == 0)
        }
        #expect(try await bodies(bench) == 2)
    }

    @Test("the newest entry stays however old it is: its number would be given again")
    func newest() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(guid: "a", title: "a")])
        #expect(try await bench.deliver() == ["a"])
        bench.pass(day * 1000)
        #expect(try await bench.state.pruneAll(rules, now: bench.now).entries == 0)
        try await bench.fetch([.made(guid: "b", title: "b")])
        let known = try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false)
        #expect(known.map(\.key) == ["e2"])
    }

    @Test("P13 a clock that is years ahead lets nothing go for a day, and nothing at all if it was set right by then")
    func jumps() async throws {
        let folder = try TemporaryFolder()
        let start = Timestamp(seconds: 1_795_176_000)
        for (hours, isPruned) in [(0, true), (87_600, false), (87_601, false), (1, true)] {
            let now = start + .seconds(hours * 3600)
            let state = try await StateDatabase.open(path: folder("state.sqlite"), now: now)
            #expect(try await state.isRoundDue(at: now) == isPruned, "after \(hours) h")
            try await state.close()
        }
    }
}

extension StateTestBench {
    /// Plans everything that waits for a sink, an entry a message.
    func planEach(for sink: String = "hook") async throws {
        _ = try await state.plan(sink: sink, pipeline: pipeline, limit: 100, now: now) {
            entries in
            entries.map { entry in
                ComposedMessage(
                    target: sink, mode: .post, payload: Array((entry.entry.title ?? "").utf8), entries: [entry.key])
            }
        }
    }
}

extension StateDatabase {
    fileprivate func countOfBodies() throws -> Int {
        try connection.first("SELECT count(*) FROM entry_body") { $0.int(0) } ?? 0
    }
}
