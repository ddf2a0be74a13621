import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("what the administrator of a PostgreSQL is told", .withPostgreSQL)
struct PostgreSQLServerFactsTests {
    @Test("version, encoding, connections, size, and that all is well")
    func facts() async throws {
        let bench = try PostgreSQLTestBench()
        try await bench.open().close()
        let facts = try PostgreSQLServerFacts.read(bench.place)
        let version = try bench.run("SELECT split_part(current_setting('server_version'), ' ', 1)")
        #expect(facts.version == version)
        #expect(facts.encoding == "UTF8" && facts.collation == "C")
        #expect(!facts.isStandby && !facts.isReadOnly && !facts.isPooled && facts.hasRights)
        #expect(facts.connections.map(\.kind) == [.server])
        let most = try bench.run(
            "SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int")
        #expect("\(facts.connections[0].most)" == most)
        #expect((1...facts.connections[0].most).contains(facts.connections[0].used))
        #expect(facts.size > 100_000)
        #expect(facts.clockOffset < .seconds(60) && facts.clockOffset > .seconds(-60))
    }

    @Test("limits of the user and of the database, read-only transactions, and rights that are missing")
    func limits() async throws {
        let server = try #require(PostgreSQLServer.shared)
        let database = try server.freshDatabase("CONNECTION LIMIT 9")
        let user = server.freshName()
        try server.run(
            """
            CREATE ROLE \(user) LOGIN CONNECTION LIMIT 4;
            ALTER ROLE \(user) SET default_transaction_read_only = on
            """, in: "postgres")
        let place = PostgreSQLPlace(server.connectionString(database, user: user))
        let facts = try PostgreSQLServerFacts.read(place)
        let kinds = facts.connections.map { "\($0.kind) \($0.used)/\($0.most)" }
        #expect(kinds.dropFirst() == ["database 1/9", "user 1/4"])
        #expect(facts.isReadOnly && !facts.hasRights)
        #expect(facts.size == 0)
        try server.run("GRANT CREATE ON DATABASE \(database) TO \(user)", in: "postgres")
        #expect(try PostgreSQLServerFacts.read(place).hasRights)
        try server.run("CREATE SCHEMA kawaraban; CREATE TABLE kawaraban.meta(key text)", in: database)
        #expect(try PostgreSQLServerFacts.read(place).hasRights == false)
    }

    @Test("a state works whatever limits of time the database has of its own")
    func ownLimits() async throws {
        let server = try #require(PostgreSQLServer.shared)
        let database = try server.freshDatabase()
        for (name, value) in [
            ("statement_timeout", "400"), ("lock_timeout", "1"), ("idle_in_transaction_session_timeout", "400"),
            ("idle_session_timeout", "400"), ("transaction_timeout", "400"),
        ] {
            // Some are of newer servers.
            guard try server.run("SELECT count(*) FROM pg_settings WHERE name = '\(name)'") == "1" else { continue }
            try server.run("ALTER DATABASE \(database) SET \(name) = \(value)", in: "postgres")
        }
        let bench = try PostgreSQLTestBench(database: database)
        let state = try await bench.open()
        let number = "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(bench.name(of: "one"))'"
        try server.run("SELECT pg_sleep(1)", in: "postgres")
        #expect(try server.run(number, in: "postgres") == "1")
        _ = try await state.completeFetches([bench.fetch(["1"])])
        try await state.close()
    }
}
