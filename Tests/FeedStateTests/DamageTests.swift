import FeedMessages
import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FeedState

@Suite("a damaged state")
struct DamageTests {
    private let folder: TemporaryFolder
    private var path: String { folder("state.sqlite") }
    private let now = Timestamp(seconds: 1_795_125_600)
    private let key = FeedKey(hash: Array(repeating: 1, count: 32))

    init() throws { folder = try TemporaryFolder() }

    private func document(_ guids: Range<Int>) -> FetchedDocuments {
        var feed = Feed(format: .rss20)
        feed.entries = guids.map { number in
            var entry = Entry()
            entry.guid = "guid-\(number)"
            entry.title = "title \(number)"
            entry.content = .plain(String(repeating: "text \(number) ", count: 60))
            return entry
        }
        var fetched = FetchedDocuments()
        fetched.add(PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: 10_000))
        return fetched
    }

    private func pipeline(of state: StateDatabase) async throws -> PipelineID {
        let wiring = PipelineWiring(name: "all", sources: [.init(key: key, firstRun: .max)], sinks: [])
        return try #require(try await state.reconcile([wiring], now: now)["all"]?.id)
    }

    /// A closed state that knows entries 0..<200 of a fetch that was complete, all in one pipeline.
    private func make() async throws {
        let state = try await StateDatabase.open(path: path, now: now)
        let pipeline = try await pipeline(of: state)
        let success = FinishedFetch.Success(cursor: nil, nextAt: nil, httpStatus: 200, seconds: 0, firstRun: .max)
        _ = try await state.completeFetches([
            FinishedFetch(
                feed: CollectedFeed(key: key, source: "news", pipelines: [pipeline]), fetched: document(0..<200),
                success: success, endedAt: now)
        ])
        try await state.close()
    }

    @Test(
        "P16 a state that tells no version, or a wrong one, is refused, and whole after a repair",
        arguments: [
            (0, StageError.Code.stateDamaged), (-1, .stateDamaged), (Int(Int32.min), .stateDamaged),
            (1, .stateUnreleased), (36, .stateUnreleased),
        ])
    func version(_ told: Int, _ code: StageError.Code) async throws {
        try await make()
        try SQLiteConnection(path: path).runScript("PRAGMA user_version = \(told)")
        #expect(await failure()?.code == code)
        _ = try await StateRepair.perform(path: path, now: now)
        #expect(try await newAgain() == 0)
    }

    private func mark(_ flaw: String) async throws {
        let state = try await StateDatabase.open(path: path, now: now)
        await state.markDamaged(StageError(.stateDamaged, subject: path, explanation: flaw))
        try await state.close()
    }

    private func failure() async -> StageError? {
        await #expect(throws: StageError.self) { try await StateDatabase.open(path: path, now: now) }
    }

    /// How many of the entries that were known come as new, or nil if the state is refused.
    private func newAgain() async throws -> Int? {
        do {
            let state = try await StateDatabase.open(path: path, now: now)
            let feed = CollectedFeed(key: key, source: "news", pipelines: [try await pipeline(of: state)])
            let stored = try await state.store(document(0..<200), of: feed, now: now)
            try await state.close()
            return stored.new
        } catch {
            return nil
        }
    }

    @Test(
        "P16 is refused, left as it is, and can be repaired", arguments: ["empty", "random", "half", "table dropped"])
    func isRefused(_ kind: String) async throws {
        try await make()
        switch kind {
        case "empty": try folder.write("", to: "state.sqlite")
        case "random": try folder.write((0..<100).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }, to: "state.sqlite")
        case "half":
            let bytes = try folder.bytes("state.sqlite")
            try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "state.sqlite")
        default: try SQLiteConnection(path: path).runScript("DROP TABLE entry_key")
        }
        let before = try folder.bytes("state.sqlite")
        if kind == "table dropped" {
            #expect(try await newAgain() == nil)
        } else {
            #expect(await failure()?.code == .stateDamaged)
            #expect(await failure()?.code == .stateDamaged)
            #expect(try folder.bytes("state.sqlite") == before)
        }
        let outcome = try await StateRepair.perform(path: path, now: now)
        #expect(outcome.kept != nil)
        #expect(folder.names().contains { $0.utf8.starts(with: "state.sqlite.damaged-".utf8) })
        let state = try await StateDatabase.open(path: path, now: now)
        #expect(try await state.check().isSound)
        try await state.close()
    }

    @Test("P16 never ends a run with a trap, wherever it is cut", arguments: [0, 1, 2, 3, 5, 8, 13, 21, 29])
    func isCut(_ pages: Int) async throws {
        try await make()
        let bytes = try folder.bytes("state.sqlite")
        guard pages * 8192 < bytes.count else { return }
        try folder.write(Array(bytes.prefix(pages * 8192 + 17)), to: "state.sqlite")
        #expect(try await newAgain() == nil)
    }

    @Test("P16 brings no flood of old entries after bits have flipped, and no trap")
    func bitsFlip() async throws {
        try await make()
        let whole = try folder.bytes("state.sqlite")
        let fileContent = try folder.bytes("state.sqlite.lock")
        var random = SplitMix(seed: 7)
        var refused = 0
        for _ in 0..<150 {
            var bytes = whole
            for _ in 0..<4 {
                let bit = Int(random.next() % UInt64(bytes.count * 8))
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            }
            for suffix in ["-wal", "-shm", ".damaged"] { unlink(path + suffix) }
            try folder.write(bytes, to: "state.sqlite")
            try folder.write(fileContent, to: "state.sqlite.lock")
            if let new = try await newAgain() { #expect(new <= 8) } else { refused += 1 }
        }
        #expect(refused < 150)
    }

    @Test("P16 is noticed when its log was taken away, and when an older copy was put in its place")
    func isOlder() async throws {
        try await make()
        let older = try folder.bytes("state.sqlite")
        try await StateDatabase.open(path: path, now: now).close()
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        try folder.write(older, to: "state.sqlite")
        #expect(await failure()?.code == .stateDamaged)
        let outcome = try await StateRepair.perform(path: path, now: now)
        #expect(outcome.kept == nil)
        #expect(try await newAgain() == 0)
    }

    @Test("P16 delivers nothing any more once damage was found, until it is repaired")
    func isMarked() async throws {
        try await make()
        try await mark("page 7 is \nodd")
        #expect(await failure()?.text(of: .found, in: .en) == "page 7 is ")
        #expect(try await StateRepair.perform(path: path, now: now).kept == nil)
        #expect(try await newAgain() == 0)
    }

    /// What no statement of ours does to tables that are as they were made.
    private func mistake(in connection: SQLiteConnection, _ number: Int) throws(StageError) {
        switch number {
        case 0: try connection.run("INSERT INTO meta VALUES('mistake', NULL)")
        case 1: try connection.run("INSERT INTO entry_body VALUES('no number', x'00')")
        default: _ = try connection.first("SELECT json_extract('{', '$.a')") { $0.text(0) }
        }
    }

    @Test(
        "P16 a mistake of ours is no damage: it leaves no mark, unless the file is not whole either", arguments: 0..<3)
    func ownMistake(_ number: Int) async throws {
        try await make()
        let connection = try SQLiteConnection(path: path)
        let error = #expect(throws: StageError.self) { try mistake(in: connection, number) }
        #expect(error?.code == .internalError)
        #expect(error?.subject == path)
        try damageFeeds(connection)
        let damaged = try SQLiteConnection(path: path)
        let other = #expect(throws: StageError.self) { try mistake(in: damaged, number) }
        #expect(other?.code == .stateDamaged)
    }

    @Test(
        "the check finds entries without a document, and documents without a source",
        arguments: [("document", "every entry has a document", 200), ("source", "every document has a source", 1)])
    func brokenRules(_ table: String, _ rule: String, _ rows: Int) async throws {
        try await make()
        try SQLiteConnection(path: path).runScript("DELETE FROM \(table)")
        let state = try await StateDatabase.open(path: path, now: now)
        let broken = try await state.check().broken
        #expect(broken.map(\.rule.description) == [rule])
        #expect(broken.map(\.rows) == [rows])
        try await state.close()
    }

    @Test("P16 a table that is not there is damage")
    func lostTable() async throws {
        try await make()
        let connection = try SQLiteConnection(path: path)
        try connection.runScript("DROP TABLE entry_body")
        let error = #expect(throws: StageError.self) { try mistake(in: connection, 1) }
        #expect(error?.code == .stateDamaged)
    }

    private func damageFeeds(_ connection: SQLiteConnection) throws {
        let root = try connection.first("SELECT rootpage FROM sqlite_schema WHERE name = 'source'") { $0.int(0) }
        let page = try #require(root)
        try connection.runScript("PRAGMA wal_checkpoint(TRUNCATE)")
        var bytes = try folder.bytes("state.sqlite")
        for index in (page - 1) * 8192..<page * 8192 { bytes[index] = 0xAA }
        try folder.write(bytes, to: "state.sqlite")
    }

    @Test(
        "P16 an index that hides a source or its document is damage, and mended: nothing comes as new",
        arguments: ["source", "document"])
    func hiddenRow(_ table: String) async throws {
        try await make()
        let root = try SQLiteConnection(path: path).first(
            "SELECT rootpage FROM sqlite_schema WHERE name = ?", .text("sqlite_autoindex_\(table)_1")
        ) { $0.int(0) }
        let page = try #require(root)
        var bytes = try folder.bytes("state.sqlite")
        // Where the only cell of the page begins.
        bytes[(page - 1) * 8192 + 9] ^= 0x10
        try folder.write(bytes, to: "state.sqlite")
        #expect(try await newAgain() == nil)
        #expect(try await StateRepair.perform(path: path, now: now).kept != nil)
        #expect(try await newAgain() == 0)
    }

    @Test("P16 keeps the keys that can be read: what is known does not come again")
    func isSalvaged() async throws {
        try await make()
        let connection = try SQLiteConnection(path: path)
        let root = try connection.first("SELECT rootpage FROM sqlite_schema WHERE name = 'entry_body'") { $0.int(0) }
        let page = try #require(root)
        try connection.runScript("PRAGMA wal_checkpoint(TRUNCATE)")
        var bytes = try folder.bytes("state.sqlite")
        for index in (page - 1) * 8192..<page * 8192 { bytes[index] = 0xAA }
        try folder.write(bytes, to: "state.sqlite")
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        let outcome = try await StateRepair.perform(path: path, now: now)
        #expect(outcome.incomplete == ["entry_body"])
        #expect(try await newAgain() == 0)
    }
}
