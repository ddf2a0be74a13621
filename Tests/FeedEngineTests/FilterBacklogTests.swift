import FeedConfiguration
import FeedMessages
import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory
import StandardFilters
import Synchronization
import Testing

@testable import FeedEngine
@testable import FeedState

/// Filters that compare entries see all of a long backlog, but it is not in memory as values.
@Suite("a long backlog before filters that compare", .onEachStore, .namingStore)
struct FilterBacklogTests {
    /// What the state and the page have after two runs: a backlog, then a few more entries and what `take` had held.
    private struct Outcome: Equatable {
        var titles: [String] = []
        var reports: [PipelineOutcome?] = []
        /// What dry runs before the runs said.
        var previews: [PipelineOutcome?] = []
        var waiting: [[String]] = []
    }

    private func entries(_ source: Int, _ run: Int, count: Int, now: Timestamp, _ chance: inout SplitMix) -> [Entry] {
        (0..<count).map { number in
            let event = Int.random(in: 0..<count, using: &chance)
            var entry = Entry()
            entry.guid = "\(source)-\(run)-\(number)"
            let place = ["Harbour", "Bridge", "Ferry"][event % 3]
            entry.title = "\(place) of Zal\(event)n closed after storm in Kordu\(event)"
            if number % 4 == 0 { entry.title = "\(number) notes of \(source)" }
            // No two entries have a date in common, and none the address of another event: workers that share a state
            // store what they fetch in any order, and nothing here may depend on it.
            let own = "\(run)/\(number + source * 100)"
            entry.url = "https://site\(event % 4).example/articles/\(number % 5 == 0 ? "\(event)" : own)"
            if number % 7 == 0 { entry.url = (entry.url ?? "") + "?utm_source=feed" }
            entry.published = now - .seconds(Int64(event * 600 + number * 4 + source))
            entry.numbers = number % 3 == 0 ? ["likes": event] : [:]
            entry.content = .plain("body of \(number)")
            entry.authors = [Person(name: "writer \(event)")]
            return entry
        }
    }

    private func run(_ filters: [(String, any Filter)], atOnce: Int, seed: UInt64) async throws -> Outcome {
        let bench = try RunTestBench()
        bench.filteredAtOnce = atOnce
        let names = (0..<4).map { "s\($0)" }
        let shelves = names.map { bench.addSource($0) }
        let page = bench.addSink("page")
        bench.addPipeline("all", sources: names, filters: filters, sinks: ["page"])
        var chance = SplitMix(seed: seed)
        var outcome = Outcome()
        for run in 0..<2 {
            for (source, shelf) in shelves.enumerated() {
                shelf.put(entries(source, run, count: run == 0 ? 20 : 5, now: bench.clock.now, &chance))
            }
            outcome.previews.append(try await bench.run(mode: .dryRun).pipelines["all"])
            outcome.reports.append(try await bench.run().pipelines["all"])
            bench.clock.advance(by: .seconds(6 * 3600))
        }
        outcome.titles = page.titles
        let state = try await StateDatabase.opened(at: bench.plan.settings.statePath, now: bench.clock.now)
        outcome.waiting = try await state.decisions()
        try await state.close()
        return outcome
    }

    /// Lists of filters that compare, alone and with others before and behind them.
    private func chains() throws -> [[(String, any Filter)]] {
        let strip = try StripTrackingFilter.configured(Node(.scalar("true", isQuoted: false), at: .testing)).stage
        return [
            [("take#1", try TakeFilter.configured(["entries": "20", "per_source": "9"]).stage)],
            [("deduplicate#1", try DeduplicateFilter.configured([:]).stage)],
            [("stories#1", try StoriesFilter.configured([:]).stage)],
            [
                ("strip_tracking#1", strip), ("deduplicate#1", try DeduplicateFilter.configured([:]).stage),
                ("stories#1", try StoriesFilter.configured([:]).stage),
                ("sort#1", try SortFilter.configured(["by": "likes"]).stage),
                ("keep#1", try KeepFilter.configured(["title": ["contains": "storm"]]).stage),
                ("take#1", try TakeFilter.configured(["entries": "12"]).stage),
            ],
        ]
    }

    @Test(
        "what is delivered, in which order, what stays and what waits is the same as if the backlog were short",
        arguments: 0..<4)
    func outcomes(chain: Int) async throws {
        for seed in [UInt64(chain) * 2 + 1, UInt64(chain) * 2 + 2] {
            let whole = try await run(try chains()[chain], atOnce: 10_000, seed: seed)
            let parts = try await run(try chains()[chain], atOnce: 11, seed: seed)
            #expect(parts == whole)
            #expect(!whole.titles.isEmpty)
            #expect(parts.previews == parts.reports)
        }
    }

