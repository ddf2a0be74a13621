public import FeedModel

/// An entry among others as an order sees it: one that waits, or one of a digest.
public protocol OrderedEntry: Sendable {
    /// The entry.
    var entry: Entry { get }
    /// When it was first seen.
    var firstSeen: Timestamp { get }
    /// When it was published, or first seen if it does not say; never later than first seen.
    var date: Timestamp { get }
    /// Place within its document, from 0; 0 where only its place among the others counts.
    var documentOrder: Int { get }
}

extension OrderedEntry {
    /// How new it is.
    public var rank: Candidate.Rank { Candidate.Rank(of: entry, date: date, firstSeen: firstSeen) }
}

extension Candidate: OrderedEntry {}

extension DigestEntry: OrderedEntry {
    /// 0: the state gives them in their order.
    public var documentOrder: Int { 0 }
}
