import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedState

@Suite("the version of a state")
struct SchemaTests {
    private let folder: TemporaryFolder
    private var path: String { folder("state.sqlite") }
    private let now = Timestamp(seconds: 1_795_125_600)

    init() throws { folder = try TemporaryFolder() }

    /// Versions of a later program.
    private static let paint: Schema.Step = { connection throws(StageError) in
        try connection.runScript("ALTER TABLE pipeline ADD COLUMN colour TEXT; UPDATE pipeline SET colour = 'red'")
    }
    private static let mix: Schema.Step = { connection throws(StageError) in
        try connection.runScript("CREATE TABLE mixture(name TEXT); INSERT INTO mixture SELECT colour FROM pipeline")
    }
    private static let breakOff: Schema.Step = { connection throws(StageError) in
        try connection.runScript("ALTER TABLE pipeline ADD COLUMN colour TEXT; INSERT INTO nowhere VALUES(1)")
    }
    private static let later = with(paint, mix)

    /// The schema of a later program.
    private static func with(_ steps: Schema.Step...) -> Schema { Schema(steps: Schema.present.steps + steps) }

    /// The version of this program.
    private let present = Schema.present.version

    /// A state of this program that knows a pipeline.
    private func make() async throws {
        let state = try await StateDatabase.open(path: path, now: now)
        _ = try await state.reconcile([PipelineWiring(name: "morning", sources: [], sinks: [])], now: now)
        try await state.close()
    }

    private func open(with schema: Schema) throws(StageError) {
        let lock = try StateLock(of: path)
        _ = try StateOpening.forWriting(path, schema: schema, lock: lock, keeps: true, now: now)
    }

    private func version(of name: String) throws -> Int? {
        try SQLiteConnection(path: folder(name), isReadOnly: true).first("PRAGMA user_version") { $0.int(0) }
    }

    private func tables(of path: String) throws -> [String] {
        try SQLiteConnection(path: path, isReadOnly: true).all("SELECT sql FROM sqlite_schema ORDER BY 1") {
            $0.text(0)
        }
    }

    @Test("a state of the first version is brought to that of this program, which a new state has at once")
    func first() async throws {
        try open(with: Schema(steps: []))
        #expect(try version(of: "state.sqlite") == 100)
        try await make()
        #expect(try version(of: "state.sqlite") == present)
        let other = try TemporaryFolder()
        try await StateDatabase.open(path: other("state.sqlite"), now: now).close()
        #expect(try tables(of: path) == tables(of: other("state.sqlite")))
    }

    @Test("P17 is brought up to date whole or not at all, and a copy of it as it was is kept")
    func steps() async throws {
        try await make()
        #expect(throws: StageError.self) { try open(with: Self.with(Self.breakOff)) }
        #expect(try version(of: "state.sqlite") == present)
        try open(with: Self.with(Self.paint))
        #expect(try version(of: "state.sqlite") == present + 1)
        #expect(try version(of: "state.sqlite.version-\(present)") == present)
        try open(with: Self.later)
        #expect(try version(of: "state.sqlite") == present + 2)
        #expect(try version(of: "state.sqlite.version-\(present + 1)") == present + 1)
        let mixture = try SQLiteConnection(path: path).first("SELECT name FROM mixture") { $0.text(0) }
        #expect(mixture == "red")
    }

    @Test("P17 a new state gets every step, and has the tables of one that was brought up to date")
    func new() async throws {
        try open(with: Self.later)
        let other = try TemporaryFolder()
        try await StateDatabase.open(path: other("state.sqlite"), now: now).close()
        let lock = try StateLock(of: other("state.sqlite"))
        _ = try StateOpening.forWriting(other("state.sqlite"), schema: Self.later, lock: lock, keeps: true, now: now)
        #expect(try tables(of: path) == tables(of: other("state.sqlite")))
    }

    @Test("P17 who only looks waits for a run to bring it up to date; a program that is older is refused")
    func outdated() async throws {
        try await make()
        let looking = #expect(throws: StageError.self) { try StateOpening.forReading(path, schema: Self.later) }
        #expect(looking?.code == .stateOutdated)
        try open(with: Self.later)
        #expect(try StateOpening.forReading(path, schema: Self.later) != nil)
        let older = await #expect(throws: StageError.self) { try await StateDatabase.open(path: path, now: now) }
        #expect(older?.code == .stateUnusable)
    }

    @Test("P17 a state that is not up to date is repaired as it is")
    func repair() async throws {
        try await make()
        _ = try await StateRepair.perform(path: path, schema: Self.later, now: now)
        #expect(try version(of: "state.sqlite") == present)
        try SQLiteConnection(path: path).runScript("DROP TABLE tally")
        let outcome = try await StateRepair.perform(path: path, schema: .present, now: now)
        #expect(outcome.kept != nil)
        try open(with: Self.later)
        #expect(try version(of: "state.sqlite") == present + 2)
    }

    @Test(
        "P17 from before the first release: refused, left as it is, and put aside by who starts anew",
        arguments: [1, 9, 99])
    func unreleased(_ number: Int) async throws {
        try SQLiteConnection(path: path).runScript(
            """
            PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(number);
            CREATE TABLE feed(id INTEGER PRIMARY KEY)
            """)
        let before = try folder.bytes("state.sqlite")
        for mode in [StateMode.readWrite, .dryRun, .readOnly] {
            let error = await #expect(throws: StageError.self) {
                try await StateDatabase.open(path: path, mode: mode, now: now)
            }
            #expect(error?.code == .stateUnreleased)
        }
        let repair = await #expect(throws: StageError.self) { try await StateRepair.perform(path: path, now: now) }
        #expect(repair?.code == .stateUnreleased)
        #expect(try folder.bytes("state.sqlite") == before)
        #expect(try await StateRepair.putAside(path: path, now: now) != nil)
        try await make()
    }
}
