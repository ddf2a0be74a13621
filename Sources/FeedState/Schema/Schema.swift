import FeedMessages
import FeedStages

/// The tables of the state. `PRAGMA user_version` is the version of those in a file.
struct Schema: Sendable {
    /// Upgrades tables and rows from one version to the next, within the open transaction.
    typealias Step = @Sendable (SQLiteConnection) throws(StageError) -> Void

    /// "KAWA": marks a SQLite file as ours.
    static let applicationID: Int64 = 0x4B41_5741
    /// The version of `tables`. Lower numbers belong to states from before the first release.
    static let firstVersion = 100
    /// The schema of this program.
    static let present = Schema(steps: [numbers, addFilterNumbers, addBuzz, stories])

    /// The steps to version 101 and on from there. A step is never edited once it is released.
    let steps: [Step]
    /// The version of a file that is up to date.
    var version: Int { Self.firstVersion + steps.count }

    /// The statements that create all tables, without their comments. SQLite keeps the text of a table, and
    /// `StateRepair` recognises a table by it.
    private static let tables = [feeds, ledger, servers].flatMap { $0.split(separator: "\n") }
        .filter { !$0.drop { $0 == " " }.hasPrefix("--") }.joined(separator: "\n")

    /// Upgrades a file from one version (0: empty) to a later one, within the open transaction.
    func bring(_ connection: SQLiteConnection, from start: Int, to end: Int) throws(StageError) {
        if start == 0 { try connection.runScript(Self.tables) }
        for step in steps[(max(start, Self.firstVersion) - Self.firstVersion)..<(end - Self.firstVersion)] {
            try step(connection)
        }
        try connection.runScript("PRAGMA user_version = \(end)")
    }

    /// Whether every table and index of a version exists exactly as it was made.
    func areAllTables(in connection: SQLiteConnection, version: Int) throws(StageError) -> Bool {
        let empty = try SQLiteConnection(path: ":memory:")
        try bring(empty, from: 0, to: version)
        return try Self.tables(of: empty).isSubset(of: Self.tables(of: connection))
    }

    private static func tables(of connection: SQLiteConnection) throws(StageError) -> Set<String> {
        Set(
            try connection.all("SELECT coalesce(sql, name) FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'") {
                $0.text(0)
            })
    }

    /// Throws `.stateUnusable` for the state of a program that is newer than this one.
    func refuseNewer(_ version: Int, path: String) throws(StageError) {
        guard version > self.version else { return }
        throw StageError(.stateUnusable, subject: path, phrases: [.found: .message("database.newer")])
    }

    /// Throws `.stateUnreleased` for a state from before the first release.
    static func refuseUnreleased(_ version: Int, path: String) throws(StageError) {
        guard 1..<firstVersion ~= version else { return }
        throw StageError(.stateUnreleased, subject: path)
    }
}
