import CSQLite
import FeedStages

/// Copies the readable rows of a damaged database into a new one with the same tables.
///
/// It is a class because it owns C handles. It lives within one call.
final class SQLiteSalvage {
    private let source: OpaquePointer
    private let target: OpaquePointer
    /// Kept until both databases are closed: `deinit` ends before the properties are released.
    private let files: [LockedFile]

    /// Opens the damaged file for reading and the new one for writing. Throws `.unreadable` if SQLite cannot open one.
    init(from damaged: LockedFile, to fresh: LockedFile) throws(StageError) {
        files = [damaged, fresh]
        source = try Self.open(damaged.path, SQLITE_OPEN_READWRITE)
        do throws(StageError) {
            target = try Self.open(fresh.path, SQLITE_OPEN_READWRITE)
        } catch {
            sqlite3_close_v2(source)
            throw error
        }
    }

    deinit {
        sqlite3_close_v2(source)
        sqlite3_close_v2(target)
    }

    private static func open(_ path: String, _ access: Int32) throws(StageError) -> OpaquePointer {
        guard case .opened(let opened) = SQLiteOpening.open(path, access) else {
            throw StageError(.unreadable, subject: path)
        }
        return opened
    }

    /// A table with the columns of its primary key.
    struct Table {
        let name: String
        let key: [String]
    }

    /// The tables of the new database.
    func tables() throws(StageError) -> [Table] {
        let names = try texts("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        var tables: [Table] = []
        for name in names {
            tables.append(
                Table(
                    name: name,
                    key: try texts("SELECT name FROM pragma_table_info('\(name)') WHERE pk > 0 ORDER BY pk")))
        }
        return tables
    }

    private func texts(_ query: String) throws(StageError) -> [String] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(target, query, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw failure()
        }
        defer { sqlite3_finalize(statement) }
        var found: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            if let text = sqlite3_column_text(statement, 0) { found.append(String(cString: text)) }
        }
        return found
    }

    /// Copies the rows of a table, from its beginning up to the first damage and then backwards from its end. Returns
    /// how many were saved, and whether all could be read.
    func copy(_ table: Table) throws(StageError) -> (saved: Int, isWhole: Bool) {
        try run("BEGIN")
        var saved = 0
        var isWhole = true
        for direction in ["", " DESC"] {
            let order = table.key.map { $0 + direction }.joined(separator: ", ")
            let outcome = try copyRows(of: table.name, "SELECT * FROM \(table.name) ORDER BY \(order)")
            saved += outcome.saved
            if outcome.isWhole { break }
            isWhole = false
        }
        try run("COMMIT")
        return (saved, isWhole)
    }

    private func copyRows(of table: String, _ query: String) throws(StageError) -> (saved: Int, isWhole: Bool) {
        var reading: OpaquePointer?
        guard sqlite3_prepare_v2(source, query, -1, &reading, nil) == SQLITE_OK, let reading else { return (0, false) }
        defer { sqlite3_finalize(reading) }
        let columns = sqlite3_column_count(reading)
        let marks = [String](repeating: "?", count: Int(columns)).joined(separator: ", ")
        let names = (0..<columns).map { String(cString: sqlite3_column_name(reading, $0)) }.joined(separator: ", ")
        var writing: OpaquePointer?
        // The damaged table may have a column that the new one lacks: then another program made it.
        guard
            sqlite3_prepare_v2(
                target, "INSERT OR IGNORE INTO \(table)(\(names)) VALUES(\(marks))", -1, &writing, nil) == SQLITE_OK,
            let writing
        else { return (0, false) }
        defer { sqlite3_finalize(writing) }
        var saved = 0
        while true {
            switch sqlite3_step(reading) {
            case SQLITE_ROW:
                for column in 0..<columns {
                    sqlite3_bind_value(writing, column + 1, sqlite3_column_value(reading, column))
                }
                let code = sqlite3_step(writing)
                saved += Int(sqlite3_changes(target))
                sqlite3_reset(writing)
                // Two rows with the same key are damage, too; the second is skipped.
                guard code == SQLITE_DONE || code & 0xFF == SQLITE_CONSTRAINT else { throw failure() }
            case SQLITE_DONE: return (saved, true)
            default: return (saved, false)
            }
        }
    }

    private func run(_ statement: String) throws(StageError) {
        guard sqlite3_exec(target, statement, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    private func failure() -> StageError {
        StageError(
            sqlite3_errcode(target) & 0xFF == SQLITE_FULL ? .diskFull : .inputOutput, subject: "state repair",
            explanation: String(cString: sqlite3_errmsg(target)))
    }
}
