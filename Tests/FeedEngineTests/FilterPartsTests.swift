import FeedMessages
import FeedModel
import FeedStages
import Synchronization
import Testing

@testable import FeedEngine

/// A long backlog must not be in memory as a whole.
@Suite("a backlog that is filtered a part at a time")
struct FilterPartsTests {
    /// What a run delivers, and how many entries each filter saw at once.
    private func run(
        atOnce: Int, entries: Int = 23, first: SeenFilter, last: SeenFilter
    ) async throws -> (titles: [String], outcome: PipelineOutcome?) {
        let bench = try RunTestBench()
        bench.filteredAtOnce = atOnce
        let shelf = bench.addSource("blog")
        let page = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], filters: [("first#1", first), ("last#1", last)], sinks: ["page"])
        shelf.put(
            (0..<entries).map { number in
                var entry = Entry.named("\(number % 2 == 0 ? "even" : "odd") \(number)")
                entry.content = .plain("body of \(number)")
                return entry
            })
        let report = try await bench.run()
        return (page.titles, report.pipelines["all"])
    }

    @Test(
        "filters that judge each entry alone get parts, those behind them all that is left, and the result is the same",
        arguments: [1, 4, 23, 100])
    func parts(atOnce: Int) async throws {
        let (first, last) = (SeenFilter(dropping: "odd", alone: true), SeenFilter(dropping: "even 8"))
        let whole = try await run(
            atOnce: 10_000, first: SeenFilter(dropping: "odd", alone: true), last: SeenFilter(dropping: "even 8"))
        let parts = try await run(atOnce: atOnce, first: first, last: last)
        #expect(parts.titles == whole.titles)
        #expect(parts.titles.count == 11)
        #expect(parts.outcome == whole.outcome)
        #expect(parts.outcome?.dropped == ["first#1": 11, "last#1": 1])
        #expect(first.batches.allSatisfy { $0 <= atOnce } && first.batches.reduce(0, +) == 23)
        #expect(last.batches == [12])
    }

    @Test("a filter that compares entries sees all of them, also in front of others")
    func together() async throws {
        let (first, last) = (SeenFilter(dropping: "odd"), SeenFilter(dropping: "even 8", alone: true))
        let result = try await run(atOnce: 4, first: first, last: last)
        #expect(result.titles.count == 11)
        #expect(first.batches == [23])
        #expect(last.batches == [12])
    }

    @Test("bodies are read for the filters that want them, and are not kept for others; what was changed stays changed")
    func bodies() async throws {
        let (first, last) = (SeenFilter(dropping: "odd", alone: true, readsBodies: true), SeenFilter(dropping: "none"))
        _ = try await run(atOnce: 4, first: first, last: last)
        #expect(first.bodies == 23 && last.bodies == 0)
        let editing = SeenFilter(dropping: "odd", alone: true, readsBodies: true, edits: "even 2")
        let behind = SeenFilter(dropping: "none")
        let result = try await run(atOnce: 4, first: editing, last: behind)
        #expect(behind.bodies == 3)
        #expect(
            result.titles.filter { $0.hasPrefix("edited") } == ["edited even 2", "edited even 20", "edited even 22"])
    }

    @Test("a filter that fails in a later part leaves everything undecided")
    func failing() async throws {
        let first = SeenFilter(dropping: "odd", alone: true, failsAfter: 3)
        let result = try await run(atOnce: 4, first: first, last: SeenFilter(dropping: "none"))
        #expect(result.titles == [])
        #expect(result.outcome?.error?.code == .programFailed)
        #expect(result.outcome?.dropped == [:])
    }

    /// Drops titles with a beginning, and notes what it saw.
    private final class SeenFilter: Filter {
        static let type = "seen"
        static let summary: LocalizedText = "notes what it sees"
        let judgesEntriesAlone: Bool
        let readsBodies: Bool
        private let dropped: String
        private let edited: String?
        private let failsAfter: Int
        private let seen = Mutex((batches: [Int](), bodies: 0))

        init(
            dropping dropped: String, alone: Bool = false, readsBodies: Bool = false, edits edited: String? = nil,
            failsAfter: Int = .max
        ) {
            (self.dropped, judgesEntriesAlone, self.readsBodies) = (dropped, alone, readsBodies)
            (self.edited, self.failsAfter) = (edited, failsAfter)
        }

        init(_ configuration: NoOptions, services: Services) {
            (dropped, judgesEntriesAlone, readsBodies, edited, failsAfter) = ("", false, false, nil, .max)
        }

        /// How many entries that were still kept came at once.
        var batches: [Int] { seen.withLock { $0.batches } }
        var bodies: Int { seen.withLock { $0.bodies } }

        func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
            let kept = batch.candidates.indices.filter { batch.candidates[$0].verdict == .keep }
            let bodies = kept.count { batch.candidates[$0].entry.content != nil }
            let calls = seen.withLock { seen in
                seen.batches.append(kept.count)
                seen.bodies += bodies
                return seen.batches.count
            }
            if calls > failsAfter { throw StageError(.programFailed, subject: "seen") }
            for index in kept {
                let title = batch.candidates[index].entry.title ?? ""
                if title.hasPrefix(dropped) { batch.candidates[index].verdict = .drop(because: "not wanted") }
                if let edited, title.hasPrefix(edited) { batch.candidates[index].entry.title = "edited \(title)" }
            }
        }
    }
}
