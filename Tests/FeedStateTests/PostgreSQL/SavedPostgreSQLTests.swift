import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("a state in PostgreSQL that is saved and loaded", .withPostgreSQL)
struct SavedPostgreSQLTests {
    private let bench: PostgreSQLTestBench
    private let folder: TemporaryFolder

    init() throws {
        bench = try PostgreSQLTestBench()
        folder = try TemporaryFolder()
    }

    private var place: StateStorage { .postgresql(bench.place) }
    private func file(_ name: String) -> StateStorage { .sqlite(folder(name)) }

    @discardableResult
    private func save(_ storage: StateStorage, to name: String, moves: Bool = false) async throws(StageError)
        -> StateSaving.Outcome
    {
        try await StateSaving.save(storage, to: folder(name), moves: moves)
    }

    @discardableResult
    private func load(
        _ name: String, into storage: StateStorage, forces: Bool = false,
        movedFolders: [StateLoading.MovedFolder] = []
    ) async throws(StageError) -> StateLoading.Outcome {
        try await StateLoading(
            target: storage, file: folder(name), forces: forces, movedFolders: movedFolders, now: bench.now
        ).perform()
    }

    @discardableResult
    private func copy(
        _ source: StateStorage, to target: StateStorage, moves: Bool = false, forces: Bool = false
    ) async throws(StageError) -> StateCopying.Outcome {
        try await StateCopying(
            from: source, to: target, moves: moves, forces: forces, movedFolders: [], now: bench.now
        ).perform()
    }

    /// The code of the error of a call.
    private func refusal(_ body: () async throws -> Void) async throws -> StageError {
        try #require(await #expect(throws: StageError.self) { try await body() })
    }

    /// What a state in a file holds, which must be sound.
    private func look(_ name: String) async throws -> (
        instance: String, origin: String, contents: StateContents?, cursor: Cursor?
    ) {
        let state = try await StateDatabase.open(path: folder(name), now: bench.now)
        let check = try await state.check()
        #expect(check.isSound)
        let cursor = try await state.known(PostgreSQLTestBench.key).cursor
        try await state.close()
        return (state.instance, state.origin, check.contents, cursor)
    }

    /// What PostgreSQL holds, as rows of SQLite.
    private func content() async throws -> [String: [String]] {
        try await save(place, to: "content.state")
        return try RichState.content(of: folder("content.state"))
    }

    @Test("comes back with every row of every table, and gives no number again")
    func comesBack() async throws {
        try await RichState.make(at: folder("state.sqlite"), now: bench.now)
        let original = try RichState.content(of: folder("state.sqlite"))
        #expect(original.count == 28 && original.values.allSatisfy { !$0.isEmpty })
        let saved = try await save(file("state.sqlite"), to: "first.state")
        let loaded = try await load("first.state", into: place)
        #expect(loaded.contents.entries == saved.contents.entries && loaded.kept == nil && loaded.differences.isEmpty)
        try await save(place, to: "second.state")
        #expect(try RichState.content(of: folder("second.state")) == original)
        try await load("second.state", into: file("back.sqlite"))
        #expect(try RichState.content(of: folder("back.sqlite")) == original)
        for name in ["back.sqlite.loading", "back.sqlite.loading-wal", "back.sqlite.loading-shm"] {
            #expect((try? folder.bytes(name)) == nil)
        }
        // What was the last number before the newest rows were deleted is not given again.
        for table in ["message", "line", "entry", "source", "document", "pipeline", "target"] {
            let next = try bench.run("SELECT nextval(pg_get_serial_sequence('\(table)', 'id'))")
            #expect(next == "41", "\(table)")
        }
    }

