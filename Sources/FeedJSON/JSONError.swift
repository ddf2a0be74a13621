public import FeedMessages

/// Why bytes are not JSON.
public struct JSONError: Error, Sendable, Hashable {
    /// Offset in bytes.
    public var offset: Int
    /// What was wrong there, a few words.
    public var reason: LocalizedText
    /// Whether everything was well until the bytes ended: a document cut short.
    public var isAtEnd: Bool

    /// Makes an error.
    public init(offset: Int, reason: LocalizedText, isAtEnd: Bool = false) {
        self.offset = offset
        self.reason = reason
        self.isAtEnd = isAtEnd
    }
}
