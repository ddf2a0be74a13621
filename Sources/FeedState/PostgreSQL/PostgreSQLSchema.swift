import FeedMessages
import FeedStages

/// The tables of a state in PostgreSQL. Their version stands in `meta`. It counts on its own: SQLite's steps are others.
struct PostgreSQLSchema: Sendable {
    /// The schema of this program.
    static let present = PostgreSQLSchema(
        steps: [[feeds, ledger, servers, workers, functions, firstWorker].joined(separator: "\n"), knownWorkers])

    /// The key of the version in `meta`.
    static let versionKey = "schema_version"

    /// The steps to version 1 and on from there: statements. A step is never edited once it is released.
    let steps: [String]
    /// The version of tables that are up to date.
    var version: Int { steps.count }

    /// Upgrades tables and rows from one version (0: there are none), within the open transaction. Workers of an older
    /// program lose their leases, and write no more.
    func bring(_ connection: PostgreSQLConnection, from start: Int) throws(StageError) {
        guard start < version else { return }
        try connection.runScript("SET LOCAL statement_timeout = 0")
        for step in steps[start...] { try connection.runScript(step) }
        try connection.runScript(
            """
            INSERT INTO meta(key, value) VALUES('\(Self.versionKey)', '\(version)')
                ON CONFLICT(key) DO UPDATE SET value = excluded.value;
            DELETE FROM worker
            """)
    }
}
