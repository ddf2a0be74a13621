import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedState

/// What is let go after its time, and what never is.
@Suite("retention")
struct RetentionTests {
    private let day = Duration.seconds(86_400)
    private let rules = CareRules(memories: nil, livingTargets: [:])

    /// A kiosk whose entries are planned, one a message, and have left their document.
    private func kiosk(_ names: [String]) async throws -> Kiosk {
        let kiosk = try await Kiosk()
        try await kiosk.fetch(names.map { .made(guid: $0, title: $0, text: "text of \($0)") })
        _ = try await kiosk.state.keepAll(in: kiosk.pipeline, sinks: ["hook"], now: kiosk.now)
        try await kiosk.planEach()
        kiosk.pass(.seconds(3600))
        try await kiosk.fetch([.made(guid: "newest", title: "newest")])
        return kiosk
    }

    private func bodies(_ kiosk: Kiosk) async throws -> Int {
        try await kiosk.state.countOfBodies()
    }

    @Test("what was delivered keeps its text for 30 days, and is known for 400 after it left its document")
    func delivered() async throws {
        let kiosk = try await kiosk(["a", "b"])
        for open in try await kiosk.state.openMessages(of: "hook") {
            _ = try await kiosk.state.finish(open.message, sink: "hook", receipt: Receipt(), now: kiosk.now)
        }
        kiosk.pass(day * 29)
        #expect(try await kiosk.state.pruneAll(rules, now: kiosk.now) == Pruned())
        kiosk.pass(day * 3)
        #expect(try await kiosk.state.pruneAll(rules, now: kiosk.now).bodies == 2)
        kiosk.pass(day * 365)
        #expect(try await kiosk.state.pruneAll(rules, now: kiosk.now).entries == 0)
        kiosk.pass(day * 5)
        #expect(try await kiosk.state.pruneAll(rules, now: kiosk.now).entries == 2)
    }

    @Test("what a sink has still to get, and what was given up and may be asked for, stays whole for years")
    func needed() async throws {
        let kiosk = try await kiosk(["waits", "given up"])
        let open = try await kiosk.state.openMessages(of: "hook")
        _ = try await kiosk.state.giveUp(
            open[1].message.number, reason: StageError(.rejected, subject: "hook"), now: kiosk.now)
        for _ in 0..<3 {
            kiosk.pass(day * 400)
            let pruned = try await kiosk.state.pruneAll(rules, now: kiosk.now)
            #expect(pruned.bodies == 0 && pruned.entries == 0 && pruned.messages == 0)
        }
        #expect(try await bodies(kiosk) == 2)
    }

    @Test("the newest entry stays however old it is: its number would be given again")
    func newest() async throws {
        let kiosk = try await Kiosk()
        try await kiosk.fetch([.made(guid: "a", title: "a")])
        #expect(try await kiosk.deliver() == ["a"])
        kiosk.pass(day * 1000)
        #expect(try await kiosk.state.pruneAll(rules, now: kiosk.now).entries == 0)
        try await kiosk.fetch([.made(guid: "b", title: "b")])
        let known = try await kiosk.state.waitingEntries(of: kiosk.pipeline, withBodies: false)
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

extension Kiosk {
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
