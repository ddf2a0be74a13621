import FeedModel
import FeedStages
import FeedState
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedEngine

@Suite("a state that is looked after")
struct MaintenanceTests {
    private let day = Duration.seconds(86_400)

    private func editing<Value: Sendable>(
        _ bench: RunTestBench, _ body: @Sendable (isolated any StateStore) throws(StageError) -> Value
    ) async throws -> Value {
        let state = try await StateDatabase.opened(at: bench.plan.settings.statePath, now: bench.clock.now)
        let value = try await body(state)
        #expect(try await state.check().isSound)
        try await state.close()
        return value
    }

    @Test("D31 knows an entry that was away for 100 days, and forgets one that was away for more than 400")
    func forgetsLate() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let page = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        shelf.put([.named("a"), .named("b"), .named("c")])
        try await bench.run()
        shelf.put([.named("c")])
        for _ in 0..<100 {
            bench.clock.advance(by: day)
            try await bench.run()
        }
        shelf.put([.named("a"), .named("c")])
        try await bench.run()
        #expect(page.titles == ["a", "b", "c"])
        shelf.put([.named("c")])
        for _ in 0..<50 {
            bench.clock.advance(by: day * 8)
            try await bench.run()
            bench.clock.advance(by: day)
            try await bench.run()
        }
        let check = try await editing(bench) { state throws(StageError) in try state.check() }
        #expect(check.contents?.entries == 1)
        shelf.put([.named("c"), .named("b")])
        try await bench.run()
        #expect(page.titles == ["a", "b", "c", "b"])
    }

    @Test("never forgets what still waits, however old it is")
    func keepsWhatWaits() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let hook = bench.addSink("hook")
        hook.fail(StageError(.diskFull, subject: "hook"))
        bench.addPipeline("all", sources: ["blog"], filters: [("hold#1", HoldingFilter())], sinks: ["hook"])
        shelf.put([.named("a"), .named("hold-b"), .named("c")])
        try await bench.run()
        shelf.put([.named("c")])
        for _ in 0..<60 {
            bench.clock.advance(by: day * 8)
            try await bench.run()
            bench.clock.advance(by: day)
            try await bench.run()
        }
        hook.fail(nil)
        bench.plan.pipelines[0].filters = []
        try await bench.run()
        #expect(hook.titles.sorted() == ["a", "c", "hold-b"])
    }

    @Test("P13 forgets nothing at once when the clock jumps ten years ahead")
    func clockJumps() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let page = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        shelf.put([.named("a"), .named("b")])
        try await bench.run()
        shelf.put([.named("b")])
        bench.clock.advance(by: day * 3650)
        try await bench.run()
        bench.clock.advance(by: .seconds(900))
        try await bench.run()
        bench.clock.advance(by: day * -3650)
        shelf.put([.named("a"), .named("b")])
        try await bench.run()
        #expect(page.titles == ["a", "b"])
    }

    @Test("sends given-up messages again with their ids and bytes when asked to, and lets them go when asked to")
    func retriesGivenUp() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let hook = bench.addSink("hook", cutsByEntry: true)
        bench.addPipeline("all", sources: ["blog"], sinks: ["hook"])
        hook.fail(StageError(.rejected, subject: "hook"))
        shelf.put([.named("a"), .named("b")])
        try await bench.run()
        hook.fail(nil)
        try await bench.run()
        #expect(hook.titles.isEmpty)
        let now = bench.clock.now
        let revived = try await editing(bench) { state throws(StageError) in
            try state.retryGivenUp(of: "hook", now: now)
        }
        #expect(revived.messages == 2)
        #expect(revived.entries == 2)
        try await bench.run()
        #expect(hook.titles == ["a", "b"])

        hook.fail(StageError(.rejected, subject: "hook"))
        shelf.put([.named("c")])
        try await bench.run()
        hook.fail(nil)
        let forgotten = try await editing(bench) { state throws(StageError) in
            try state.forgetGivenUp(of: nil, now: now)
        }
        #expect(forgotten.entries == 1)
        #expect(
            try await editing(bench) { state throws(StageError) in try state.retryGivenUp(of: nil, now: now) }.messages
                == 0)
        try await bench.run()
        #expect(hook.titles == ["a", "b"])
    }

    @Test(
        "moves the oldest given-up messages into a file when there are too many",
        .enabled(if: StoreKind.present == .sqlite, "a server keeps them all"))
    func exportsGivenUp() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let hook = bench.addSink("hook", cutsByEntry: true)
        bench.addPipeline("all", sources: ["blog"], sinks: ["hook"])
        hook.fail(StageError(.rejected, subject: "hook"))
        shelf.put((1...5).map { .named("entry-\($0)") })
        try await bench.run()
        let now = bench.clock.now
        let exports = try await editing(bench) { state throws(StageError) in
            try state.exportGivenUp(now: now, limit: (messages: 2, bytes: 1 << 20))
        }
        #expect(exports.map(\.messages) == [3])
        let path = try #require(exports.first?.path)
        let name = String(path.split(separator: "/").last ?? "")
        #expect(bench.bytes(name).split(separator: UInt8(ascii: "\n")).count == 3)
        hook.fail(nil)
        _ = try await editing(bench) { state throws(StageError) in try state.retryGivenUp(of: nil, now: now) }
        try await bench.run()
        #expect(hook.titles == ["entry-4", "entry-5"])
    }

    @Test("delivers to a sink again what it got since a moment, and asks filters again what they dropped")
    func replays() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let page = bench.addSink("page", cutsByEntry: true)
        let other = bench.addSink("other")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page", "other"])
        shelf.put([.named("a")])
        try await bench.run()
        bench.clock.advance(by: day)
        let yesterday = bench.clock.now - .seconds(60)
        shelf.put([.named("b"), .named("a")])
        try await bench.run()
        let now = bench.clock.now
        for _ in 0..<2 {
            _ = try await editing(bench) { state throws(StageError) in
                try state.replay(toSink: "page", since: yesterday, now: now)
            }
        }
        try await bench.run()
        #expect(page.titles == ["a", "b", "b"])
        #expect(Set(page.messages.map(\.id)).count == 3)
        #expect(other.titles == ["a", "b"])

        bench.plan.pipelines[0].filters = [
            PlannedFilter(name: "drop#1", place: .nowhere) { _ throws(StageError) in DroppingFilter() }
        ]
        shelf.put([.named("c")])
        try await bench.run()
        bench.plan.pipelines[0].filters = []
        let count = try await editing(bench) { state throws(StageError) in
            try state.replay(inPipeline: "all", since: yesterday, now: now)
        }
        #expect(count == 1)
        try await bench.run()
        #expect(other.titles == ["a", "b", "c"])
    }

    @Test("tells when something was last posted to a sink, though it leaves no file")
    func lastDelivery() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a"])
        try await bench.run()
        #expect(receiver.taken == ["a"])
        let delivered = bench.clock.now
        bench.clock.advance(by: day)
        let state = try await StateDatabase.opened(
            at: bench.plan.settings.statePath, mode: .readOnly, now: bench.clock.now)
        #expect(try await state.records(ofSinks: ["hook"]).first?.deliveredAt == delivered)
        try await state.close()
    }

    @Test("takes a source that was forgotten as new, and never gives an entry's number again")
    func forgetsSource() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let page = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        shelf.put([.named("a"), .named("b")])
        try await bench.run()
        let forgotten = try await editing(bench) { state throws(StageError) in
            var count = 0
            for feed in try state.feeds(ofSource: "blog") { count += try state.forget(feed) }
            #expect(try state.entries([1, 2].compactMap { EntryID(key: "e\($0)") }, withBodies: true).isEmpty)
            return count
        }
        #expect(forgotten == 2)
        let report = try await bench.run()
        #expect(report.sources["blog"]?.isFirstLoad == true)
        #expect(page.titles == ["a", "b", "a", "b"])
        #expect(try await editing(bench) { state throws(StageError) in try state.check() }.contents?.entries == 2)
    }
}

/// Drops everything.
private struct DroppingFilter: EntryFilter {
    static let type = "dropping"
    static let summary: LocalizedText = "drops"
    init() {}
    init(_ configuration: NoOptions, services: Services) throws(StageError) {}
    func verdict(on candidate: Candidate, _ context: some FilterContext) throws(StageError) -> FeedStages.Verdict {
        .drop(because: "as told")
    }
}
