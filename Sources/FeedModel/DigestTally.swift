/// What became of the entries that competed for a digest; the parts add up.
public struct DigestTally: Sendable, Hashable {
    /// Those that are in it.
    public var kept: Int
    /// Those that are not, by why; none is 0.
    public private(set) var passedOver: [PassedOver: Int]
    /// Of all, those that had competed before: held by a filter at an earlier delivery.
    public var carriedIn: Int

    /// Makes a tally.
    public init(kept: Int = 0, passedOver: [PassedOver: Int] = [:], carriedIn: Int = 0) {
        self.kept = kept
        self.passedOver = passedOver.filter { $0.value > 0 }
        self.carriedIn = carriedIn
    }

    /// How many competed.
    public var offered: Int { kept + passedOverCount }
    /// How many are not in it.
    public var passedOverCount: Int { passedOver.values.reduce(0, +) }
    /// Of those that competed, how many did for the first time. What a pipeline lost meanwhile (a source that was taken
    /// out) competed before and not now.
    public var new: Int { max(0, offered - carriedIn) }

    /// Adds the delivery that followed. What was held before it competed in it again, and is counted as it came out.
    public mutating func add(_ next: DigestTally) {
        kept += next.kept
        passedOver = passedOver.filter { !$0.key.isHeld }.merging(next.passedOver, uniquingKeysWith: +)
    }

    /// The tally of a page on which `count` entries stand: it may hold more than was counted, and may have let go some.
    public func showing(_ count: Int) -> DigestTally {
        var shown = self
        shown.kept = count
        if kept > count { shown.passedOver[.gone, default: 0] += kept - count }
        return shown
    }
}

extension PassedOver {
    /// Whether the entry competes again.
    fileprivate var isHeld: Bool { self == .waiting || self == .later }
}

/// Why an entry that competed for a digest is not in it.
public enum PassedOver: String, Sendable, Hashable, CaseIterable {
    /// It was too old, or was passed over for as long as it may be.
    case expired
    /// Another entry says the same.
    case duplicate
    /// A filter does not want it.
    case filtered
    /// There was no room, and what finds none is dropped.
    case surplus
    /// It was on the page, which has no room for it any more.
    case gone
    /// A filter waits for something.
    case waiting
    /// There was no room: it competes again next time.
    case later
}
