import CSQLite
import FeedStages

/// A statement whose text is made at run time, for many rows.
///
/// It is a class because it owns the C handle. It belongs to one actor and never leaves it.
final class SQLiteStatement {
    /// Kept until the statement is closed.
    private let connection: SQLiteConnection
    private let statement: OpaquePointer

    init(_ sql: String, of connection: SQLiteConnection) throws(StageError) {
        self.connection = connection
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(connection.handle, sql, -1, 0, &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw connection.error(code, ofSchema: true) }
        statement = prepared
    }

    deinit { sqlite3_finalize(statement) }

    /// Goes on to the next row. Returns false at the end.
    func step() throws(StageError) -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw connection.error(code)
        }
    }

    /// Runs the statement to its end, so that it can be run again.
    func run() throws(StageError) {
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw connection.error(code) }
    }

    // MARK: The present row

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// The bytes of a text, which are valid until the next step.
    func text(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
        let start = sqlite3_column_text(statement, column)
        return UnsafeBufferPointer(start: start, count: start == nil ? 0 : length(column))
    }

    /// The bytes of a blob, which are valid until the next step.
    func blob(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length(column))
    }

    private func length(_ column: Int32) -> Int { Int(sqlite3_column_bytes(statement, column)) }

    // MARK: The values of the next run

    func bindNull(at position: Int32) { sqlite3_bind_null(statement, position) }

    func bind(_ number: Int64, at position: Int32) { sqlite3_bind_int64(statement, position, number) }

    /// Binds a text, which is copied.
    func bind(_ text: String, at position: Int32) throws(StageError) {
        var copy = text
        try check(
            copy.withUTF8 { utf8 in
                bind(text: utf8, at: position, csqlite_transient())
            })
    }

    /// Binds the bytes of a text, which must stay valid until the statement has run.
    func bind(lending text: UnsafeBufferPointer<UInt8>, at position: Int32) throws(StageError) {
        try check(bind(text: text, at: position, nil))
    }

    /// Binds bytes, which must stay valid until the statement has run.
    func bind(lending bytes: UnsafeRawBufferPointer, at position: Int32) throws(StageError) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            return try check(sqlite3_bind_zeroblob(statement, position, 0))
        }
        try check(sqlite3_bind_blob64(statement, position, start, sqlite3_uint64(bytes.count), nil))
    }

    private func bind(
        text: UnsafeBufferPointer<UInt8>, at position: Int32, _ destructor: sqlite3_destructor_type?
    ) -> Int32 {
        // An empty buffer may have no address, and SQLite would bind a null pointer as NULL.
        guard let start = text.baseAddress, !text.isEmpty else {
            return sqlite3_bind_text(statement, position, "", 0, csqlite_transient())
        }
        return start.withMemoryRebound(to: CChar.self, capacity: text.count) {
            sqlite3_bind_text64(
                statement, position, $0, sqlite3_uint64(text.count), destructor, UInt8(SQLITE_UTF8))
        }
    }

    private func check(_ code: Int32) throws(StageError) {
        guard code == SQLITE_OK else { throw connection.error(code) }
    }
}
