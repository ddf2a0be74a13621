import CSQLite
import FeedModel
import FeedStages

/// The present row of a running statement. It is valid only inside the closure that receives it.
struct SQLiteRow {
    let statement: OpaquePointer

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
    func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
    /// The length of a text or blob in bytes.
    func length(_ column: Int32) -> Int { Int(sqlite3_column_bytes(statement, column)) }
    func flag(_ column: Int32) -> Bool { integer(column) != 0 }
    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    func time(_ column: Int32) -> Timestamp? { optionalInteger(column).map { Timestamp(milliseconds: $0) } }

    func text(_ column: Int32) -> String {
        guard let bytes = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// Calls `body` with SQLite's own bytes, which are valid only during the call. Returns nil for NULL.
    func withBlob<Value>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws(StageError) -> Value)
        throws(StageError) -> Value?
    {
        guard !isNull(column) else { return nil }
        let start = sqlite3_column_blob(statement, column)?.assumingMemoryBound(to: UInt8.self)
        return try body(
            UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))))
    }

    func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }

    func blob(_ column: Int32) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
    }
}
