import FeedModel

/// A value bound to a statement.
enum SQLiteValue: Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    static func int(_ value: Int?) -> SQLiteValue { value.map { .integer(Int64($0)) } ?? .null }
    static func flag(_ value: Bool) -> SQLiteValue { .integer(value ? 1 : 0) }
    static func time(_ value: Timestamp?) -> SQLiteValue { value.map { .integer($0.milliseconds) } ?? .null }
    static func text(orNull value: String?) -> SQLiteValue { value.map { .text($0) } ?? .null }
    static func blob(orNull value: [UInt8]?) -> SQLiteValue { value.map { .blob($0) } ?? .null }
    /// Numbers as a JSON array, for `json_each`.
    static func list(_ numbers: [Int64]) -> SQLiteValue {
        .text("[" + numbers.map(String.init).joined(separator: ",") + "]")
    }
}
