import CSQLite

/// The only place where a database is opened: none of them is trusted, for a state may have been made by anybody.
enum SQLiteOpening {
    /// What came of it.
    enum Outcome {
        case opened(OpaquePointer)
        /// SQLite's code, what the system said to it (errno(3)), and SQLite's words.
        case failed(code: Int32, cause: Int32, message: String?)
    }

    /// Opens a database with `SQLITE_OPEN_…` flags; no link leads to it.
    static func open(_ path: String, _ access: Int32) -> Outcome {
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

    /// What https://sqlite.org/security.html wants for databases that somebody else may have written: no statement can
    /// write the file's own tables, views and triggers of the file run nothing that has effects, and a page's cells are
    /// checked before they are used.
    private static func harden(_ database: OpaquePointer) -> Int32 {
        for (option, value) in [(SQLITE_DBCONFIG_DEFENSIVE, Int32(1)), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)] {
            let code = csqlite_configure(database, option, value)
            if code != SQLITE_OK { return code }
        }
        return sqlite3_exec(database, "PRAGMA cell_size_check = ON", nil, nil, nil)
    }
}
