import FeedMessages
import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FeedState

@Suite("a state that was repaired or put back")
struct StateRepairTests {
    private let folder: TemporaryFolder
    private var path: String { folder("state.sqlite") }
    private let now = Timestamp(seconds: 1_795_125_600)
    private let key = FeedKey(hash: Array(repeating: 1, count: 32))

    init() throws { folder = try TemporaryFolder() }

    /// Opens the state, stores entries with these guids, keeps what waits for `hook`, and plans it if asked to: a
    /// message an entry. Returns the messages' ids.
    @discardableResult
    private func work(_ guids: [String] = [], plans: Bool = false, at moment: Timestamp) async throws -> [String] {
        let state = try await StateDatabase.open(path: path, now: moment)
        let wiring = PipelineWiring(name: "all", sources: [.init(key: key, firstRun: .max)], sinks: ["hook"])
        let known = try await state.reconcile([wiring], now: moment)
        let pipeline = try #require(known["all"]?.id)
        var feed = Feed(format: .rss20)
        feed.entries = guids.map { guid in Entry.made(guid: guid, title: "title \(guid)", text: "text \(guid)") }
        var fetched = FetchedDocuments()
        if !guids.isEmpty {
            fetched.add(PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: 100))
        }
        let success = FinishedFetch.Success(cursor: nil, nextAt: nil, httpStatus: 200, seconds: 0, firstRun: .max)
        _ = try await state.completeFetches([
            FinishedFetch(
                feed: CollectedFeed(key: key, source: "news", pipelines: [pipeline]), fetched: fetched,
                success: success, endedAt: moment)
        ])
        _ = try await state.keepAll(in: pipeline, sinks: ["hook"], now: moment)
        if plans {
            _ = try await state.plan(sink: "hook", pipeline: pipeline, limit: 100, now: moment) {
                entries in
                entries.map { entry in
                    ComposedMessage(
                        target: "hook", mode: .post, payload: Array((entry.entry.title ?? "-").utf8),
                        entries: [entry.key])
                }
            }
        }
        let ids = try await state.openMessages(of: "hook").map(\.message.id)
        try await state.close()
        return ids
    }

    private func change(_ script: String) throws {
        try SQLiteConnection(path: path).runScript(script)
    }

    @Test("P16 gives no message an id that another one had before an older copy was put back")
    func ids() async throws {
        try await work(at: now)
        try change("PRAGMA wal_checkpoint(TRUNCATE)")
        let older = try folder.bytes("state.sqlite")
        let before = try await work(["a"], plans: true, at: now + .seconds(60))
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        try folder.write(older, to: "state.sqlite")
        _ = try await StateRepair.perform(path: path, now: now + .seconds(120))
        let after = try await work(["b"], plans: true, at: now + .seconds(180))
        #expect(before.count == 1)
        #expect(after.count == 1)
        #expect(before != after)
    }

    @Test("P16 a text that bits have made unreadable is taken away, and everything else is delivered")
    func unreadableText() async throws {
        try await work(["a", "b", "c"], at: now)
        // A lead byte of UTF-8 where there is no character; SQLite does not look into values.
        try change("UPDATE entry SET head = CAST(replace(CAST(head AS TEXT), 'title b', 'title ' || x'FF') AS BLOB)")
        try change("UPDATE entry_body SET body = CAST(replace(CAST(body AS TEXT), 'text c', 'text ' || x'FF') AS BLOB)")
        let failure = await #expect(throws: StageError.self) { try await work(plans: true, at: now + .seconds(60)) }
        #expect(failure?.code == .stateDamaged)
        let outcome = try await StateRepair.perform(path: path, now: now)
        #expect(outcome.kept == nil)
        #expect(outcome.dropped == 2)
        #expect(try await work(plans: true, at: now + .seconds(120)).count == 3)
    }

    @Test(
        "P16 what waits for a sink is delivered although its feed is lost, or a message's entries are no numbers",
        arguments: [["source"], ["document"], ["source", "document"]])
    func lostFeed(_ tables: [String]) async throws {
        try await work(["a", "b"], plans: true, at: now)
        try await work(["c"], at: now + .seconds(60))
        for table in tables { try change("DELETE FROM \(table)") }
        try change(
            """
            DELETE FROM payload WHERE message = 1; UPDATE message SET entries = '1 x' WHERE id = 1;
            DROP TABLE hold
            """)
        _ = try await StateRepair.perform(path: path, now: now)
        let ids = try await work(plans: true, at: now + .seconds(120))
        #expect(ids.count == 2)
        let state = try await StateDatabase.open(path: path, now: now + .seconds(180))
        #expect(try await state.check().isSound)
        try await state.close()
    }

    @Test("P16 entries of a source whose row was lost do not come as new: what is not known of it is held back")
    func lostSource() async throws {
        let open = try await work(["a", "b"], plans: true, at: now)
        try change("DELETE FROM source; DELETE FROM document")
        _ = try await StateRepair.perform(path: path, now: now + .seconds(60))
        #expect(try await work(["a", "b"], plans: true, at: now + .seconds(120)) == open)
        let state = try await StateDatabase.open(path: path, now: now + .seconds(180))
        let held = try await state.quarantined(of: key)
        try await state.close()
        #expect(held == 2)
    }

    @Test("P16 a repair that was ended before its last step is finished by the next one")
    func unfinishedRepair() async throws {
        try await work(["a"], plans: true, at: now)
        try change("PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(rename(path, path + ".repairing") == 0)
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        DamageMark(of: path).leave("page 7 is odd")
        let refused = await #expect(throws: StageError.self) { try await work(at: now) }
        #expect(refused?.code == .stateDamaged)
        #expect(try await StateRepair.perform(path: path, now: now).flaw == "page 7 is odd")
        #expect(try await work(at: now + .seconds(60)).count == 1)
    }

    @Test("there is nothing to repair where there is no state")
    func missing() async throws {
        let failure = await #expect(throws: StageError.self) { try await StateRepair.perform(path: path, now: now) }
        #expect(failure?.code == .noSuchFile)
        #expect(folder.names().isEmpty)
    }
}
