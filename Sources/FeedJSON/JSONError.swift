/// Why bytes are not JSON.
public struct JSONError: Error, Sendable, Hashable {
    /// Offset in bytes.
    public var offset: Int
    /// What was wrong there, a few words.
    public var reason: String

    /// Makes an error.
    public init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }
}