    @Test("if a filter behind them fails, nothing is decided, and the next run decides on everything")
    func failing() async throws {
        func outcome(_ atOnce: Int) async throws -> Outcome {
            // The dry run before the first run fails, too.
            let failing = ("fails#1", FailingFilter(failures: 2))
            return try await run(try chains()[3] + [failing], atOnce: atOnce, seed: 9)
        }
        let parts = try await outcome(11)
        #expect(try await outcome(10_000) == parts)
        let (first, second) = (parts.reports[0], parts.reports[1])
        #expect(first?.kept == 0 && first?.dropped == [:])
        let decided = (second?.kept ?? 0) + (second?.held ?? 0) + (second?.later ?? 0)
        #expect(decided + (second?.dropped.values.reduce(0, +) ?? 0) == 4 * (20 + 5))
    }

    @Test("of a long backlog only a part is in memory as values, and nothing of it once all parts were read")
    func bound() async throws {
        for (atOnce, first, last) in [(8, 8, 0), (100, 50, 50)] {
            let ledger = WholeEntries()
            let bench = try RunTestBench()
            bench.filteredAtOnce = atOnce
            let shelf = bench.addSource("blog")
            let page = bench.addSink("page")
            bench.addPipeline(
                "all", sources: ["blog"],
                filters: [
                    ("alone#1", CountingFilter(ledger, alone: true)),
                    ("compares#1", CountingFilter(ledger, alone: false)),
                ], sinks: ["page"])
            shelf.put((0..<50).map { .named("entry \($0)") })
            try await bench.run()
            #expect(page.titles.count == 50)
            #expect(ledger.counts.dropLast().allSatisfy { $0 > 0 && $0 <= first })
            #expect(ledger.counts.last == last)
            #expect(ledger.counts.count == (atOnce == 8 ? 8 : 2))
        }
    }

    /// Notes the entries that filters see, and how many of them are in memory as values.
    private final class WholeEntries: Sendable {
        private struct Reference {
            weak var entry: WholeEntry?
        }

        private let seen = Mutex((entries: [Reference](), counts: [Int]()))

        /// How many there were at each call of a filter.
        var counts: [Int] { seen.withLock { $0.counts } }

        func note(_ batch: Batch) {
            seen.withLock { seen in
                for candidate in batch.candidates {
                    guard let entry = candidate.holder as? WholeEntry,
                        !seen.entries.contains(where: { $0.entry === entry })
                    else { continue }
                    seen.entries.append(Reference(entry: entry))
                }
                seen.counts.append(seen.entries.count { $0.entry != nil })
            }
        }
    }

    /// Keeps everything once it has failed so often.
    private struct FailingFilter: Filter {
        static let type = "failing"
        static let summary: LocalizedText = "fails at first"
        let readsBodies = false
        private let calls = Calls()
        private let failures: Int

        private final class Calls: Sendable {
            let count = Mutex(0)
        }

        init(failures: Int) { self.failures = failures }

        init(_ configuration: NoOptions, services: Services) { failures = 0 }

        func apply(to batch: inout Batch, _ context: some FilterContext) throws(StageError) {
            let isOver = calls.count.withLock { count in
                count += 1
                return count > failures
            }
            guard isOver else { throw StageError(.internalError, subject: "failing") }
        }
    }

    /// Keeps everything.
    private struct CountingFilter: Filter {
        static let type = "counting"
        static let summary: LocalizedText = "counts"
        let readsBodies = false
        let judgesEntriesAlone: Bool
        private let ledger: WholeEntries

        init(_ ledger: WholeEntries, alone: Bool) { (self.ledger, judgesEntriesAlone) = (ledger, alone) }

        init(_ configuration: NoOptions, services: Services) {
            (ledger, judgesEntriesAlone) = (WholeEntries(), false)
        }

        func apply(to batch: inout Batch, _ context: some FilterContext) { ledger.note(batch) }
    }
}

extension StateDatabase {
    /// All that is stored of each decision. Entries are named by their contents: numbers go by the order of the fetches.
    fileprivate func decisions() throws(StageError) -> [[String]] {
        let names = try connection.all("SELECT id, head FROM entry") { (id: $0.integer(0), name: "\($0.blob(1))") }
        let nameOf = Dictionary(names.map { ($0.id, $0.name) }) { first, _ in first }
        return try connection.all(
            """
            SELECT pipeline_entry.entry, state, coalesce(filter, ''), coalesce(until, 0), coalesce(same_as, 0),
                coalesce(story, 0), coalesce(story_role, 0), coalesce(numbers, ''), head, body,
                coalesce(reason, '')
            FROM pipeline_entry ORDER BY pipeline_entry.entry
            """
        ) { row in
            var all = [Int32](arrayLiteral: 0, 4, 5).map { nameOf[row.integer($0)] ?? "none" }
            all += [Int32](arrayLiteral: 1, 3, 6).map { "\(row.integer($0))" }
            all.append(row.text(2))
            all.append(row.text(7))
            for column in Int32(8)...9 { all.append(row.isNull(column) ? "none" : "\(row.blob(column))") }
            // The arguments of a reason have no order. Of two members that are as unlike, either tells what it shares.
            let reason = row.text(10)
            all.append(reason.contains("verdict.story") ? "a story" : String(reason.sorted()))
            return all
        }.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
