import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite(
    "a state in PostgreSQL behind a connection pool",
    .enabled(if: ConnectionPool.missing == nil, "\(ConnectionPool.missing ?? "")"))
struct PostgreSQLPoolTests {
    private let bench: PostgreSQLTestBench

    init() throws { bench = try PostgreSQLTestBench() }

    private func place(_ pool: ConnectionPool) -> PostgreSQLPlace {
        PostgreSQLPlace(pool.connectionString(), schema: bench.schema)
    }

    @Test("works in session mode, with several workers")
    func session() async throws {
        let pool = try ConnectionPool(of: bench.server, mode: "session")
        let one = try await StateDatabase.open(postgresql: place(pool), now: bench.now)
        let two = try await StateDatabase.open(postgresql: place(pool), now: bench.now)
        #expect(try await one.leases.claim(["a"], of: .host) == ["a"])
        _ = try await one.completeFetches([bench.fetch(["1", "2"])])
        _ = try await two.completeFetches([bench.fetch(["1", "2", "3"])])
        #expect(try bench.run("SELECT count(*) FROM entry") == "3")
        #expect(try await two.check().isSound)
        try await one.close()
        try await two.close()
        let facts = try PostgreSQLServerFacts.read(place(pool))
        #expect(facts.isPooled)
        #expect(try PostgreSQLServerFacts.read(bench.place).isPooled == false)
    }

    @Test("works in session mode with a single session, which the second look does not get", .timeLimit(.minutes(1)))
    func singleSession() async throws {
        let pool = try ConnectionPool(of: bench.server, mode: "session", size: 1)
        try await StateDatabase.open(postgresql: place(pool), now: bench.now).close()
        #expect(try bench.run("SELECT count(*) FROM worker") == "0")
    }

    @Test(
        "is refused when it is opened, by a pool that changes the session; nothing is set that others would get",
        arguments: [("transaction", 20), ("transaction", 1), ("statement", 20)])
    func transaction(_ mode: String, size: Int) async throws {
        let pool = try ConnectionPool(of: bench.server, mode: mode, size: size)
        for access in [StateMode.readWrite, .readOnly] {
            let error = try #require(
                await #expect(throws: StageError.self) {
                    try await StateDatabase.open(postgresql: place(pool), mode: access, now: bench.now)
                })
            #expect(error.code == .databaseUnfit)
            #expect(error.text(of: .found, in: .en)?.contains("pool") == true)
            #expect(error.text(of: .advice, in: .en)?.contains("session mode") == true)
        }
        let schemas = "SELECT count(*) FROM pg_namespace WHERE nspname = '\(bench.schema)'"
        #expect(try bench.server.run(schemas) == "0")
    }
}
