import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedState

@Suite("the history of numbers in a damaged state")
struct NumberRepairTests {
    private let folder: TemporaryFolder
    private var path: String { folder("state.sqlite") }
    private let now = Timestamp(seconds: 1_795_125_600)
    private let key = FeedKey(hash: Array(repeating: 1, count: 32))

    init() throws { folder = try TemporaryFolder() }

    /// Fetches two entries with these likes, and returns the likes that are known of each.
    @discardableResult
    private func work(likes: Int, at moment: Timestamp) async throws -> [[Int]] {
        let state = try await StateDatabase.open(path: path, now: moment)
        var feed = Feed(format: .rss20)
        feed.entries = ["a", "b"].map { name in
            var entry = Entry.made(guid: name, title: name, at: now)
            entry.numbers = ["likes": likes]
            return entry
        }
        var fetched = FetchedDocuments()
        fetched.add(PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: 100))
        let success = FinishedFetch.Success(cursor: nil, nextAt: nil, httpStatus: 200, seconds: 0, firstRun: .max)
        _ = try await state.completeFetches([
            FinishedFetch(
                feed: CollectedFeed(key: key, source: "news", pipelines: []), fetched: fetched, success: success,
                endedAt: moment)
        ])
        var known: [[Int]] = []
        for number in 1...2 {
            let tracks = try await state.numberTracks(of: EntryID(number: Int64(number)))
            known.append(tracks.flatMap { $0.points.map(\.value) })
        }
        #expect(try await state.check().isSound)
        try await state.close()
        return known
    }

    private func change(_ script: String) throws { try SQLiteConnection(path: path).runScript(script) }

    @Test("P16 is saved with the rest, but not that of an entry that is lost")
    func salvaged() async throws {
        try await work(likes: 1, at: now)
        try change("DROP TABLE tally; DELETE FROM entry_key WHERE entry = 2; DELETE FROM entry WHERE id = 2")
        let outcome = try await StateRepair.perform(path: path, now: now)
        #expect(outcome.saved["number_sample"] == 2)
        #expect(outcome.dropped == 1)
        #expect(try await work(likes: 5, at: now + .seconds(3600)) == [[1, 5], [5]])
    }

    @Test("P16 is made anew where it is lost, and no entry is held for that")
    func lost() async throws {
        try await work(likes: 1, at: now)
        try change("DROP TABLE number_sample")
        let outcome = try await StateRepair.perform(path: path, now: now)
        #expect(outcome.incomplete == ["number_sample"])
        #expect(try await work(likes: 5, at: now + .seconds(3600)) == [[5], [5]])
        let lost = try SQLiteConnection(path: path).first("SELECT 1 FROM meta WHERE key = 'lost_entries_at'") { _ in 1 }
        #expect(lost == nil)
    }

    @Test("P16 bits that have flipped in it are taken away")
    func unreadable() async throws {
        try await work(likes: 1, at: now)
        try change("UPDATE number_sample SET samples = x'00' WHERE entry = 1")
        #expect(try await StateRepair.perform(path: path, now: now).dropped == 1)
        #expect(try await work(likes: 5, at: now + .seconds(3600)) == [[5], [1, 5]])
    }
}
