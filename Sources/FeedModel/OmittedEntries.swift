/// The entries that a page leaves out: dropped ones, those that a filter holds for a later page, and those for which it
/// has no space any more.
public struct OmittedEntries: Sendable {
    /// The entries, in the order of the filters that decided on them, then the newest first. If they are fewer than
    /// `count`, the oldest are missing.
    public var entries: [OmittedEntry]
    /// How many entries were left out, at least as many as `entries`.
    public var count: Int

    /// Makes the list; by default nothing was left out.
    public init(_ entries: [OmittedEntry] = [], count: Int? = nil) {
        self.entries = entries
        self.count = max(count ?? 0, entries.count)
    }
}

/// An entry that a page leaves out, with the verdict on it.
public struct OmittedEntry: Sendable {
    /// The entry, without `summary` and `content`.
    public var entry: DigestEntry
    /// What becomes of the entry.
    public var fate: Fate
    /// The name of the filter that decided, such as `take`, or nil if no filter did.
    public var filter: String?
    /// Why, in the digest's language; empty if there is no reason.
    public var reason: String
    /// Until when a filter holds the entry at the latest, or nil.
    public var until: Timestamp?

    /// What becomes of an entry that a page leaves out.
    public enum Fate: Sendable, Hashable {
        /// It is never delivered.
        case dropped
        /// It competes again at the next delivery.
        case held
        /// It waits until the user decides: the flood guard holds it.
        case quarantined
        /// It was delivered to the page, which has no space for it any more.
        case gone
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
