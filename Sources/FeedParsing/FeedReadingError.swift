public import FeedMessages

/// Why bytes could not be read as a feed.
public struct FeedReadingError: Error, Sendable, Hashable {
    /// The kind of error, with a raw value for programs.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The document is empty or only blanks.
        case emptyBody = "empty_body"
        /// The document is something else, named in `found`.
        case notAFeed = "not_a_feed"
        /// The document is a feed that ends before its first entry.
        case incompleteDocument = "incomplete_document"
        /// Elements are nested beyond `ParsingLimits.depth`, and no entry was found.
        case tooDeep = "too_deep"
        /// The document's encoding is one that is never decoded.
        case encoding
    }

    /// The kind of error.
    public var reason: Reason
    /// What the document is instead, in a few words such as `HTML page`; nil if unknown.
    public var found: LocalizedText?
    /// The address of the feed that the page names which the document is instead, or nil.
    public var feedAddress: String?

    /// Creates an error.
    public init(_ reason: Reason, found: LocalizedText? = nil) {
        self.reason = reason
        self.found = found
    }
}