    @Test("needs the same tables and columns in both databases")
    func tablesAreTheSame() async throws {
        try await bench.open().close()
        let sqlite = try SQLiteConnection(path: ":memory:")
        try Schema.present.bring(sqlite, from: 0, to: Schema.present.version)
        func listed() throws(StageError) -> [StateTable] {
            try StateTable.all(
                in: sqlite, and: try PostgreSQLConnection(bench.place, isReadOnly: true), schema: bench.schema)
        }
        let tables = try listed()
        #expect(tables.count == 27)
        #expect(tables.allSatisfy { !$0.key.isEmpty })
        // What is known of workers stays where it is.
        let workers = ["worker", "lease", "known_worker", "told_difference"]
        let there = try bench.run(
            "SELECT string_agg(relname, ' ') FROM pg_class WHERE relnamespace = '\(bench.schema)'::regnamespace "
                + "AND relkind = 'r'")
        #expect(
            Set(there.split(separator: " ").map(String.init)) == Set(tables.map(\.name)).union(workers))
        #expect(tables.filter(\.isCounted).map(\.name) == ["line", "message"])
        for (change, found) in [
            ("ALTER TABLE entry ADD COLUMN extra bigint", "entry.extra"),
            ("ALTER TABLE entry DROP COLUMN extra, DROP COLUMN waited", "entry.waited"),
            ("ALTER TABLE entry ADD COLUMN waited text", "entry.waited"),
        ] {
            try bench.run(change)
            let error = #expect(throws: StageError.self) { try listed() }
            #expect(error?.code == .internalError && error?.facts[.found] == found)
        }
    }

    /// Where the server cuts the connection of a load: at the first row of each of these tables, and when it is to keep
    /// the whole.
    private static let cuts =
        ["budget", "entry", "entry_key", "line", "message", "payload", "pipeline_entry", "source"].map {
            TableTrigger(table: $0, kind: "TRIGGER cut BEFORE", options: "")
        } + [
            TableTrigger(
                table: "source", kind: "CONSTRAINT TRIGGER cut AFTER", options: "DEFERRABLE INITIALLY DEFERRED")
        ]

    @Test("is the same as before wherever a load is cut, and whole after one that is not")
    func isCut() async throws {
        // What cuts lies in the database, beside the schema.
        let bench = try PostgreSQLTestBench(database: bench.server.freshDatabase())
        let place = StateStorage.postgresql(bench.place)
        func content() async throws -> [String: [String]] {
            try await save(place, to: "content.state")
            return try RichState.content(of: folder("content.state"))
        }
        try await RichState.make(at: folder("large.sqlite"), rows: 300, seed: 2, now: bench.now)
        try await RichState.make(at: folder("small.sqlite"), rows: 20, seed: 3, now: bench.now)
        for size in ["large", "small"] { try await save(file("\(size).sqlite"), to: "\(size).state") }
        try await load("small.state", into: place)
        let before = try await content()
        #expect(before == (try RichState.content(of: folder("small.state"))))
        for cut in Self.cuts {
            try bench.cut(cut)
            let error = try await refusal { try await load("large.state", into: place, forces: true) }
            #expect(error.code == .databaseUnreachable, "\(cut)")
            try bench.endCutting()
            #expect(try await content() == before, "\(cut)")
        }
        try await load("large.state", into: place, forces: true)
        #expect(try await content() == (try RichState.content(of: folder("large.state"))))
    }

    @Test("is not replaced while a worker is at work, and can be saved meanwhile")
    func hasWorker() async throws {
        try await bench.open().close()
        try await save(place, to: "idle.state")
        let worker = try await bench.open()
        #expect(try await refusal { try await load("idle.state", into: place) }.code == .stateLocked)
        #expect(try await refusal { try await save(place, to: "moved.state", moves: true) }.code == .stateLocked)
        for round in 0..<12 {
            // Between the two there is always a moment in which only one of them is stored.
            async let saving = save(place, to: "busy.state")
            _ = try await worker.completeFetches([
                bench.fetch((0...round).map { "\($0)" }, cursor: "\(round)")
            ])
            #expect(try await saving.isDuringRun)
            try await load("busy.state", into: file("busy.sqlite"), forces: true)
            let busy = try await look("busy.sqlite")
            #expect(busy.contents?.entries == busy.cursor.flatMap { Int($0.rawValue) }.map { $0 + 1 } ?? 0)
        }
        try await worker.close()
        // What the worker did after that is missed.
        #expect(try await refusal { try await load("busy.state", into: place) }.code == .stateAhead)
    }

    @Test("goes to and fro between a file and a server; where both went on, nothing is replaced")
    func goesToAndFro() async throws {
        func use(_ storage: StateStorage, _ guid: String) async throws {
            let state: StateDatabase
            switch storage {
            case .sqlite(let path): state = try await StateDatabase.open(path: path, now: bench.now)
            case .postgresql: state = try await bench.open()
            }
            _ = try await state.completeFetches([bench.fetch([guid])])
            try await state.close()
        }
        let here = file("state.sqlite")
        try await use(here, "1")
        let origin = try await look("state.sqlite").instance
        for round in 0..<3 {
            try await copy(here, to: place)
            try await use(place, "there \(round)")
            try await copy(place, to: here)
            try await use(here, "here \(round)")
        }
        let last = try await look("state.sqlite")
        #expect(last.contents?.entries == 7)
        #expect(last.origin == origin && last.instance != origin)
        // An attempt that was ended just before it said so can be repeated.
        try await copy(here, to: place)
        try await copy(here, to: place)
        try await use(place, "there")
        let older = try await refusal { try await copy(here, to: place) }
        #expect(older.code == .stateAhead && older.subject == bench.placeName)
        try await use(here, "here")
        #expect(try await refusal { try await copy(here, to: place) }.code == .stateAhead)
        #expect(try await refusal { try await copy(place, to: here) }.code == .stateAhead)
        try await RichState.make(at: folder("other.sqlite"), now: bench.now)
        #expect(try await refusal { try await copy(file("other.sqlite"), to: place) }.code == .stateAhead)
    }

    @Test("is kept in a schema of its own when it is replaced by force, and fences off those who used it")
    func isForced() async throws {
        let old = try await bench.open()
        _ = try await old.completeFetches([bench.fetch(["1", "2"])])
        try bench.letLeasesEnd()
        try await RichState.make(at: folder("other.sqlite"), now: bench.now)
        let outcome = try await copy(file("other.sqlite"), to: place, forces: true)
        let kept = try #require(outcome.loaded.kept)
        #expect(kept.hasPrefix("\(bench.schema).replaced-2026"))
        #expect(try bench.run("SELECT count(*) FROM \"\(kept)\".entry") == "2")
        #expect(try bench.run("SELECT count(*) FROM entry") == "40")
        // Its number is not that of a new worker.
        let new = try await bench.open(worker: "two")
        let lost = try await refusal { _ = try await old.completeFetches([bench.fetch(["3"])]) }
        #expect(lost.code == .leaseLost)
        try await new.close()
    }

    @Test("counts a worker that died as gone")
    func hadWorker() async throws {
        let state = try await bench.open()
        _ = try await state.completeFetches([bench.fetch(["1"])])
        try bench.letLeasesEnd()
        #expect(try await save(place, to: "state").isDuringRun == false)
        try await load("state", into: place)
        #expect(try await refusal { _ = try await state.completeFetches([bench.fetch(["2"])]) }.code == .leaseLost)
    }

    @Test("is retired when it moves, and taken back")
    func moves() async throws {
        try await bench.open().close()
        try await copy(place, to: file("state.sqlite"), moves: true)
        let moved = try await bench.refusal()
        #expect(moved.code == .stateMoved && moved.facts[.found] == folder("state.sqlite"))
        #expect(try await refusal { try await save(place, to: "again.state") }.code == .stateMoved)
        let reading = try await bench.open(.readOnly)
        #expect(reading.findings.map(\.code) == [.stateMoved])
        #expect(try await StateSaving.takeBack(place) == folder("state.sqlite"))
        #expect(try await StateSaving.takeBack(place) == nil)
        try await bench.open().close()
        // And the other way: the file is retired, and says where its state went.
        try await copy(file("state.sqlite"), to: place, moves: true, forces: true)
        let error = try await refusal {
            _ = try await StateDatabase.open(path: folder("state.sqlite"), now: bench.now)
        }
        #expect(error.code == .stateMoved && error.facts[.found] == bench.placeName)
    }

    @Test("of an older version is upgraded on its way; a newer one, or a damaged file, changes nothing")
    func hasVersions() async throws {
        let path = folder("old.sqlite")
        do {
            let connection = try SQLiteConnection(path: path)
            try connection.runScript("PRAGMA application_id = \(Schema.applicationID); BEGIN")
            try Schema.present.bring(connection, from: 0, to: 101)
            try connection.runScript(
                "INSERT INTO meta VALUES('instance', 'old'), ('generation', '3'), ('schema_version', '99'); COMMIT")
        }
        try await save(.sqlite(path), to: "old.state")
        try await load("old.state", into: place)
        let state = try await bench.open()
        #expect(state.origin == "old" && state.instance != "old")
        #expect(try await state.check().isSound)
        try await state.close()
        let before = try await content()
        let generations = try bench.run("SELECT value FROM meta WHERE key = 'generation'")

        var bytes = try folder.bytes("old.state")
        bytes[3000] ^= 1
        try folder.write(bytes, to: "bad.state", mode: 0o600)
        #expect(try await refusal { try await load("bad.state", into: place) }.code == .savedStateUnusable)
        try folder.write(try folder.bytes("old.state"), to: "open.state", mode: 0o666)
        #expect(try await refusal { try await load("open.state", into: place) }.code == .unsafePlace)
        do {
            let connection = try SQLiteConnection(path: folder("new.sqlite"))
            try connection.runScript("PRAGMA application_id = \(Schema.applicationID); BEGIN")
            try Schema.present.bring(connection, from: 0, to: Schema.present.version)
            try connection.runScript("PRAGMA user_version = 999; COMMIT")
            let parent = try Folder.make(folder.path)
            let file = try RegularFile.create("new.state", in: parent, mode: 0o600)
            try connection.run("VACUUM INTO ?", .text(file.path))
            try SavedStateSeal.put(on: file, generation: 1)
        }
        #expect(try await refusal { try await load("new.state", into: place) }.code == .stateUnusable)
        #expect(try await content() == before)
        #expect(try bench.run("SELECT value FROM meta WHERE key = 'generation'") == generations)

        try bench.run("UPDATE meta SET value = '99' WHERE key = 'schema_version'")
        #expect(try await refusal { try await load("old.state", into: place) }.code == .stateUnusable)
        #expect(try await refusal { try await save(place, to: "x.state") }.code == .stateUnusable)
        try bench.run(
            "UPDATE meta SET value = '\(PostgreSQLSchema.present.version)' WHERE key = 'schema_version'")
        try bench.run("INSERT INTO meta VALUES('damaged', 'en: broken')")
        #expect(try await refusal { try await load("old.state", into: place) }.code == .stateDamaged)
        #expect(try await refusal { try await save(place, to: "x.state") }.code == .stateDamaged)
        let empty = try PostgreSQLTestBench()
        #expect(try await refusal { try await save(.postgresql(empty.place), to: "x.state") }.code == .noSuchFile)
        #expect((try? folder.bytes("x.state")) == nil)
    }

    @Test("names files by the paths that they have where it is loaded")
    func movesFolders() async throws {
        try await bench.open().close()
        try bench.run(
            """
            INSERT INTO target(sink, path, message, delivered_at) VALUES('page', '/old/place/a.html', 1, 1);
            INSERT INTO message(pipeline, sink, target, mode, webhook_id, state, created_at)
                VALUES(1, 'page', '/old/place/b.html', 'replace', 'x', 0, 1);
            """)
        try await save(place, to: "paths.state")
        let other = try PostgreSQLTestBench()
        let outcome = try await load(
            "paths.state", into: .postgresql(other.place),
            movedFolders: [StateLoading.MovedFolder(old: "/old/place", new: "/new")])
        #expect(outcome.places.isEmpty)
        #expect(try other.run("SELECT path FROM target") == "/new/a.html")
        #expect(try other.run("SELECT target FROM message") == "/new/b.html")
        #expect(try await load("paths.state", into: file("state.sqlite")).places == ["/old/place/b.html"])
    }
}

