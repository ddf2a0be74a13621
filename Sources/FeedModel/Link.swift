/// An address with what it is to the feed or entry (RFC 4287 §4.2.7).
public struct Link: Sendable, Hashable {
    /// Absolute address.
    public var href: String
    /// Relation such as `alternate`, `self`, `related`, `replies`; nil counts as `alternate`.
    public var rel: String?
    /// Media type of what is there, or nil.
    public var mediaType: String?
    /// Language of what is there, or nil.
    public var hreflang: String?
    /// Title as plain text, or nil.
    public var title: String?
    /// Size in bytes, not negative, or nil.
    public var length: Int64?

    /// Makes a link.
    public init(
        href: String, rel: String? = nil, mediaType: String? = nil, hreflang: String? = nil, title: String? = nil,
        length: Int64? = nil
    ) {
        self.href = href
        self.rel = rel
        self.mediaType = mediaType
        self.hreflang = hreflang
        self.title = title
        self.length = length
    }
}
