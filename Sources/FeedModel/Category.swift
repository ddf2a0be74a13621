/// A tag of an entry or a feed (RFC 4287 §4.2.2).
public struct Category: Sendable, Hashable {
    /// The tag itself, plain text, never empty.
    public var term: String
    /// The vocabulary it comes from, or nil.
    public var scheme: String?
    /// What people read instead of the term, or nil.
    public var label: String?

    /// Makes a category.
    public init(term: String, scheme: String? = nil, label: String? = nil) {
        self.term = term
        self.scheme = scheme
        self.label = label
    }
}
