import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("workers of a state in PostgreSQL are known", .withPostgreSQL)
struct KnownWorkerTests {
    private let bench: PostgreSQLTestBench

    init() throws { bench = try PostgreSQLTestBench() }

    private func run(_ configuration: UInt8, version: String = "1.0") -> WorkerIntroduction.Run {
        WorkerIntroduction.Run(version: version, configuration: [configuration])
    }

    /// Lets a worker run with a configuration. Returns what was found of others' configurations.
    @discardableResult
    private func visit(_ worker: String, _ configuration: UInt8) async throws -> [StageError] {
        let state = try await bench.open(worker: worker, run: run(configuration))
        try await state.close()
        return state.findings
    }

    /// Lets time pass: everything that is remembered is so much older.
    private func pass(hours: Int) throws {
        let span = hours * 3_600_000
        try bench.run(
            """
            UPDATE known_worker SET seen_ms = seen_ms - \(span), configured_ms = configured_ms - \(span),
                disputed_ms = disputed_ms - \(span)
            """)
    }

    private func records() async throws -> WorkerRecords {
        let state = try await bench.open(.readOnly)
        return try #require(try await state.workers())
    }

    @Test("with what each process holds, and whether it is there, away or lost")
    func holdings() async throws {
        try await visit("away", 1)
        try pass(hours: 1)
        let (lost, other) = (try await bench.open(worker: "lost", run: run(1)), try await bench.open(worker: "lost"))
        #expect(try await lost.leases.claim(["a", "b"], of: .host).count == 2)
        #expect(try await lost.leases.claim(["all"], of: .pipeline).count == 1)
        try bench.letLeasesEnd()
        let one = try await bench.open(worker: "one", run: run(1, version: "2.0"))
        let same = try await bench.open(worker: "one", run: run(1, version: "2.0"))
        #expect(try await one.leases.claim(["page"], of: .sink).count == 1)
        let before = try await records()
        // Who claims takes over what the lost one held.
        #expect(before.workers.map(\.name) == ["away", "lost", "one"])
        #expect(before.workers.map(\.presence) == [.away, .away, .working])
        #expect(before.workers[2].version == "2.0")
        #expect(before.workers[2].processes.map(\.sinks) == [["page"], []])
        #expect(before.workers[2].processes.map(\.isAlive) == [true, true])
        let age = before.now - before.workers[0].seenAt
        #expect(age >= .seconds(3600) && age < .seconds(3700))
        for state in [one, same] { try await state.close() }
        for state in [lost, other] { try? await state.close() }
    }

    @Test("as lost with what it holds, as long as nobody has taken that")
    func lost() async throws {
        let state = try await bench.open(worker: "lost", run: run(1))
        #expect(try await state.leases.claim(["a", "b"], of: .host).count == 2)
        #expect(try await state.leases.claim(["retention"], of: .maintenance).count == 1)
        try bench.run("UPDATE worker SET until_ms = clock_ms() - 60000")
        let record = try #require(try await records().workers.first)
        #expect(record.presence == .lost)
        #expect(record.processes.map(\.hosts) == [2] && record.processes[0].maintenance == [.retention])
        try await state.leases.renew()
        #expect(try await records().workers.map(\.presence) == [.working])
        try await state.close()
        #expect(try await records().workers.map(\.presence) == [.away])
    }

    @Test("a worker that begins frees what a dead one held, also if it claims nothing")
    func frees() async throws {
        let dead = try await bench.open(worker: "dead", run: run(1))
        #expect(try await dead.leases.claim(["a", "b"], of: .host).count == 2)
        try bench.letLeasesEnd()
        let state = try await bench.open(worker: "new", run: run(1))
        #expect(try bench.run("SELECT count(*) FROM lease") == "0")
        #expect(try await records().workers.map(\.presence) == [.away, .working])
        try await state.close()
        try? await dead.close()
    }

    @Test("for a week, and no more than a hundred of them; a command that is no run is not")
    func forgotten() async throws {
        try await visit("old", 1)
        try pass(hours: 7 * 24 + 1)
        try await bench.open(worker: "command").close()
        #expect(try await records().workers.map(\.name) == ["old"])
        try await visit("new", 1)
        #expect(try await records().workers.map(\.name) == ["new"])
        try bench.run(
            """
            INSERT INTO known_worker SELECT 'container' || n, clock_ms() - n * 1000, '1.0', 'x', clock_ms()
            FROM generate_series(1, 150) AS n
            """)
        try await visit("new", 1)
        let names = try await records().workers.map(\.name)
        #expect(names.count == 100 && names.contains("new") && names.contains("container99"))
        #expect(!names.contains("container100"))
    }

    @Test("with configurations that differ: told once, when it has lasted, and again after they agreed")
    func configurations() async throws {
        #expect(try await visit("one", 1).isEmpty)
        #expect(try await visit("two", 1).isEmpty)
        #expect(try await visit("three", 1).isEmpty)
        try pass(hours: 24)
        // A new configuration reaches one machine after the other.
        #expect(try await visit("one", 2).isEmpty)
        #expect(try await visit("two", 1).isEmpty)
        try pass(hours: 1)
        #expect(try await visit("one", 2).isEmpty)
        #expect(try await visit("two", 2).isEmpty)
        #expect(try await visit("three", 1).isEmpty)
        #expect(try await records().disagreeing.isEmpty)
        try pass(hours: 2)
        #expect(try await visit("one", 2).isEmpty)
        let found = try await visit("three", 1)
        #expect(found.map(\.code) == [.configurationsDiffer])
        #expect(found.first?.facts[.found] == "three" && found.first?.facts[.option] == "one")
        #expect(try bench.run("SELECT count(*) FROM line") == "1")
        #expect(try await records().disagreeing.map { $0.map(\.name) } == [["one"], ["three"]])
        try pass(hours: 1)
        for (worker, configuration): (String, UInt8) in [("one", 2), ("two", 2), ("three", 1)] {
            #expect(try await visit(worker, configuration).isEmpty)
        }
        #expect(try await records().disagreeing.map { $0.map(\.name) } == [["one", "two"], ["three"]])
        // They agree, and disagree again later.
        #expect(try await visit("three", 2).isEmpty)
        #expect(try await records().disagreeing.isEmpty)
        try await visit("three", 1)
        try pass(hours: 3)
        try await visit("three", 1)
        let again = try await visit("one", 2)
        #expect(again.map(\.code) == [.configurationsDiffer])
        #expect(again.first?.facts[.found] == "one, two" && again.first?.facts[.option] == "three")
    }

    @Test("a machine that was switched off with the old configuration is no difference")
    func switchedOff() async throws {
        try await visit("off", 1)
        try await visit("on", 1)
        try pass(hours: 24)
        try await visit("on", 2)
        try pass(hours: 24)
        #expect(try await visit("on", 2).isEmpty)
        // Nor is it one at once when it comes back, before it gets the new one.
        #expect(try await visit("off", 1).isEmpty)
        try pass(hours: 3)
        #expect(try await visit("on", 2).isEmpty)
        #expect(try await visit("off", 1).map(\.code) == [.configurationsDiffer])
    }

    @Test("a state in SQLite has none")
    func sqlite() async throws {
        let state = try await StateDatabase.open(path: ":memory:", mode: .readOnly, now: bench.now)
        #expect(try await state.workers() == nil)
    }
}
