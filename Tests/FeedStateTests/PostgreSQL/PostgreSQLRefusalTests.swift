import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("a PostgreSQL that cannot serve is told apart, and no secret with it", .withPostgreSQL)
struct PostgreSQLRefusalTests {
    private func refusal(_ connection: String) async throws -> StageError {
        try #require(
            await #expect(throws: StageError.self) {
                try await StateDatabase.open(
                    postgresql: PostgreSQLPlace(connection), now: Timestamp(seconds: 1_795_176_000))
            })
    }

    /// The words of a refusal: all that anybody could ever print of it.
    private func words(_ error: StageError) -> String { String(reflecting: error) }

    @Test("a server that is not there, by socket and by address")
    func away() async throws {
        for connection in [
            "host=/nowhere dbname=news password=hunter2", "postgresql://u:hunter2@127.0.0.1:1/news",
            "postgresql://u:hunter2@127.0.0.1:1,127.0.0.1:2/news", "host=news.invalid password=hunter2",
        ] {
            let error = try await refusal(connection)
            #expect(error.code == .databaseUnreachable)
            #expect(!words(error).contains("hunter2"))
        }
        #expect(
            try await refusal("postgresql://u:hunter2@127.0.0.1:1,[::1]:2/news").subject
                == "postgresql://127.0.0.1:1,[::1]:2/news")
    }

    @Test("the next of several servers, where the first is away")
    func several() async throws {
        let bench = try PostgreSQLTestBench()
        let place = PostgreSQLPlace(
            "host=/nowhere,\(bench.server.folder) dbname=kawaraban user=kawaraban", schema: bench.schema)
        try await StateDatabase.open(postgresql: place, now: bench.now).close()
    }

    @Test("a server that never answers", .timeLimit(.minutes(1)))
    func silent() async throws {
        let listener = try SilentListener()
        let error = try await refusal(
            "postgresql://u:hunter2@127.0.0.1:\(listener.port)/news?connect_timeout=1&sslmode=disable")
        #expect(error.code == .databaseUnreachable)
        #expect(error.text(of: .found, in: .en) == "no answer in 1 s")
        #expect(error.text(of: .found, in: .ja) == "1秒以内に応答がありません")
    }

    @Test("what is no connection string, which is not quoted")
    func malformed() async throws {
        for connection in ["postgresql://u:hunter2@[/news", "hunter2", "passwort=hunter2"] {
            let error = try await refusal(connection)
            #expect(error.code == .databaseRefused)
            #expect(!words(error).contains("hunter2"))
        }
    }

    @Test("a wrong password, and none")
    func password() async throws {
        let server = try #require(PostgreSQLServer.shared)
        let guarded = server.connectionString(user: "guarded")
        for connection in ["\(guarded) password=hunter2", "\(guarded) passfile=/nowhere"] {
            let error = try await refusal(connection)
            #expect(error.code == .databaseRefused || error.explanation?.contains("no password supplied") == true)
            #expect(!words(error).contains("hunter2"))
        }
        #expect(
            try await refusal("\(guarded) password=hunter2").text(of: .found, in: .en) == "it does not accept the login"
        )
    }

    @Test("a database that does not exist")
    func database() async throws {
        let server = try #require(PostgreSQLServer.shared)
        let error = try await refusal(server.connectionString("nowhere"))
        #expect(error.code == .databaseRefused)
        #expect(error.text(of: .advice, in: .en)?.contains("createdb") == true)
    }

    @Test("a user without the right to make a schema, until there is one")
    func rights() async throws {
        let bench = try PostgreSQLTestBench()
        let place = PostgreSQLPlace(
            bench.server.connectionString(user: "guarded") + " password='correct horse'", schema: bench.schema)
        let error = await #expect(throws: StageError.self) {
            try await StateDatabase.open(postgresql: place, now: bench.now)
        }
        #expect(error?.code == .databaseRefused)
        #expect(error?.text(of: .advice, in: .en)?.contains(bench.schema) == true)
        try bench.run("CREATE SCHEMA \(bench.schema) AUTHORIZATION guarded")
        try await StateDatabase.open(postgresql: place, now: bench.now).close()
    }

    @Test("another encoding than UTF8", arguments: ["SQL_ASCII", "LATIN1"])
    func encoding(_ encoding: String) async throws {
        let server = try #require(PostgreSQLServer.shared)
        let bench = try PostgreSQLTestBench(
            database: server.freshDatabase("ENCODING '\(encoding)' LOCALE 'C' TEMPLATE template0"))
        let error = try await bench.refusal()
        #expect(error.code == .databaseUnfit)
        #expect(error.text(of: .found, in: .en) == "its encoding is \(encoding)")
        #expect(error.text(of: .found, in: .ja) == "エンコーディングが\(encoding)です")
    }

    @Test("a path that is too long for its indexes is named as such")
    func longKey() async throws {
        let bench = try PostgreSQLTestBench()
        let state = try await bench.open()
        var bytes: [UInt8] = []
        var seed: UInt64 = 7
        for _ in 0..<4000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes.append(UInt8(33 + (seed >> 33) % 90))
        }
        let key = String(decoding: bytes, as: UTF8.self)
        let error = await #expect(throws: StageError.self) {
            _ = try await state.recordFailure(
                ofSink: key, error: StageError(.timeout, subject: ""), run: bench.now, now: bench.now)
        }
        #expect(error?.code == .databaseUnfit)
        #expect(error?.text(of: .found, in: .en)?.contains("2,700 bytes") == true)
        #expect(error?.text(of: .found, in: .ja)?.contains("2,700") == true)
        try? await state.close()
    }

    @Test("one that only reads, by its own setting")
    func readOnly() async throws {
        let server = try #require(PostgreSQLServer.shared)
        let database = try server.freshDatabase()
        let bench = try PostgreSQLTestBench(database: database)
        try await bench.open().close()
        try server.run("ALTER DATABASE \(database) SET default_transaction_read_only = on", in: "postgres")
        #expect(try await bench.refusal().code == .databaseReadOnly)
        _ = try await bench.open(.readOnly)
    }

    @Test("a standby, which serves for reading")
    func standby() async throws {
        let primary = try PostgreSQLServer()
        let bench = try PostgreSQLTestBench(server: primary)
        let state = try await bench.open()
        _ = try await state.completeFetches([bench.fetch(["1"])])
        try await state.close()
        let standby = try PostgreSQLServer(standbyOf: primary)
        let copy = try PostgreSQLTestBench(server: standby, schema: bench.schema)
        #expect(try await copy.open(.readOnly).knownFeeds().count == 1)
        let error = try await copy.refusal()
        #expect(error.code == .databaseReadOnly)
        #expect(error.text(of: .found, in: .en) == "it is a standby")
        // Of several servers the one that takes writes is used.
        let both = PostgreSQLPlace(
            "host=\(standby.folder),\(primary.folder) dbname=kawaraban user=kawaraban", schema: bench.schema)
        try await StateDatabase.open(postgresql: both, now: bench.now).close()
    }

    @Test("one that takes no more connections")
    func full() async throws {
        let bench = try PostgreSQLTestBench()
        let user = bench.server.freshName()
        try bench.run(
            "CREATE ROLE \(user) LOGIN CONNECTION LIMIT 1; CREATE SCHEMA \(bench.schema) AUTHORIZATION \(user)")
        let place = PostgreSQLPlace(bench.server.connectionString(user: user), schema: bench.schema)
        let first = try await StateDatabase.open(postgresql: place, now: bench.now)
        let error = await #expect(throws: StageError.self) {
            try await StateDatabase.open(postgresql: place, now: bench.now)
        }
        #expect(error?.code == .databaseUnreachable)
        #expect(error?.text(of: .found, in: .en) == "it takes no more connections")
        try await first.close()
    }

    @Test("and a state whose tables somebody has removed")
    func tables() async throws {
        let bench = try PostgreSQLTestBench()
        let state = try await bench.open()
        try bench.run("DROP TABLE entry")
        let error = await #expect(throws: StageError.self) { try await state.completeFetches([bench.fetch(["1"])]) }
        #expect(error?.code == .stateDamaged)
    }

    @Test("an older server, and a failure of each kind, by the code that PostgreSQL gives")
    func codes() {
        let cases: [(String, StageError.Code)] = [
            ("53100", .diskFull), ("53200", .databaseUnreachable), ("57P03", .databaseUnreachable),
            ("57P01", .databaseUnreachable), ("57014", .databaseUnreachable), ("55P03", .stateLocked),
            ("40P01", .stateLocked), ("25006", .databaseReadOnly), ("26000", .databaseUnfit),
            ("XX001", .stateDamaged), ("58030", .inputOutput), ("28000", .databaseRefused), ("22021", .internalError),
        ]
        for (state, code) in cases {
            let failure = PostgreSQLFailure(state: state, words: "it says hunter2")
            let error = failure.error(subject: "postgresql:///news", schema: "kawaraban", hiding: ["hunter2"])
            #expect(error.code == code, "\(state)")
            #expect(error.explanation == nil)
        }
        let connecting = PostgreSQLFailure(
            connecting: "connection to server at \"db\" (::1), port 5432 failed: FATAL:  28P01: nix da: 12345: für u\n")
        #expect(connecting.state == "28P01" && connecting.words == "nix da: 12345: für u")
        #expect(PostgreSQLFailure(connecting: "could not translate host name").state == nil)
    }
}
