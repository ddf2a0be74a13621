import CSQLite
import FeedModel
import FeedStages

/// The present row of a running statement. It is valid only inside the closure that receives it.
struct StateRow {
    /// Where the row is read from.
    private enum Source {
        case sqlite(OpaquePointer)
        case postgresql(PostgreSQLRow)
    }

    private let source: Source

    /// The present row of a statement of SQLite.
    init(sqlite statement: OpaquePointer) { source = .sqlite(statement) }

    /// A row of a result of PostgreSQL.
    init(postgresql row: PostgreSQLRow) { source = .postgresql(row) }

    func isNull(_ column: Int32) -> Bool {
        switch source {
        case .sqlite(let statement): sqlite3_column_type(statement, column) == SQLITE_NULL
        case .postgresql(let row): row.isNull(column)
        }
    }

    func integer(_ column: Int32) -> Int64 {
        switch source {
        case .sqlite(let statement): sqlite3_column_int64(statement, column)
        case .postgresql(let row): row.integer(column)
        }
    }

    /// The length of a text or blob in bytes.
    func length(_ column: Int32) -> Int {
        switch source {
        case .sqlite(let statement): Int(sqlite3_column_bytes(statement, column))
        case .postgresql(let row): row.length(column)
        }
    }

    func text(_ column: Int32) -> String {
        switch source {
        case .sqlite(let statement):
            guard let bytes = sqlite3_column_text(statement, column) else { return "" }
            let count = Int(sqlite3_column_bytes(statement, column))
            return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        case .postgresql(let row): return row.text(column)
        }
    }

    /// The bytes of a text or blob, which are valid as long as the row is; empty for NULL.
    private func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        switch source {
        case .sqlite(let statement):
            let start = sqlite3_column_blob(statement, column)
            return UnsafeRawBufferPointer(
                start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
        case .postgresql(let row): return row.bytes(column)
        }
    }

    func int(_ column: Int32) -> Int { Int(integer(column)) }
    func flag(_ column: Int32) -> Bool { integer(column) != 0 }
    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    func time(_ column: Int32) -> Timestamp? { optionalInteger(column).map { Timestamp(milliseconds: $0) } }
    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
    func blob(_ column: Int32) -> [UInt8] { [UInt8](bytes(column)) }
    func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }

    /// Calls `body` with the database's own bytes, which are valid only during the call. Returns nil for NULL.
    func withBlob<Value>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws(StageError) -> Value)
        throws(StageError) -> Value?
    {
        guard !isNull(column) else { return nil }
        return try body(bytes(column).assumingMemoryBound(to: UInt8.self))
    }
}
