public import FeedMessages

/// Why bytes could not be read as a feed.
public struct FeedReadingError: Error, Sendable, Hashable {
    /// A word for programs.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// Nothing but blanks.
        case emptyBody = "empty_body"
        /// Something else, see `found`.
        case notAFeed = "not_a_feed"
        /// The beginning of a feed, cut off before its first entry.
        case incompleteDocument = "incomplete_document"
        /// Elements nested beyond the limit.
        case tooDeep = "too_deep"
        /// An encoding that is never decoded.
        case encoding
    }

    /// What happened.
    public var reason: Reason
    /// What was found instead, a few words such as `HTML page`, or nil.
    public var found: LocalizedText?

    /// Makes an error.
    public init(_ reason: Reason, found: LocalizedText? = nil) {
        self.reason = reason
        self.found = found
    }
}