/// What PostgreSQL is told of a trigger for the rows that a table gets.
private struct TableTrigger {
    let table: String
    let kind: String
    let options: String
}

extension PostgreSQLTestBench {
    /// The place for people.
    fileprivate var placeName: String { "postgresql:///\(database)?host=\(server.folder)" }

    /// Lets the server cut the connection of a load when it writes a row of a table. A load makes the table, and its
    /// trigger with it.
    fileprivate func cut(_ trigger: TableTrigger) throws {
        try server.run(
            """
            CREATE FUNCTION public.cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                PERFORM pg_terminate_backend(pg_backend_pid());
                RETURN NEW;
            END $$;
            CREATE FUNCTION public.prepare_cut() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
                IF EXISTS (
                    SELECT FROM pg_event_trigger_ddl_commands() WHERE command_tag = 'CREATE TABLE'
                        AND objid = to_regclass('"\(schema)"."\(trigger.table)"')
                ) THEN
                    CREATE \(trigger.kind) INSERT ON "\(schema)"."\(trigger.table)" \(trigger.options)
                        FOR EACH ROW EXECUTE FUNCTION public.cut();
                END IF;
            END $$;
            CREATE EVENT TRIGGER cut ON ddl_command_end WHEN TAG IN ('CREATE TABLE')
                EXECUTE FUNCTION public.prepare_cut();
            """, in: database)
    }

    fileprivate func endCutting() throws {
        try server.run(
            "DROP EVENT TRIGGER cut; DROP FUNCTION public.prepare_cut(); DROP FUNCTION public.cut()", in: database)
    }
}
