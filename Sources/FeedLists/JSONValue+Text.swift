public import FeedJSON

extension JSONValue {
    /// The text of a string that is not blank, a number as written, or `true` or `false`; nil for all others.
    public var text: String? {
        switch self {
        case .string(let text): text.utf8.contains { $0 > 0x20 } ? text : nil
        case .number(let digits): digits
        case .bool(let flag): flag ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}
