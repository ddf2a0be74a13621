import Glibc

/// The place of an entry in the order by buzz. It does not depend on the present: two entries keep their order while
/// both grow older.
public struct BuzzRank: Sendable, Hashable, Comparable {
    /// What is known of the entry. Those that are talked about come first, and those that are known to be ordinary last.
    public let level: Buzz.Level
    /// The entry's date, moved back by a half-life for each halving of its buzz, in milliseconds since 1970.
    public let moment: Int64

    /// Makes the rank of an entry by its date. Without buzz nothing is known of it.
    public init(_ buzz: Buzz?, date: Timestamp, halfLife: Duration) {
        level = buzz?.level ?? .unknown
        // buzz · 2^(−age / half-life) has the same order as log2(buzz) · half-life + date.
        let halvings = log2(max(buzz?.value ?? Buzz.ordinary, Self.least))
        let shift = Double(halfLife.clampedMilliseconds) * halvings
        // A half-life is at most some years, and there are at most 10 halvings: both fit by far.
        moment = date.milliseconds + Int64(max(-1e15, min(shift.rounded(), 0)))
    }

    /// Whether the left entry comes later in the order, which begins with the greatest rank.
    public static func < (left: BuzzRank, right: BuzzRank) -> Bool {
        left.level == right.level ? left.moment < right.moment : left.level < right.level
    }

    /// Less buzz does not move an entry back any further.
    private static let least = 1.0 / 1024
}

extension Buzz {
    /// The factor by which age lowers the value, from 0 to 1.
    public func factor(atAge age: Duration) -> Double {
        let lives = Double(max(0, age.clampedMilliseconds)) / Double(max(1, halfLife.clampedMilliseconds))
        return exp2(-lives)
    }
}
