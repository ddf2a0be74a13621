/// One element of a feed (an RSS item, an Atom entry, an article of an API).
///
/// Titles and names are plain text, and addresses are absolute. Bodies are as the source sent them; they are sanitised
/// when they are shown. A parser leaves out a value that is missing or invalid, and never invents one.
public struct Entry: Sendable, Hashable {
    /// `guid`, Atom `id`, `rdf:about` or an API's id, verbatim (trimmed), or nil if the source gave none.
    public var guid: String?
    /// Address of the entry's page, or nil.
    public var url: String?
    /// Plain text on one line, or nil.
    public var title: String?
    /// The short text, or nil. It is set only beside a fuller `content`.
    public var summary: TextContent?
    /// The fullest text that the source gave, or nil.
    public var content: TextContent?
    /// When the entry was published, or nil.
    public var published: Timestamp?
    /// The offset that `published` was written with, or nil if the source does not say.
    public var publishedOffset: UTCOffset?
    /// When the entry was last changed, or nil.
    public var updated: Timestamp?
    /// The offset that `updated` was written with, or nil if the source does not say.
    public var updatedOffset: UTCOffset?
    /// People who wrote the entry.
    public var authors: [Person] = []
    /// Tags in the source's order.
    public var categories: [Category] = []
    /// Language tag (BCP 47), or nil.
    public var language: String?
    /// Absolute address of a picture, or nil.
    public var image: String?
    /// Files that belong to the entry.
    public var enclosures: [Enclosure] = []
    /// All links that the source gave, with alternates and enclosures.
    public var links: [Link] = []
    /// Whole numbers that a plugin adds, by name: `likes`, `stocks`, `comments`, `bookmarks`, `related`. Filters can test
    /// them, and later fetches update them.
    public var numbers: [String: Int] = [:]
    /// Parts that most entries do not have; nil if there are none.
    var rare: RareParts?

    /// Makes an empty entry, to be filled in.
    public init() {}
}

/// The feed that an aggregator took an entry from.
public struct Origin: Sendable, Hashable {
    /// Title of the original feed, plain text, or nil.
    public var title: String?
    /// Absolute address of the original feed, or nil.
    public var url: String?
    /// The original feed's id, or nil.
    public var id: String?
    /// When the original feed was last changed, or nil.
    public var updated: Timestamp?

    /// Makes an origin.
    public init(title: String? = nil, url: String? = nil, id: String? = nil, updated: Timestamp? = nil) {
        self.title = title
        self.url = url
        self.id = id
        self.updated = updated
    }
}

/// The publisher of an entry, if the source is an aggregator.
public struct Publisher: Sendable, Hashable {
    /// Name as plain text.
    public var name: String
    /// Absolute address of the publisher's site, or nil.
    public var url: String?

    /// Makes a publisher.
    public init(name: String, url: String? = nil) {
        self.name = name
        self.url = url
    }
}

/// Values of the iTunes namespace for a feed or an entry.
public struct ITunesExtras: Sendable, Hashable {
    /// Duration in seconds, or nil.
    public var duration: Int?
    /// Whether the content is explicit: true for yes and true; false for no, false and clean; otherwise nil.
    public var explicit: Bool?
    /// Whether directories are asked to leave the feed or entry out, or nil.
    public var block: Bool?

    /// Makes the extras.
    public init(duration: Int? = nil, explicit: Bool? = nil, block: Bool? = nil) {
        self.duration = duration
        self.explicit = explicit
        self.block = block
    }
}
