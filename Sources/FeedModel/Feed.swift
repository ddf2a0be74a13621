/// One parsed feed with its entries.
public struct Feed: Sendable, Hashable {
    /// The format of the document.
    public var format: FeedFormat
    /// Title as plain text; empty if there is none.
    public var title: String = ""
    /// Absolute address of the site, or nil.
    public var homePageURL: String?
    /// The feed's own address, as the document states it, or nil.
    public var feedURL: String?
    /// Description of the feed, or nil.
    public var description: TextContent?
    /// Language tag (BCP 47), or nil.
    public var language: String?
    /// People who write the feed.
    public var authors: [Person] = []
    /// People who help.
    public var contributors: [Person] = []
    /// Absolute address of a large picture, or nil.
    public var icon: String?
    /// Absolute address of a small picture, or nil.
    public var favicon: String?
    /// Atom id, or nil.
    public var id: String?
    /// When the feed was last changed, or nil.
    public var updated: Timestamp?
    /// The offset that `updated` was written with, or nil if the source does not say.
    public var updatedOffset: UTCOffset?
    /// When the feed was published, or nil.
    public var published: Timestamp?
    /// The offset that `published` was written with, or nil if the source does not say.
    public var publishedOffset: UTCOffset?
    /// Notice of rights, or nil.
    public var rights: TextContent?
    /// Address of a licence, or nil.
    public var license: String?
    /// The program that wrote the document, or nil.
    public var generator: Generator?
    /// Tags of the whole feed.
    public var categories: [Category] = []
    /// All links that the feed gave.
    public var links: [Link] = []
    /// Values of the iTunes namespace, or nil.
    public var itunes: ITunesExtras?
    /// The time that readers are asked to wait between two requests (RSS 2.0 §ttl), at most 24 h; or nil.
    public var timeToLive: Duration?
    /// Entries in document order.
    public var entries: [Entry] = []
    /// Repairs that were needed to read the document; empty for a valid document.
    public var repairs: [Repair] = []
    /// Whether the document was read to its end. The validators of a document that was cut short are never kept.
    public var isComplete = true

    /// Makes an empty feed, to be filled in.
    public init(format: FeedFormat) { self.format = format }
}

/// The formats of feeds. Raw values are those of `_feed.format` in the output of `kawaraban parse`.
public enum FeedFormat: String, Sendable, Hashable, CaseIterable {
    case rss090, rss091, rss092, rss093, rss094, rss10, rss20, rss, atom03, atom10, cdf, json1, json11
    /// The API of a site, which is not a feed document.
    case api
}

/// The program that wrote a feed.
public struct Generator: Sendable, Hashable {
    /// The program's name, plain text.
    public var name: String
    /// The program's address, or nil.
    public var url: String?
    /// The program's version, or nil.
    public var version: String?

    /// Makes a generator.
    public init(name: String, url: String? = nil, version: String? = nil) {
        self.name = name
        self.url = url
        self.version = version
    }
}

/// An error in a document that the parser repaired.
public struct Repair: Sendable, Hashable {
    /// A code for programs, such as `invalid_utf8`, `bare_ampersand`, `junk_before_root`, `control_characters`.
    public var code: String
    /// How often the error occurred, at least 1.
    public var count: Int

    /// Makes a repair.
    public init(code: String, count: Int = 1) {
        self.code = code
        self.count = count
    }
}
