import CSQLite

/// The only place where a database is opened. No database is trusted, since anybody may have made it.
enum SQLiteOpening {
    /// The result of opening.
    enum Outcome {
        case opened(OpaquePointer)
        /// SQLite's code, the system's errno(3), and SQLite's message.
        case failed(code: Int32, cause: Int32, message: String?)
    }

    /// Bytes of the pages that a statement changes, up to which SQLite keeps their former content in memory: enough for
    /// the statements of a fetch. By default a temporary file takes them from 64 KiB on. SQLite writes less than 128 KiB
    /// at once into that file; more would fail as a full disk.
    private static let mostInMemory: Int32 = 120 << 10
    /// The settings for all databases, made before the first one is opened.
    private static let settings: Int32 = csqlite_set_journal_in_memory(mostInMemory)

    /// Opens a database with `SQLITE_OPEN_…` flags. A path that is a link is refused.
    static func open(_ path: String, _ access: Int32) -> Outcome {
        _ = settings
        var opened: OpaquePointer?
        var code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, nil)
        if code == SQLITE_OK, let opened { code = harden(opened) }
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) }
            let cause = sqlite3_system_errno(opened)
            sqlite3_close_v2(opened)
            return .failed(code: code, cause: cause, message: message)
        }
        return .opened(opened)
    }

    /// Applies https://sqlite.org/security.html for databases that somebody else may have written: no statement can
    /// write SQLite's own tables, views and triggers of the file cannot call functions with side effects, and cells of
    /// a page are checked before use.
    private static func harden(_ database: OpaquePointer) -> Int32 {
        for (option, value) in [(SQLITE_DBCONFIG_DEFENSIVE, Int32(1)), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)] {
            let code = csqlite_configure(database, option, value)
            if code != SQLITE_OK { return code }
        }
        return sqlite3_exec(database, "PRAGMA cell_size_check = ON", nil, nil, nil)
    }
}
