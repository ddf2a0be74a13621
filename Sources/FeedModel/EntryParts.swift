/// An address and its relation to a feed or an entry (RFC 4287 §4.2.7).
public struct Link: Sendable, Hashable {
    /// Absolute address.
    public var href: String
    /// Relation such as `alternate`, `self`, `related`, `replies`; nil means `alternate`.
    public var rel: String?
    /// Media type of the linked resource, or nil.
    public var mediaType: String?
    /// Language tag of the linked resource, or nil.
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

/// A file that belongs to an entry, such as a podcast's audio or a video (RSS 2.0 §enclosure).
public struct Enclosure: Sendable, Hashable {
    /// Absolute address.
    public var url: String
    /// Media type such as `audio/mpeg`, or nil if the source gave none.
    public var mediaType: String?
    /// Size in bytes, not negative, or nil.
    public var size: Int64?
    /// Duration in seconds, not negative, or nil.
    public var duration: Int?
    /// Title as plain text, or nil.
    public var title: String?

    /// Makes an enclosure.
    public init(
        url: String, mediaType: String? = nil, size: Int64? = nil, duration: Int? = nil, title: String? = nil
    ) {
        self.url = url
        self.mediaType = mediaType
        self.size = size
        self.duration = duration
        self.title = title
    }
}

/// A person who wrote or helped (RFC 4287 §3.2).
public struct Person: Sendable, Hashable {
    /// Name as plain text, or nil.
    public var name: String?
    /// Absolute address of a page about the person, or nil.
    public var url: String?
    /// Email address, or nil.
    public var email: String?

    /// Makes a person; at least one part should be given.
    public init(name: String? = nil, url: String? = nil, email: String? = nil) {
        self.name = name
        self.url = url
        self.email = email
    }
}

/// An article elsewhere about the same story.
public struct RelatedArticle: Sendable, Hashable {
    /// Headline as plain text, never empty.
    public var title: String
    /// Absolute address.
    public var url: String
    /// Name of the publisher as plain text, or nil.
    public var publisher: String?

    /// Makes an article.
    public init(title: String, url: String, publisher: String? = nil) {
        self.title = title
        self.url = url
        self.publisher = publisher
    }
}

/// A tag of an entry or a feed (RFC 4287 §4.2.2).
public struct Category: Sendable, Hashable {
    /// The tag itself, plain text, never empty.
    public var term: String
    /// The vocabulary that the tag comes from, or nil.
    public var scheme: String?
    /// The label to show instead of the tag, or nil.
    public var label: String?

    /// Makes a category.
    public init(term: String, scheme: String? = nil, label: String? = nil) {
        self.term = term
        self.scheme = scheme
        self.label = label
    }
}
