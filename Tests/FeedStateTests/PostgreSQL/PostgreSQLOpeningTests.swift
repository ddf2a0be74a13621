import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("a state in PostgreSQL is opened", .withPostgreSQL)
struct PostgreSQLOpeningTests {
    @Test("with its tables made, and keeps its ids from then on")
    func isMade() async throws {
        let bench = try PostgreSQLTestBench()
        let first = try await bench.open()
        #expect(!first.instance.isEmpty && first.origin == first.instance)
        #expect(first.previousRunAt == nil)
        try await first.close()
        let second = try await bench.open()
        #expect(second.instance == first.instance && second.origin == first.origin)
        #expect(second.previousRunAt == bench.now)
        #expect(try await second.check().isSound)
        #expect(try await second.compact() > 0)
        #expect(try bench.workersSinceGeneration == "0")
        try await second.close()
        #expect(try bench.run("SELECT count(*) FROM worker") == "0")
    }

    @Test("beside another state in another schema of the same database")
    func twoSchemas() async throws {
        let (one, other) = (try PostgreSQLTestBench(schema: "News \"x\""), try PostgreSQLTestBench())
        let states = (try await one.open(), try await other.open())
        #expect(states.0.instance != states.1.instance)
        _ = try await states.0.completeFetches([one.fetch(["1"])])
        #expect(try await states.1.knownFeeds().isEmpty)
        try await states.0.close()
        try await states.1.close()
    }

    @Test("only if it is there, where none is to be made")
    func isMissing() async throws {
        #expect(try await PostgreSQLTestBench().refusal(makes: false).code == .noSuchFile)
    }

    @Test("for reading, also before there is one, and writes nothing")
    func isRead() async throws {
        let bench = try PostgreSQLTestBench()
        let imagined = try await bench.open(.readOnly)
        #expect(imagined.isImagined)
        #expect(try await imagined.knownFeeds().isEmpty)
        let written = try await bench.open()
        _ = try await written.completeFetches([bench.fetch(["1"])])
        let read = try await bench.open(.readOnly)
        #expect(try await read.knownFeeds().count == 1)
        let error = await #expect(throws: StageError.self) { try await read.completeFetches([bench.fetch(["2"])]) }
        #expect(error?.code == .databaseReadOnly)
        try await written.close()
    }

    @Test("for a dry run that leaves nothing, and not while a worker is at work")
    func isDry() async throws {
        let bench = try PostgreSQLTestBench()
        let imagined = try await bench.open(.dryRun)
        _ = try await imagined.completeFetches([bench.fetch(["1"])])
        try await imagined.close()
        let worker = try await bench.open()
        #expect(try await bench.refusal(.dryRun).code == .stateLocked)
        _ = try await worker.completeFetches([bench.fetch(["1"])])
        try await worker.close()
        let dry = try await bench.open(.dryRun)
        #expect(try await dry.completeFetches([bench.fetch(["1", "2"])])[0].new == 1)
        _ = try await dry.reconcile([], now: bench.now)
        #expect(try bench.run("SELECT count(*) FROM entry") == "1")
        try await dry.close()
        #expect(try bench.run("SELECT count(*) FROM entry") == "1")
        #expect(try bench.workersSinceGeneration == "0")
    }

