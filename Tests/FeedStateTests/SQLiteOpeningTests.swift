import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FeedState

@Suite("how databases are opened")
struct SQLiteOpeningTests {
    private let folder: TemporaryFolder
    private var path: String { folder("state.sqlite") }
    private let now = Timestamp(seconds: 1_795_125_600)

    init() throws { folder = try TemporaryFolder() }

    @Test("X16: every connection is defensive, trusts no schema and checks cells", arguments: [true, false])
    func isHardened(isReadOnly: Bool) throws {
        try SQLiteConnection(path: path).runScript("CREATE TABLE one(x)")
        let connection = try SQLiteConnection(path: path, isReadOnly: isReadOnly)
        #expect(try connection.first("PRAGMA trusted_schema") { $0.int(0) } == 0)
        #expect(try connection.first("PRAGMA cell_size_check") { $0.int(0) } == 1)
        try connection.runScript("PRAGMA writable_schema = ON")
        let refused = #expect(throws: StageError.self) {
            try connection.runScript("UPDATE sqlite_schema SET sql = 'CREATE TABLE one(y)'")
        }
        #expect(refused?.explanation == "table sqlite_master may not be modified")
    }

    @Test("a statement that fails is undone, however much it has changed before", arguments: [10, 100, 1_000, 4_000])
    func undoesStatements(rows: Int) throws {
        let connection = try SQLiteConnection(path: path)
        try connection.runScript(
            """
            CREATE TABLE one(id INTEGER PRIMARY KEY, text TEXT NOT NULL, CHECK(id < \(rows) OR text <> 'x'));
            WITH RECURSIVE row(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM row WHERE id < \(rows))
            INSERT INTO one SELECT id, hex(zeroblob(500)) FROM row;
            """)
        try connection.run("BEGIN")
        let refused = #expect(throws: StageError.self) { try connection.run("UPDATE one SET text = 'x'") }
        #expect(refused?.code == .internalError)
        try connection.run("COMMIT")
        #expect(try connection.first("SELECT count(*) FROM one WHERE text <> 'x'") { $0.int(0) } == rows)
    }

    @Test("X16: a repair does not run what a damaged state has put in the place of a table")
    func salvagesNoView() async throws {
        try await StateDatabase.open(path: path, now: now).close()
        // A table-valued function that reads more than the row it stands in.
        try SQLiteConnection(path: path).runScript(
            """
            DROP TABLE hold; CREATE VIEW hold AS SELECT 'x' AS reason, name FROM pragma_database_list;
            DROP TABLE entry_key
            """)
        let damaged = try StateLock(of: path).lockDatabase()
        let salvage = try SQLiteSalvage(from: damaged, to: damaged)
        let outcome = try salvage.copy(.init(name: "hold", key: ["name"]))
        #expect(outcome.saved == 0)
        #expect(!outcome.isWhole)
    }

    @Test("X16: a state whose tables were taken away is repaired as before")
    func repairs() async throws {
        try await StateDatabase.open(path: path, now: now).close()
        try SQLiteConnection(path: path).runScript("DROP TABLE entry_key")
        let outcome = try await StateRepair.perform(path: path, now: now)
        #expect(outcome.kept != nil)
        try await StateDatabase.open(path: path, now: now + .seconds(60)).close()
    }
}
