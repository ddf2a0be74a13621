public import FeedModel

/// An entry that can be ordered: one that waits, or one of a digest.
public protocol OrderedEntry: Sendable {
    /// The entry.
    var entry: Entry { get }
    /// When the engine first saw the entry.
    var firstSeen: Timestamp { get }
    /// When the entry was published, or first seen if that is earlier or it gives no date.
    var date: Timestamp { get }
    /// Position in the entry's document, from 0. It is 0 if only the present order counts.
    var documentOrder: Int { get }
    /// How much the entry is talked about, or nil if no filter measured it.
    var buzz: Buzz? { get }
}

extension OrderedEntry {
    /// How new the entry is.
    public var rank: Candidate.Rank { Candidate.Rank(published: entry.published, date: date, firstSeen: firstSeen) }
    /// Nil by default.
    public var buzz: Buzz? { nil }
}

extension Candidate: OrderedEntry {}

extension DigestEntry: OrderedEntry {
    /// Always 0, because the state returns the entries in their order.
    public var documentOrder: Int { 0 }
}
