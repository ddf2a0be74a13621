/// One parsed channel with its entries.
public struct Feed: Sendable, Hashable {
    /// Which format the document had.
    public var format: FeedFormat
    /// Plain text; empty if there is none.
    public var title: String = ""
    /// Absolute address of the site, or nil.
    public var homePageURL: String?
    /// The feed's own address as it states it, or nil.
    public var feedURL: String?
    /// What the feed is about, or nil.
    public var description: TextContent?
    /// Language tag (BCP 47), or nil.
    public var language: String?
    /// Who writes it.
    public var authors: [Person] = []
    /// Who helps.
    public var contributors: [Person] = []
    /// Absolute address of a large picture, or nil.
    public var icon: String?
    /// Absolute address of a small picture, or nil.
    public var favicon: String?
    /// Atom id, or nil.
    public var id: String?
    /// When it was last changed, or nil.
    public var updated: Timestamp?
    /// The offset that `updated` was written with, or nil if the source does not say.
    public var updatedOffset: UTCOffset?
    /// When it was published, or nil.
    public var published: Timestamp?
    /// The offset that `published` was written with, or nil if the source does not say.
    public var publishedOffset: UTCOffset?
    /// Rights, or nil.
    public var rights: TextContent?
    /// Address of a licence, or nil.
    public var license: String?
    /// Program that wrote it, or nil.
    public var generator: Generator?
    /// Tags of the whole feed.
    public var categories: [Category] = []
    /// All links that the feed gave.
    public var links: [Link] = []
    /// iTunes' extras, or nil.
    public var itunes: ITunesExtras?
    /// How long readers are asked to wait between two requests (RSS 2.0 §ttl), at most 24 h, or nil.
    public var timeToLive: Duration?
    /// Entries in document order.
    public var entries: [Entry] = []
    /// What had to be repaired before it could be read; empty for a clean document.
    public var repairs: [Repair] = []
    /// Whether the document was read to its end; a document cut short never yields validators.
    public var isComplete = true

    /// Makes an empty feed, to be filled in.
    public init(format: FeedFormat) { self.format = format }
}

/// The formats of feeds; raw values as in `_feed.format` of the output of `kawaraban parse`.
public enum FeedFormat: String, Sendable, Hashable, CaseIterable {
    case rss090, rss091, rss092, rss093, rss094, rss10, rss20, rss, atom03, atom10, cdf, json1, json11
    /// Not a feed document: a site's own API.
    case api
}

/// The program that wrote a feed.
public struct Generator: Sendable, Hashable {
    /// Its name, plain text.
    public var name: String
    /// Its address, or nil.
    public var url: String?
    /// Its version, or nil.
    public var version: String?

    /// Makes a generator.
    public init(name: String, url: String? = nil, version: String? = nil) {
        self.name = name
        self.url = url
        self.version = version
    }
}

/// Something that was wrong with a document and was mended.
public struct Repair: Sendable, Hashable {
    /// A word for programs, such as `invalid_utf8`, `bare_ampersand`, `junk_before_root`, `control_characters`.
    public var code: String
    /// How often, at least 1.
    public var count: Int

    /// Makes a repair.
    public init(code: String, count: Int = 1) {
        self.code = code
        self.count = count
    }
}
