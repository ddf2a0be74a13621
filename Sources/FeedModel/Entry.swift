/// One element of a feed (an RSS item, an Atom entry, an article of an API).
///
/// Titles and names are plain text; addresses are absolute; bodies are as they came and are sanitised at the point of
/// output. A parser leaves out what is missing or nonsense, it never makes values up.
public struct Entry: Sendable, Hashable {
    /// `guid`, Atom `id`, `rdf:about` or an API's id, verbatim (trimmed), or nil if the source gave none.
    public var guid: String?
    /// Address of the entry's page, or nil.
    public var url: String?
    /// Plain text on one line, or nil.
    public var title: String?
    /// The short text, only if there is a fuller `content`, too; or nil.
    public var summary: TextContent?
    /// The fullest text that the source gave, or nil.
    public var content: TextContent?
    /// When it was published, or nil.
    public var published: Timestamp?
    /// The offset that `published` was written with, or nil if the source does not say.
    public var publishedOffset: UTCOffset?
    /// When it was last changed, or nil.
    public var updated: Timestamp?
    /// The offset that `updated` was written with, or nil if the source does not say.
    public var updatedOffset: UTCOffset?
    /// Who wrote it.
    public var authors: [Person] = []
    /// Tags in the source's order.
    public var categories: [Category] = []
    /// Language tag (BCP 47), or nil.
    public var language: String?
    /// Absolute address of a picture, or nil.
    public var image: String?
    /// Files that belong to it.
    public var enclosures: [Enclosure] = []
    /// All links that the source gave, alternates and enclosures among them.
    public var links: [Link] = []
    /// Whole numbers that a plugin adds, by name: `likes`, `stocks`, `comments`, `bookmarks`. Filters may ask for them,
    /// and later fetches refresh them.
    public var numbers: [String: Int] = [:]
    /// What most entries do not have; nil if there is nothing of it.
    var rare: RareParts?

    /// Makes an empty entry, to be filled in.
    public init() {}
}

/// Where an aggregator took an entry from.
public struct Origin: Sendable, Hashable {
    /// Title of the original feed, plain text, or nil.
    public var title: String?
    /// Absolute address, or nil.
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

/// Who published an entry, where the source is an aggregator.
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

/// What the iTunes namespace says of a feed or entry.
public struct ITunesExtras: Sendable, Hashable {
    /// Duration in seconds, or nil.
    public var duration: Int?
    /// yes/true → true, no/false/clean → false, else nil.
    public var explicit: Bool?
    /// Whether directories are asked to leave it out, or nil.
    public var block: Bool?

    /// Makes the extras.
    public init(duration: Int? = nil, explicit: Bool? = nil, block: Bool? = nil) {
        self.duration = duration
        self.explicit = explicit
        self.block = block
    }
}
