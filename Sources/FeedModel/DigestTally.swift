/// Counts of the entries that competed for a digest, by outcome. `kept` and `passedOver` add up to `offered`.
public struct DigestTally: Sendable, Hashable {
    /// Entries in the digest.
    public var kept: Int
    /// Entries that are not in the digest, by reason. No count is 0.
    public private(set) var passedOver: [PassedOver: Int]
    /// Entries that had competed before, because a filter held them at an earlier delivery.
    public var carriedIn: Int
    /// The pipeline's last delivery before the first one that is counted, or nil if it is unknown. The verdicts after
    /// this moment are those of the counted entries.
    public var after: Timestamp?

    /// Makes a tally.
    public init(
        kept: Int = 0, passedOver: [PassedOver: Int] = [:], carriedIn: Int = 0, after: Timestamp? = nil
    ) {
        self.kept = kept
        self.passedOver = passedOver.filter { $0.value > 0 }
        self.carriedIn = carriedIn
        self.after = after
    }

    /// All entries that competed.
    public var offered: Int { kept + passedOverCount }
    /// All entries that are not in the digest.
    public var passedOverCount: Int { passedOver.values.reduce(0, +) }
    /// Entries that competed for the first time, at least 0. `carriedIn` may count entries of a source that has been
    /// removed since; those no longer compete.
    public var new: Int { max(0, offered - carriedIn) }

    /// Adds the tally of the next delivery. Entries held before competed again: only their new outcome counts.
    public mutating func add(_ next: DigestTally) {
        kept += next.kept
        passedOver = passedOver.filter { !$0.key.isHeld }.merging(next.passedOver, uniquingKeysWith: +)
        after = [after, next.after].compactMap { $0 }.min()
    }

    /// Returns the tally of a page that shows `count` entries. It may show more than were counted, or fewer.
    public func showing(_ count: Int) -> DigestTally {
        var shown = self
        shown.kept = count
        if kept > count { shown.passedOver[.gone, default: 0] += kept - count }
        return shown
    }
}

extension PassedOver {
    /// Whether the entry competes again at the next delivery.
    fileprivate var isHeld: Bool { self == .waiting || self == .later }
}

/// Why an entry that competed for a digest is not in it.
public enum PassedOver: String, Sendable, Hashable, CaseIterable {
    /// The entry was too old, or was held for the longest time that is allowed.
    case expired
    /// The entry duplicates another one.
    case duplicate
    /// The entry's story was delivered before.
    case told
    /// A filter rejected the entry.
    case filtered
    /// There was no space, and the pipeline drops entries without space.
    case surplus
    /// The entry was on the page, which has no space for it any more.
    case gone
    /// A filter holds the entry until something happens.
    case waiting
    /// There was no space. The entry competes again at the next delivery.
    case later
}
