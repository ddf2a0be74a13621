import CSQLite
import FeedMessages
import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// A thin wrapper of SQLite: statements are cached, values are bound in order, errors are thrown as `StageError`.
///
/// It is a class because it owns the C handle. It belongs to one actor and never leaves it.
final class SQLiteConnection {
    let handle: OpaquePointer
    private let path: String
    /// Kept until the handle is closed: `deinit` ends before the properties are released.
    private let lockedFile: LockedFile?
    /// Statements by the address of their text: it is the same at each call from one place, and cheap to look up.
    private var statements: [UnsafePointer<UInt8>: OpaquePointer] = [:]

    /// Opens or creates the database file; with `isReadOnly` it must exist. Keeps `locked`, the lock on the file.
    init(path: String, isReadOnly: Bool = false, locked: LockedFile? = nil) throws(StageError) {
        lockedFile = locked
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        // `path` may be a link. Nobody may put a link in the place of the file afterwards.
        let file = path == ":memory:" ? path : realPath(path)
        if path != ":memory:" { try StateFiles(PathParts(file)).refuseOtherKinds() }
        switch SQLiteOpening.open(file, access) {
        case .opened(let opened): handle = opened
        case .failed(let code, let cause, let message): throw Self.error(code, cause, path: path, message: message)
        }
        self.path = path
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 5000)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// The row id of the last insert.
    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many times cached statements were run; scripts are not counted.
    var statementCount: Int {
        statements.values.reduce(0) { $0 + Int(sqlite3_stmt_status($1, SQLITE_STMTSTATUS_RUN, 0)) }
    }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// How many rows this connection has changed so far. The number is the same only as long as no row is changed.
    var totalChanges: Int32 { sqlite3_total_changes(handle) }

    /// Runs a statement to its end.
    func run(_ sql: StaticString, _ values: StateValue...) throws(StageError) { try run(sql, values) }

