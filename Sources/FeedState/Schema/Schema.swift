import FeedMessages
import FeedStages

/// The tables of the state; `PRAGMA user_version` tells which version of them a file has.
struct Schema: Sendable {
    /// Makes the next version out of the tables and rows of the one before, within the transaction that is open.
    typealias Step = @Sendable (SQLiteConnection) throws(StageError) -> Void

    /// "KAWA": marks a SQLite file as ours.
    static let applicationID: Int64 = 0x4B41_5741
    /// The version of `tables`. Lower numbers are of states from before the first release.
    static let firstVersion = 100
    /// What this program works with.
    static let present = Schema(steps: [])

    /// What leads to version 101, and on from there; never edited once released.
    let steps: [Step]
    /// What a file has that was brought up to date.
    var version: Int { Self.firstVersion + steps.count }

    /// Without their comments: SQLite keeps the text of a table, by which `StateRepair` knows it.
    private static let tables = [feeds, ledger, servers].flatMap { $0.split(separator: "\n") }
        .filter { !$0.drop { $0 == " " }.hasPrefix("--") }.joined(separator: "\n")

    /// Brings a file from a version (0: it is empty) to a later one, within the transaction that is open.
    func bring(_ connection: SQLiteConnection, from start: Int, to end: Int) throws(StageError) {
        if start == 0 { try connection.runScript(Self.tables) }
        for step in steps[(max(start, Self.firstVersion) - Self.firstVersion)..<(end - Self.firstVersion)] {
            try step(connection)
        }
        try connection.runScript("PRAGMA user_version = \(end)")
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
