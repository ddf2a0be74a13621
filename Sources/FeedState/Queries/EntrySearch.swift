package import FeedModel

/// A search for stored entries. All conditions must hold.
package struct EntrySearch: Sendable {
    /// Configured names of their sources; empty for every source.
    package var sources: Set<String> = []
    /// The earliest date, or nil for any.
    package var since: Timestamp?
    /// The name of a pipeline that has them, or nil for any.
    package var pipeline: String?
    /// The name of a sink that they wait for, or that has a message with them, or nil for any.
    package var sink: String?

    /// Makes a search for every entry.
    package init() {}
}

/// A stored entry.
package struct StoredEntry: Sendable {
    /// The entry's number.
    package let id: EntryID
    /// The entry as its feed brought it; without `summary` and `content` if it was read without its body.
    package let entry: Entry
    /// Whether the entry was read with its body: `summary`, `content` or both.
    package let hasBody: Bool
    /// The configured name that the entry's source had at its last fetch.
    package let source: String
    /// The feed's own title, or nil.
    package let feedTitle: String?
    /// When the entry was first seen.
    package let firstSeen: Timestamp
    /// When the entry's document was last seen to hold it.
    package let lastSeen: Timestamp

    /// The date that orders entries: the earlier of its publication and its first sight.
    package var date: Timestamp { .ofEntry(published: entry.published, firstSeen: firstSeen) }
}
