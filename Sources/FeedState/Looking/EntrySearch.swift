public import FeedModel

/// Which stored entries are looked for; everything that is said must hold.
public struct EntrySearch: Sendable {
    /// Configured names of their sources; none: of every source.
    public var sources: Set<String> = []
    /// The earliest date, or nil.
    public var since: Timestamp?
    /// A pipeline that has them, or nil.
    public var pipeline: String?
    /// A sink that they wait for, were delivered to or were given up at, or nil.
    public var sink: String?

    /// Looks for every entry.
    public init() {}
}

/// An entry as it is stored.
public struct StoredEntry: Sendable {
    /// Its number.
    public let id: EntryID
    /// The entry as it came; without `summary` and `content` if it was read without its body.
    public let entry: Entry
    /// Whether its text is still kept.
    public let hasBody: Bool
    /// The configured name of its source, when that was last asked.
    public let source: String
    /// The feed's own title, or nil.
    public let feedTitle: String?
    /// When it was first seen.
    public let firstSeen: Timestamp
    /// When its document was last seen to hold it.
    public let lastSeen: Timestamp

    /// The moment by which entries are ordered.
    public var date: Timestamp { .ofEntry(published: entry.published, firstSeen: firstSeen) }
}
