import FeedMessages
import FeedStages

/// SQLite's own check of a whole database.
enum IntegrityCheck {
    /// Reads the whole file. If SQLite finds a flaw, leaves a mark beside the state and throws `.stateDamaged`.
    static func check(_ connection: SQLiteConnection, path: String) throws(StageError) {
        guard let flaw = try flaw(of: connection) else { return }
        DamageMark(of: path).leave(flaw)
        throw StageError(.stateDamaged, subject: path, phrases: [.found: flaw])
    }

    /// Returns up to 20 flaws of the tables and indexes.
    static func flaws(of connection: SQLiteConnection) throws(StageError) -> [LocalizedText] {
        try connection.all("PRAGMA integrity_check(20)") { $0.text(0) }.filter { $0 != "ok" }
            .map { LocalizedText(en: $0) }
    }

    /// Returns the first flaw, or nil. Uses `PRAGMA quick_check`, or with `withIndexes` `integrity_check`, which also
    /// compares indexes with their tables.
    static func flaw(of connection: SQLiteConnection, withIndexes: Bool = false) throws(StageError) -> LocalizedText? {
        let answer: String?
        do throws(StageError) {
            answer = try connection.first(
                withIndexes ? "PRAGMA integrity_check(1)" : "PRAGMA quick_check(1)"
            ) { $0.text(0) }
        } catch  where error.code == .stateDamaged {
            return error.explanation.map { LocalizedText(en: $0) } ?? .message("database.it_is_malformed")
        }
        if answer == "ok" { return nil }
        return answer.map { LocalizedText(en: $0) } ?? .message("database.unchecked")
    }
}
