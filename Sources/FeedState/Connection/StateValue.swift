import FeedModel

/// A value bound to a statement.
enum StateValue: Sendable {
    case null(Kind)
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    /// The type of a value, which PostgreSQL has to know of a null, too.
    enum Kind: Sendable {
        case integer, text, blob
    }

    /// The type of the value.
    var kind: Kind {
        switch self {
        case .null(let kind): kind
        case .integer: .integer
        case .text: .text
        case .blob: .blob
        }
    }

    static func integer(orNull value: Int64?) -> StateValue { value.map { .integer($0) } ?? .null(.integer) }
    static func int(_ value: Int?) -> StateValue { .integer(orNull: value.map { Int64($0) }) }
    static func flag(_ value: Bool) -> StateValue { .integer(value ? 1 : 0) }
    static func time(_ value: Timestamp?) -> StateValue { .integer(orNull: value?.milliseconds) }
    static func text(orNull value: String?) -> StateValue { value.map { .text($0) } ?? .null(.text) }
    static func blob(orNull value: [UInt8]?) -> StateValue { value.map { .blob($0) } ?? .null(.blob) }
    /// Numbers as a JSON array, for `json_each`.
    static func list(_ numbers: [Int64]) -> StateValue {
        .text("[" + numbers.map(String.init).joined(separator: ",") + "]")
    }
}
