public import FeedMessages

/// Why bytes are not JSON.
public struct JSONError: Error, Sendable, Hashable {
    /// The offset in bytes, from 0.
    public var offset: Int
    /// The error at that offset, in a few words.
    public var reason: LocalizedText
    /// Whether the only error is that the bytes end: the document was cut off.
    public var isAtEnd: Bool

    /// Creates an error.
    public init(offset: Int, reason: LocalizedText, isAtEnd: Bool = false) {
        self.offset = offset
        self.reason = reason
        self.isAtEnd = isAtEnd
    }
}
