package import FeedModel

/// Which stored entries are looked for; everything that is said must hold.
package struct EntrySearch: Sendable {
    /// Configured names of their sources; none: of every source.
    package var sources: Set<String> = []
    /// The earliest date, or nil.
    package var since: Timestamp?
    /// A pipeline that has them, or nil.
    package var pipeline: String?
    /// A sink that they wait for, were delivered to or were given up at, or nil.
    package var sink: String?

    /// Looks for every entry.
    package init() {}
}

/// An entry as it is stored.
package struct StoredEntry: Sendable {
    /// Its number.
    package let id: EntryID
    /// The entry as it came; without `summary` and `content` if it was read without its body.
    package let entry: Entry
    /// Whether its text is still kept.
    package let hasBody: Bool
    /// The configured name of its source, when that was last asked.
    package let source: String
    /// The feed's own title, or nil.
    package let feedTitle: String?
    /// When it was first seen.
    package let firstSeen: Timestamp
    /// When its document was last seen to hold it.
    package let lastSeen: Timestamp

    /// The moment by which entries are ordered.
    package var date: Timestamp { .ofEntry(published: entry.published, firstSeen: firstSeen) }
}
