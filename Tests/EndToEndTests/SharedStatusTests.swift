import Foundation
import PostgreSQLLaboratory
import Testing

@Suite(
    "status and doctor of a state in PostgreSQL",
    .enabled(if: PostgreSQLServer.missing == nil, "\(PostgreSQLServer.missing ?? "")"))
struct SharedStatusTests {
    private let workplace: Workplace
    private let server: PostgreSQLServer
    private let database: String

    init() throws {
        workplace = try Workplace()
        server = try #require(PostgreSQLServer.shared)
        database = try server.freshDatabase()
        try configure("config.yaml", refresh: "1h")
        try configure("other.yaml", refresh: "2h")
        var feed = IssuedFeed(file: "one.xml")
        feed.issue(2)
        try workplace.write("one.xml", feed.document)
    }

    private func configure(_ name: String, refresh: String) throws {
        try workplace.write(
            name,
            """
            version: 1
            settings: { state: { postgresql: { env: DATABASE_URL } }, files_on: w1 }
            sources: { one: { type: file, path: one.xml, refresh: \(refresh) } }
            sinks: { archive: { type: file, path: out.jsonl, format: jsonl, mode: append } }
            pipelines: { all: { sources: [one], sinks: [archive] } }

            """)
    }

    private func kawaraban(_ arguments: String...) throws -> Workplace.Outcome {
        try workplace.run(arguments, environment: ["DATABASE_URL": server.connectionString(database)])
    }

    @Test("status lists the workers that ran; another configuration is told once, after hours, by one of them")
    func workers() throws {
        for worker in ["w1", "w2"] { #expect(try kawaraban("run", "--worker", worker).status == 0) }
        let lines = try kawaraban("status").output.split(separator: "\n").map(String.init)
        let heading = try #require(lines.firstIndex { $0.hasPrefix("WORKER") })
        #expect(lines[heading + 1].hasPrefix("w1      away") && lines[heading + 2].hasPrefix("w2      away"))
        #expect(lines[heading + 1].hasSuffix("  -"))
        func run(_ worker: String, _ configuration: String) throws -> Workplace.Outcome {
            try kawaraban("run", "-c", configuration, "--worker", worker)
        }
        #expect(try run("w2", "other.yaml").errors.isEmpty)
        #expect(try run("w1", "config.yaml").errors.isEmpty)
        try server.run(
            """
            UPDATE kawaraban.known_worker SET seen_ms = seen_ms - 10800000, configured_ms = configured_ms - 10800000,
                disputed_ms = disputed_ms - 10800000
            """, in: database)
        #expect(try run("w1", "config.yaml").errors.isEmpty)
        let told = try run("w2", "other.yaml")
        #expect(told.errors.contains("w2 and w1 have different configurations"))
        #expect(told.errors.contains("(configurations_differ)"))
        #expect(try run("w1", "config.yaml").errors.isEmpty)
        #expect(try run("w2", "other.yaml").errors.isEmpty)
        let status = try kawaraban("status")
        #expect(status.status == 1)
        #expect(status.output.contains("The configurations differ: w1 / w2."))
        #expect(try kawaraban("status", "--json").output.contains("\"different_configurations\":[[\"w1\"],[\"w2\"]]"))
    }

    @Test("doctor knows the server, and what it lacks")
    func doctor() throws {
        #expect(try kawaraban("run", "--worker", "w1").status == 0)
        let text = try kawaraban("doctor").output
        #expect(text.contains("ok    database      PostgreSQL "))
        #expect(text.contains(" connections of the server are in use"))
        #expect(!text.contains("connection pool"))
        try server.run("ALTER DATABASE \(database) SET default_transaction_read_only = on", in: "postgres")
        let second = try kawaraban("doctor")
        #expect(second.status == 1)
        #expect(second.output.contains("bad   database      transactions of this user or database are read-only; "))
    }

    @Test("doctor says whether the worker that writes files comes, and what to do if it does not")
    func fileWriter() throws {
        #expect(try kawaraban("run", "--worker", "w2").status == 0)
        let unknown = try kawaraban("doctor")
        #expect(unknown.status == 1)
        #expect(unknown.output.contains("bad   sink          w1 is to write the files (`settings.files_on`), and no "))
        #expect(unknown.output.contains("on that machine `kawaraban run --worker w1`"))
        #expect(try kawaraban("run", "--worker", "w1").status == 0)
        #expect(try kawaraban("doctor").output.contains("ok    sink          w1 writes the files; it was there "))
        try server.run("UPDATE kawaraban.known_worker SET seen_ms = seen_ms - 3 * 86400000", in: database)
        let away = try kawaraban("doctor").output
        #expect(away.contains("bad   sink          w1 writes the files, and was last there 3 d ago"), "\(away)")
    }

    @Test("check --online asks the server of the state, changes nothing there, and says why it cannot be used")
    func onlineCheck() throws {
        func check(_ environment: [String: String]) throws -> Workplace.Outcome {
            try workplace.run(["check", "--online"], environment: environment)
        }
        let usual = ["DATABASE_URL": server.connectionString(database)]
        let right = try check(usual)
        #expect(right.status == 0)
        #expect(right.output.contains("ok       settings.state: PostgreSQL "))
        #expect(right.output.contains("ok       one: 2 entries"))
        #expect(try server.run("SELECT count(*) FROM pg_namespace WHERE nspname = 'kawaraban'", in: database) == "0")
        #expect(try kawaraban("run", "--worker", "w1").status == 0)
        // The next run upgrades tables of an older version. Those of a newer one can only be left alone.
        let key = "WHERE key = 'schema_version'"
        let present = try server.run("SELECT value FROM kawaraban.meta \(key)", in: database)
        for (version, status): (String, Int32) in [("1", 0), ("999", 1), (present, 0)] {
            try server.run("UPDATE kawaraban.meta SET value = '\(version)' \(key)", in: database)
            #expect(try check(usual).status == status)
        }
        try server.run("ALTER DATABASE \(database) SET default_transaction_read_only = on", in: "postgres")
        let readOnly = try check(usual)
        #expect(readOnly.status == 1)
        #expect(readOnly.output.contains("failed   settings.state: transactions of this user or database are read"))
        let away = try check(["DATABASE_URL": "host=127.0.0.1 port=1 dbname=none"])
        #expect(away.status == 1)
        #expect(away.output.contains("failed   settings.state: "))
        #expect(away.output.contains("ok       one: 2 entries"))
    }

    @Test(
        "a pool in transaction mode is refused in words by every command, and one in session mode works",
        .enabled(if: ConnectionPool.missing == nil, "\(ConnectionPool.missing ?? "")"))
    func pool() throws {
        for (mode, expected): (String, Int32) in [("session", 0), ("transaction", 78)] {
            let pool = try ConnectionPool(of: server, mode: mode)
            let environment = ["DATABASE_URL": pool.connectionString(database)]
            let run = try workplace.run(["run", "--worker", "w1"], environment: environment)
            #expect(run.status == expected, "\(run.errors)")
            let doctor = try workplace.run(["doctor"], environment: environment).output
            if mode == "session" {
                #expect(run.errors.isEmpty)
                #expect(doctor.contains("ok    database      a connection pool lies between; it keeps sessions"))
            } else {
                for text in [run.errors, doctor] {
                    #expect(text.contains("a connection pool changes the session"))
                    #expect(text.contains("name the server itself, or a pool in session mode"))
                }
            }
        }
    }
}
