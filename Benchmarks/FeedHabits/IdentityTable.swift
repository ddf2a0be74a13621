import FeedModel
import FeedStages
import FeedState
import FeedTesting

/// The table of all ways to identify entries in documents of all shapes: which articles were missing, and which were
/// delivered again.
package struct IdentityTable: Sendable {
    /// The result of one feed.
    package struct Cell: Sendable {
        package let feed: NamedFeed
        /// Articles that were in a document.
        package var shown: Set<Int> = []
        package var delivered: Set<Int> = []
        /// The number of repeated deliveries.
        package var again = 0

        package var missing: Int { shown.subtracting(delivered).count }
    }

    package private(set) var cells: [Cell]
    private let start = Timestamp(seconds: 1_795_176_000)
    private let interval = Duration.seconds(3 * 3600)

    package init() { cells = [] }

    /// Fetches each feed `visits` times, every three hours. Throws if the state cannot be used.
    package mutating func fill(visits: Int, seed: UInt64) async throws {
        let kinds = NamedFeed.Habit.allCases.flatMap { habit in NamedFeed.Shape.allCases.map { (habit, $0) } }
        cells = kinds.enumerated().map { index, kind in
            Cell(feed: NamedFeed(kind.0, kind.1, index: index, visits: visits, seed: seed))
        }
        let folder = try TemporaryFolder()
        let state = try await StateDatabase.open(path: folder("state.sqlite"), now: start)
        let keys = cells.indices.map { index in
            FeedKey(hash: (0..<32).map { UInt8(truncatingIfNeeded: index >> ($0 % 2 * 8) &+ $0) })
        }
        let places = Dictionary(uniqueKeysWithValues: zip(keys, cells.indices))
        let wiring = PipelineWiring(
            name: "all", sources: keys.map { PipelineWiring.Source(key: $0, firstRun: .max) }, sinks: ["page"])
        let pipeline = try await state.reconcile([wiring], now: start)["all"]!.id  // just reconciled
        for visit in 0..<visits {
            let now = start + interval * visit
            let fetches = cells.enumerated().map { place, cell in
                var fetched = FetchedDocuments()
                fetched.add(
                    PreparedDocument(
                        cell.feed.feed(at: visit, now, each: interval), key: .only, validators: nil, contentHash: nil,
                        limit: 10_000))
                return FinishedFetch(
                    feed: CollectedFeed(key: keys[place], source: "feed \(place)", pipelines: [pipeline]),
                    fetched: fetched,
                    success: FinishedFetch.Success(
                        cursor: nil, nextAt: nil, httpStatus: 200, seconds: 0.1, firstRun: .max), endedAt: now)
            }
            _ = try await state.completeFetches(fetches)
            for place in cells.indices { cells[place].shown.formUnion(cells[place].feed.shown(at: visit)) }
            for waiting in try await state.waitingEntries(of: pipeline, withBodies: false) {
                guard let place = places[waiting.feed], let number = waiting.entry.numbers["article"] else { continue }
                if !cells[place].delivered.insert(number).inserted { cells[place].again += 1 }
            }
            _ = try await state.keepAll(in: pipeline, sinks: [], now: now)
        }
        try await state.close()
    }

    /// The table as text: a line for each habit, with the missing and the repeated articles of each shape.
    package var lines: [String] {
        let shapes = NamedFeed.Shape.allCases
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        let head = padded("missing/again of articles", 46) + shapes.map { padded($0.rawValue, 15) }.joined()
        return [head]
            + NamedFeed.Habit.allCases.map { habit in
                padded(habit.rawValue, 46)
                    + shapes.map { shape in
                        guard let cell = cells.first(where: { $0.feed.habit == habit && $0.feed.shape == shape }) else {
                            return padded("", 15)
                        }
                        return padded("\(cell.missing)/\(cell.again) of \(cell.shown.count)", 15)
                    }.joined()
            }
    }
}