    /// Runs a statement to its end.
    func run(_ sql: StaticString, _ values: [StateValue]) throws(StageError) {
        let statement = try bound(sql, values)
        defer { sqlite3_reset(statement) }
        let code = sqlite3_step(statement)
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw error(code) }
    }

    /// Whether a transaction is open. After a full disk SQLite rolls one back by itself.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Rolls back the open transaction, if there is one. Its own failure is ignored in favour of the error before.
    func rollBack() {
        guard isInTransaction else { return }
        do throws(StageError) { try run("ROLLBACK") } catch {}
    }

    /// Runs a statement to its end. `bytes` is its last value, which is lent to SQLite and not copied.
    func run(_ sql: StaticString, _ values: [StateValue], lending bytes: [UInt8]) throws(StageError) {
        let statement = try bound(sql, values)
        let code = bytes.withUnsafeBytes { raw -> Int32 in
            // SQLite may not keep the pointer after this closure: a reset statement keeps its values.
            defer {
                sqlite3_reset(statement)
                sqlite3_clear_bindings(statement)
            }
            let position = Int32(values.count + 1)
            let code =
                if let start = raw.baseAddress, !raw.isEmpty {
                    sqlite3_bind_blob64(statement, position, start, sqlite3_uint64(raw.count), nil)
                } else {
                    sqlite3_bind_zeroblob(statement, position, 0)
                }
            return code == SQLITE_OK ? sqlite3_step(statement) : code
        }
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw error(code) }
    }

    /// Runs several statements without values, such as a schema.
    func runScript(_ sql: String) throws(StageError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, ofSchema: true) }
    }

    /// Makes a value of the first row, or returns nil if there is none.
    func first<Value>(
        _ sql: StaticString, _ values: StateValue..., read: (StateRow) throws(StageError) -> Value
    ) throws(StageError) -> Value? {
        try first(sql, values, read: read)
    }

    /// Makes a value of the first row, or returns nil if there is none.
    func first<Value>(
        _ sql: StaticString, _ values: [StateValue], read: (StateRow) throws(StageError) -> Value
    ) throws(StageError) -> Value? {
        let statement = try bound(sql, values)
        defer { sqlite3_reset(statement) }
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return try read(StateRow(sqlite: statement))
        case SQLITE_DONE: return nil
        case let code: throw error(code)
        }
    }

    /// Makes a value of every row.
    func all<Value>(
        _ sql: StaticString, _ values: StateValue..., read: (StateRow) throws(StageError) -> Value
    ) throws(StageError) -> [Value] {
        try all(sql, values, read: read)
    }

    /// Makes a value of every row.
    func all<Value>(
        _ sql: StaticString, _ values: [StateValue], read: (StateRow) throws(StageError) -> Value
    ) throws(StageError) -> [Value] {
        try gather(try bound(sql, values)) { row throws(StageError) -> Value? in try read(row) }
    }

    /// Makes values of rows until `read` returns nil.
    func rows<Value>(
        _ sql: StaticString, _ values: [StateValue], read: (StateRow) throws(StageError) -> Value?
    ) throws(StageError) -> [Value] {
        try gather(try bound(sql, values), read)
    }

    private func gather<Value>(
        _ statement: OpaquePointer, _ read: (StateRow) throws(StageError) -> Value?
    ) throws(StageError) -> [Value] {
        defer { sqlite3_reset(statement) }
        var result: [Value] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                guard let value = try read(StateRow(sqlite: statement)) else { return result }
                result.append(value)
            case SQLITE_DONE: return result
            case let code: throw error(code)
            }
        }
    }

    private func bound(_ sql: StaticString, _ values: [StateValue]) throws(StageError) -> OpaquePointer {
        let statement = try prepared(sql)
        for (index, value) in values.enumerated() {
            let position = Int32(index + 1)
            let code =
                switch value {
                case .null: sqlite3_bind_null(statement, position)
                case .integer(let number): sqlite3_bind_int64(statement, position, number)
                case .text(let text): bind(text, at: position, of: statement)
                case .blob(let bytes): bind(bytes, at: position, of: statement)
                }
            guard code == SQLITE_OK else { throw error(code) }
        }
        return statement
    }

    private func bind(_ text: String, at position: Int32, of statement: OpaquePointer) -> Int32 {
        var copy = text
        return copy.withUTF8 { utf8 in
            // An empty buffer may have no address, and SQLite would bind a null pointer as NULL.
            guard let start = utf8.baseAddress else {
                return sqlite3_bind_text(statement, position, "", 0, csqlite_transient())
            }
            return start.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                sqlite3_bind_text64(
                    statement, position, $0, sqlite3_uint64(utf8.count), csqlite_transient(), UInt8(SQLITE_UTF8))
            }
        }
    }

    private func bind(_ bytes: [UInt8], at position: Int32, of statement: OpaquePointer) -> Int32 {
        bytes.withUnsafeBytes { raw in
            guard let start = raw.baseAddress, !raw.isEmpty else {
                return sqlite3_bind_zeroblob(statement, position, 0)
            }
            return sqlite3_bind_blob64(statement, position, start, sqlite3_uint64(raw.count), csqlite_transient())
        }
    }

    private func prepared(_ sql: StaticString) throws(StageError) -> OpaquePointer {
        if let statement = statements[sql.utf8Start] { return statement }
        var statement: OpaquePointer?
        let code = sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) {
            sqlite3_prepare_v3(
                handle, $0, Int32(clamping: sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        }
        guard code == SQLITE_OK, let statement else { throw error(code, ofSchema: true) }
        statements[sql.utf8Start] = statement
        return statement
    }

    /// - Parameter ofSchema: whether the statement could not be compiled. Since statements never change, the tables are
    ///   then not ours.
    func error(_ code: Int32, ofSchema: Bool = false) -> StageError {
        let (cause, message) = (sqlite3_system_errno(handle), String(cString: sqlite3_errmsg(handle)))
        switch code & 0xFF {
        case SQLITE_ERROR where ofSchema:
            return Self.error(SQLITE_CORRUPT, cause, path: path, message: message)
        case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG:
            // The cause is either damaged content or a mistake of ours; a check of the whole file decides.
            return Self.error(isWhole ? code : SQLITE_CORRUPT, cause, path: path, message: message)
        default:
            return Self.error(code, cause, path: path, message: message)
        }
    }

    /// Whether SQLite finds no flaw in the whole file. Reads all of it.
    private var isWhole: Bool {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, "PRAGMA integrity_check(1)", -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW, let answer = sqlite3_column_text(statement, 0)
        else { return false }
        return String(cString: answer) == "ok"
    }

    /// The error for a code of SQLite and the system's errno(3), where SQLite called the system.
    private static func error(_ code: Int32, _ cause: Int32, path: String, message: String?) -> StageError {
        let kind = code & 0xFF
        if kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN,
            [EMFILE, ENFILE, ENOMEM, EFBIG, EDQUOT, ENOSPC].contains(cause)
        {
            return .writing(cause, path: path)
        }
        let stageCode: StageError.Code =
            switch kind {
            case SQLITE_FULL: .diskFull
            case SQLITE_IOERR: .inputOutput
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .unwritable
            case SQLITE_NOMEM: .outOfResources
            case SQLITE_NOTADB, SQLITE_CORRUPT: .stateDamaged
            case SQLITE_BUSY, SQLITE_LOCKED: .stateLocked
            default: .internalError
            }
        let phrases: [StageError.Fact: LocalizedText] =
            stageCode == .stateDamaged ? [.found: .message("database.malformed")] : [:]
        return StageError(stageCode, subject: path, phrases: phrases, explanation: message)
    }
}