    @Test("not if its tables are of a newer program, or of another one")
    func isForeign() async throws {
        let newer = try PostgreSQLTestBench()
        try await newer.open().close()
        try newer.run("UPDATE meta SET value = '999' WHERE key = 'schema_version'")
        let error = try await newer.refusal()
        #expect(error.code == .stateUnusable && error.text(of: .found, in: .en) == "the state of a newer version")
        #expect(try await newer.refusal(.readOnly).code == .stateUnusable)
        for table in ["theirs(a int)", "meta(a int)", "meta(key text, value text)"] {
            let foreign = try PostgreSQLTestBench()
            try foreign.run("CREATE SCHEMA \"\(foreign.schema)\"; CREATE TABLE \(table)")
            #expect(try await foreign.refusal().code == .stateUnusable)
            #expect(
                try foreign.run("SELECT count(*) FROM pg_tables WHERE schemaname = '\(foreign.schema)'") == "1")
        }
    }

    @Test("after an upgrade in one transaction, and older workers write no more")
    func isUpgraded() async throws {
        let bench = try PostgreSQLTestBench()
        let old = try await bench.open()
        let newer = PostgreSQLSchema(
            steps: PostgreSQLSchema.present.steps + ["ALTER TABLE source ADD COLUMN mood text"])
        let broken = PostgreSQLSchema(steps: newer.steps + ["ALTER TABLE source ADD COLUMN mood text"])
        #expect(throws: StageError.self) { try bench.open(with: broken) }
        #expect(try bench.run("SELECT value FROM meta WHERE key = 'schema_version'") == "2")
        _ = try await old.completeFetches([bench.fetch(["1"])])
        try bench.open(with: newer)
        #expect(try bench.run("SELECT value FROM meta WHERE key = 'schema_version'") == "3")
        let error = await #expect(throws: StageError.self) { try await old.completeFetches([bench.fetch(["2"])]) }
        #expect(error?.code == .leaseLost)
        #expect(try await bench.refusal().code == .stateUnusable)
    }

    @Test("only once by many that come at the same moment")
    func isMadeOnce() async throws {
        let bench = try PostgreSQLTestBench()
        let instances = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let state = try await bench.open()
                    try await state.close()
                    return state.instance
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(instances.count == 1)
        #expect(try bench.workersSinceGeneration == "0")
    }

    @Test("as a copy with message ids of its own, and the entries' ids as they were")
    func isCopied() async throws {
        let original = try PostgreSQLTestBench(database: PostgreSQLServer.shared?.freshDatabase() ?? "")
        let state = try await original.open()
        try await state.close()
        // The connection is closed when nobody has the state any more, and a database in use cannot be copied.
        let name = original.server.freshName()
        try original.server.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(original.database)'",
            in: "postgres")
        try original.server.run("CREATE DATABASE \(name) TEMPLATE \(original.database)", in: "postgres")
        let copy = try await PostgreSQLTestBench(database: name, schema: original.schema).open()
        #expect(copy.instance != state.instance && copy.origin == state.origin)
        try await copy.close()
    }

    @Test("not once it is marked as damaged, until it has been repaired")
    func isDamaged() async throws {
        let bench = try PostgreSQLTestBench()
        let state = try await bench.open()
        _ = try await state.completeFetches([bench.fetch(["1", "2"])])
        try bench.run("UPDATE entry SET head = '\\xff' WHERE id = 1")
        await state.markDamaged(
            StageError(.stateDamaged, subject: state.path, phrases: [.found: .message("database.empty")]))
        try await state.close()
        for mode in [StateMode.readWrite, .readOnly, .dryRun] {
            let error = try await bench.refusal(mode)
            #expect(error.code == .stateDamaged && error.text(of: .found, in: .en) == "it is empty")
        }
        let outcome = try await StateRepair.perform(postgresql: bench.place, now: bench.now)
        #expect(outcome.dropped == 1 && outcome.flaw?.text(in: .en) == "it is empty")
        let repaired = try await bench.open()
        #expect(try await repaired.completeFetches([bench.fetch(["1", "2"])])[0].new == 0)
        try await repaired.close()
    }

    @Test("anew after it was put aside, with nothing of it lost")
    func isPutAside() async throws {
        let bench = try PostgreSQLTestBench()
        let state = try await bench.open()
        _ = try await state.completeFetches([bench.fetch(["1"])])
        let busy = await #expect(throws: StageError.self) {
            try await StateRepair.putAside(postgresql: bench.place, now: bench.now)
        }
        #expect(busy?.code == .stateLocked)
        try await state.close()
        let kept = try await StateRepair.putAside(postgresql: bench.place, now: bench.now)
        #expect(try bench.run("SELECT count(*) FROM \"\(kept)\".entry") == "1")
        let fresh = try await bench.open()
        #expect(fresh.instance != state.instance)
        #expect(try await fresh.knownFeeds().isEmpty)
        try await fresh.close()
    }

    @Test("and keeps what was told of its own failures")
    func notified() async throws {
        let bench = try PostgreSQLTestBench()
        let state = try await bench.open()
        let error = StageError(.diskFull, subject: "report")
        var failures = await state.notifiedFailures
        #expect(failures.isNews("report", error, now: bench.now))
        failures.record("report", error, wasNotified: true, now: bench.now)
        await state.keep(failures)
        try await state.close()
        let next = try await bench.open()
        #expect(await next.notifiedFailures == failures)
        #expect(next.owns(device: 0, inode: 0) == false)
        try await next.close()
    }
}

extension PostgreSQLTestBench {
    /// How many workers have come since the generation was set: it is the number of the last one.
    var workersSinceGeneration: String {
        get throws {
            try run(
                """
                SELECT pg_sequence_last_value(pg_get_serial_sequence('worker', 'id')) - CAST(value AS bigint)
                FROM meta WHERE key = 'generation'
                """)
        }
    }

    /// Opens the state as another version of this program would.
    func open(with schema: PostgreSQLSchema) throws {
        _ = try PostgreSQLOpening.forWriting(
            place, schema: schema, makes: true, keeps: true, worker: WorkerIntroduction("newer"), now: now)
    }
}
