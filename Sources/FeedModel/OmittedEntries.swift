/// The entries that a pipeline left out of a digest: dropped ones, and those that a filter holds for a later one.
public struct OmittedEntries: Sendable {
    /// The entries, in the order of the filters that decided on them, then the newest first. Those that come last in
    /// `count` may be missing.
    public var entries: [OmittedEntry]
    /// How many entries were left out, at least as many as `entries`.
    public var count: Int

    /// Makes the list; by default nothing was left out.
    public init(_ entries: [OmittedEntry] = [], count: Int? = nil) {
        self.entries = entries
        self.count = max(count ?? 0, entries.count)
    }
}

/// An entry that a pipeline left out of a digest, with the verdict on it.
public struct OmittedEntry: Sendable {
    /// The entry, without `summary` and `content`.
    public var entry: DigestEntry
    /// What the pipeline does with the entry.
    public var fate: Fate
    /// The name of the filter that decided, such as `take#1`, or nil if no filter did.
    public var filter: String?
    /// Why, in the digest's language; empty if there is no reason.
    public var reason: String
    /// Until when a filter holds the entry at the latest, or nil.
    public var until: Timestamp?

    /// What a pipeline does with an entry that it left out.
    public enum Fate: Sendable, Hashable {
        /// It is never delivered.
        case dropped
        /// It competes again at the next delivery.
        case held
        /// It waits until the user decides: the flood guard holds it.
        case quarantined
    }

    /// Makes an omitted entry.
    public init(
        _ entry: DigestEntry, fate: Fate, filter: String? = nil, reason: String = "", until: Timestamp? = nil
    ) {
        self.entry = entry
        self.fate = fate
        self.filter = filter
        self.reason = reason
        self.until = until
    }
}
