import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import PostgreSQLLaboratory
import Synchronization
import Testing

@testable import FeedEngine

@Suite("filters and the history of numbers")
struct NumberHistoryFilterTests {
    private let hour = Duration.seconds(3600)
    private let young = AgeBucket(of: .zero)

    private func entry(_ name: String, likes: Int, at date: Timestamp? = nil) -> Entry {
        var entry = Entry.named(name, at: date)
        entry.numbers["likes"] = likes
        return entry
    }

    private func bench(_ filter: LookingFilter, sources: [String] = ["blog"]) throws -> RunTestBench {
        let bench = try RunTestBench()
        bench.addSink("page")
        bench.addPipeline("all", sources: sources, filters: [("look#1", filter)], sinks: ["page"])
        return bench
    }

    @Test("get what numbers of the pipeline's sources were, by configured name, of this fetch, too")
    func history() async throws {
        let filter = LookingFilter()
        let bench = try bench(filter)
        bench.addSource("blog").put((0..<4).map { entry("a\($0)", likes: $0) })
        bench.addSource("other").put([entry("b", likes: 9)])
        try await bench.run()
        let history = try #require(filter.seen.last).history
        #expect(history.standing(of: 2, as: "likes", in: "blog", at: young)?.below == 2)
        #expect(history.standing(of: 2, as: "likes", in: "blog", at: young)?.count == 4)
        #expect(history.standing(of: 2, as: "likes", in: "other", at: young) == nil)
    }

    @Test("bring numbers that are part of the history at the next delivery; a try leaves nothing")
    func bringing() async throws {
        let filter = LookingFilter(bookmarks: 7, holds: true)
        let bench = try bench(filter)
        bench.addSource("blog").put([entry("a", likes: 1)])
        try await bench.run(mode: .dryRun)
        for _ in 0..<2 {
            try await bench.run()
            bench.clock.advance(by: .seconds(60))
        }
        let counts = filter.seen.map {
            $0.history.standing(of: 7, as: "bookmarks", in: "blog", at: young)?.count ?? 0
        }
        #expect(counts == [0, 0, 1])
    }

    @Test("bring nothing that a run had not stored when it was killed", .onlyInSQLite)
    func killed() async throws {
        let filter = LookingFilter(bookmarks: 7, holds: true)
        let bench = try bench(filter)
        bench.addSource("blog").put([entry("a", likes: 1)])
        let crashes = CrashSimulator(of: bench.plan.settings.statePath)
        crashes.begin(diesAt: 1)
        filter.whileItWorks { _ = crashes.strikes() }
        try await bench.run()
        #expect(crashes.bury())
        filter.whileItWorks {}
        try await bench.run()
        try await bench.run()
        let counts = filter.seen.map { seen in
            ["likes", "bookmarks"].map {
                seen.history.standing(of: 7, as: $0, in: "blog", at: young)?.count ?? 0
            }
        }
        #expect(counts == [[1, 0], [1, 0], [1, 1]])
    }

    @Test("are told which entries are of a source that is itself a selection, and when their numbers were so")
    func candidates() async throws {
        let filter = LookingFilter(holds: true)
        let bench = try bench(filter, sources: ["hot", "blog"])
        let hot = bench.addSource("hot")
        hot.put([entry("a", likes: 1)])
        bench.addSource("blog").put([entry("b", likes: 1)])
        bench.plan.sources[0].isSelection = true
        let start = bench.clock.now
        try await bench.run()
        bench.clock.advance(by: hour)
        hot.put([entry("c", likes: 3)])
        try await bench.run()
        let candidates = Dictionary(
            uniqueKeysWithValues: try #require(filter.seen.last).candidates.map { ($0.entry.title, $0) })
        #expect(candidates.mapValues(\.isOfSelection) == ["a": true, "b": false, "c": true])
        #expect(candidates.mapValues(\.lastSeen) == ["a": start, "b": start + hour, "c": start + hour])
    }
}

/// Looks at the history, and may hold what it sees and count its bookmarks.
private final class LookingFilter: Filter {
    static let type = "look"
    static let summary: LocalizedText = "looks at the history of numbers"

    struct Seen: Sendable {
        let history: NumberHistory
        let candidates: [Candidate]
    }

    private let bookmarks: Int?
    private let holds: Bool
    private let state: Mutex<(seen: [Seen], work: @Sendable () -> Void)> = Mutex(([], {}))

    init(bookmarks: Int? = nil, holds: Bool = false) { (self.bookmarks, self.holds) = (bookmarks, holds) }
    init(_ configuration: NoOptions, services: Services) throws(StageError) { (bookmarks, holds) = (nil, false) }

    /// What it saw at each delivery.
    var seen: [Seen] { state.withLock { $0.seen } }
    func whileItWorks(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.work = work } }

    func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        let history = try await context.numberHistory()
        let candidates = batch.candidates
        let work = state.withLock { state in
            state.seen.append(Seen(history: history, candidates: candidates))
            return state.work
        }
        for place in batch.candidates.indices {
            if let bookmarks { batch.candidates[place].entry.numbers["bookmarks"] = bookmarks }
            if holds { batch.candidates[place].verdict = .hold(until: nil, because: "waits") }
        }
        work()
    }
}
