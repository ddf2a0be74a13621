import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// Over a network the server's answers take longer than most of its work.
@Suite("waiting for the answers of PostgreSQL", .withPostgreSQL)
struct ServerWaitsTests {
    /// How often a worker waited for an answer while it stored a first fetch, then one entry more, then 50 more, and
    /// then the same again.
    private func waits(of state: StateDatabase, in bench: PostgreSQLTestBench) async throws -> [Int] {
        var waits: [Int] = []
        var known = 0
        for count in [100, 101, 151, 151, 152, 202] {
            let before = try await state.waitCount()
            let stored = try await state.completeFetches([bench.fetch((0..<count).map { "\($0)" })])[0].new
            waits.append(try await state.waitCount() - before)
            #expect(stored == count - known)
            known = count
        }
        return waits
    }

    @Test("a fetch with 50 new entries waits hardly more often than one with a single new entry")
    func manyEntries() async throws {
        let bench = try PostgreSQLTestBench()
        let state = try await bench.open()
        let waits = try await waits(of: state, in: bench)
        // At first each kind of statement is prepared.
        #expect(waits[5] < waits[4] + 5, "\(waits)")
        #expect(waits[4] <= 30, "\(waits)")
        try await state.close()
    }

    @Test("a libpq that cannot send statements together stores the same, and waits for each")
    func oneByOne() async throws {
        let (bench, other) = (try PostgreSQLTestBench(), try PostgreSQLTestBench())
        let (together, single) = (try await bench.open(), try await other.open())
        try await single.sendOneByOne()
        _ = try await waits(of: together, in: bench)
        let waits = try await waits(of: single, in: other)
        #expect(waits[5] > waits[4] + 50, "\(waits)")
        for table in ["entry", "entry_body", "entry_key"] {
            let count = "SELECT count(*) FROM \(table)"
            #expect(try other.run(count) == bench.run(count))
        }
        let keys = "SELECT md5(string_agg(concat(kind, hash, entry), ',' ORDER BY kind, hash)) FROM entry_key"
        #expect(try other.run(keys) == bench.run(keys))
        for state in [together, single] { try await state.close() }
    }

    @Test("a statement that the server refuses fails with what follows it, and all of the transaction with it")
    func isRefused() async throws {
        let bench = try PostgreSQLTestBench()
        let state = try await bench.open()
        _ = try await state.completeFetches([bench.fetch(["1"])])
        try bench.run("ALTER TABLE entry_key ADD CONSTRAINT none CHECK (kind = 99) NOT VALID")
        let error = await #expect(throws: StageError.self) {
            try await state.completeFetches([bench.fetch(["1", "2", "3"])])
        }
        #expect(error.map { "\($0)" }?.contains("none") ?? false, "\(String(describing: error))")
        try bench.run("ALTER TABLE entry_key DROP CONSTRAINT none")
        #expect(try bench.run("SELECT count(*) FROM entry") == "1")
        let again = try await bench.open()
        #expect(try await again.completeFetches([bench.fetch(["1", "2", "3"])])[0].new == 2)
        try await again.close()
    }
}

extension StateDatabase {
    fileprivate func waitCount() throws -> Int { try #require(connection.postgresql).waitCount }

    fileprivate func sendOneByOne() throws { try #require(connection.postgresql).hasPipelines = false }
}
