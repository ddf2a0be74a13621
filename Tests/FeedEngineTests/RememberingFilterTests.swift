import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import PostgreSQLLaboratory
import Synchronization
import Testing

@testable import FeedEngine

@Suite("filters that remember")
struct RememberingFilterTests {
    private let day = Duration.seconds(86_400)

    /// A pipeline with these filters, all of which see each delivery.
    private func bench(_ filters: [(String, CountingFilter)]) throws -> RunTestBench {
        let bench = try RunTestBench()
        bench.addSource("blog").put([.named("a")])
        bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], filters: filters, sinks: ["page"])
        return bench
    }

    @Test("find what they kept at the next delivery, each of them its own, in each pipeline its own")
    func remembers() async throws {
        let (first, second, other) = (CountingFilter(), CountingFilter(by: 10), CountingFilter())
        let bench = try bench([("count#1", first), ("count#2", second)])
        bench.addPipeline("other", sources: ["blog"], filters: [("count#1", other)], sinks: ["page"])
        for _ in 0..<3 {
            try await bench.run()
            bench.clock.advance(by: day)
        }
        #expect(first.seen == [0, 1, 2])
        #expect(second.seen == [0, 10, 20])
        #expect(other.seen == [0, 1, 2])
    }

    @Test("keep nothing of a delivery whose verdicts are not stored: a later filter fails, or it is only tried")
    func togetherWithVerdicts() async throws {
        let (first, second) = (CountingFilter(), CountingFilter())
        let bench = try bench([("count#1", first), ("count#2", second)])
        try await bench.run()
        second.fail(StageError(.internalError, subject: "second"))
        #expect(try await bench.run().pipelines["all"]?.error?.code == .internalError)
        second.fail(nil)
        try await bench.run(mode: .dryRun)
        try await bench.run()
        try await bench.run()
        #expect(first.seen == [0, 1, 1, 1, 2])
        #expect(second.seen == [0, 1, 1, 1, 2])
    }

    @Test("keep nothing of a run that was killed before it stored their verdicts", .onlyInSQLite)
    func killed() async throws {
        let filter = CountingFilter()
        let bench = try bench([("count#1", filter)])
        try await bench.run()
        let crashes = CrashSimulator(of: bench.plan.settings.statePath)
        crashes.begin(diesAt: 1)
        filter.whileItWorks { _ = crashes.strikes() }
        try await bench.run()
        #expect(crashes.bury())
        filter.whileItWorks {}
        try await bench.run()
        #expect(filter.seen == [0, 1, 1])
    }

    @Test("forget what is over, and all of it when they or their pipeline leave the configuration")
    func forgets() async throws {
        let (first, second) = (CountingFilter(for: .seconds(5 * 86_400)), CountingFilter())
        let bench = try bench([("count#1", first), ("count#2", second)])
        try await bench.run()
        bench.clock.advance(by: day * 5)
        try await bench.run()
        #expect(first.seen == [0, 0])
        #expect(second.seen == [0, 1])
        let pipeline = bench.plan.pipelines[0]
        bench.plan.pipelines[0].filters = [pipeline.filters[0]]
        try await bench.run()
        bench.plan.pipelines[0].filters = []
        try await bench.run()
        bench.plan.pipelines[0].filters = pipeline.filters
        try await bench.run()
        #expect(first.seen == [0, 0, 1, 0])
        #expect(second.seen == [0, 1, 0])
    }

    @Test("are waited for by what they kept while their pipeline is away, for 30 days", arguments: [29, 32])
    func pipelineAway(days: Int) async throws {
        let filter = CountingFilter(for: .seconds(100 * 86_400))
        let bench = try bench([("count#1", filter)])
        try await bench.run()
        let pipelines = bench.plan.pipelines
        bench.plan.pipelines = []
        for _ in 0..<days {
            try await bench.run()
            bench.clock.advance(by: day)
        }
        bench.plan.pipelines = pipelines
        try await bench.run()
        #expect(filter.seen == [0, days < 30 ? 1 : 0])
    }
}

/// Counts deliveries in what it keeps.
private final class CountingFilter: Filter {
    static let type = "count"
    static let summary: LocalizedText = "counts deliveries"
    private let step: UInt8
    private let time: Duration
    private let state: Mutex<(seen: [Int], failure: StageError?, work: @Sendable () -> Void)> = Mutex(([], nil, {}))

    init(by step: UInt8 = 1, for time: Duration = .seconds(30 * 86_400)) { (self.step, self.time) = (step, time) }
    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        (step, time) = (1, .seconds(30 * 86_400))
    }

    /// What it had counted to at each delivery.
    var seen: [Int] { state.withLock { $0.seen } }
    func fail(_ error: StageError?) { state.withLock { $0.failure = error } }
    func whileItWorks(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.work = work } }

    func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        let count = context.memory.value(of: "count")?.first ?? 0
        let (failure, work) = state.withLock { state in
            state.seen.append(Int(count))
            return (state.failure, state.work)
        }
        try context.memory.keep([count + step], as: "count", for: time)
        work()
        if let failure { throw failure }
    }
}
