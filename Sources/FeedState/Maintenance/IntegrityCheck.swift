import FeedMessages
import FeedStages

/// Whether a database is whole, as SQLite sees it.
enum IntegrityCheck {
    /// Throws `.stateDamaged`, and leaves a mark beside the state, if it is not. Reads the whole file.
    static func check(_ connection: SQLiteConnection, path: String) throws(StageError) {
        guard let flaw = try flaw(of: connection) else { return }
        DamageMark(of: path).leave(flaw)
        throw StageError(.stateDamaged, subject: path, phrases: [.found: flaw])
    }

    /// The first flaw, or nil: by `PRAGMA quick_check`, or by `integrity_check`, which compares indexes with their
    /// tables, too.
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
