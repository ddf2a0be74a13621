/// A range of ages of an entry, in which numbers of readers are compared. Each range is twice as long as the one before:
/// up to 1 h, 2 h, 4 h, … 64 h, and beyond.
public struct AgeBucket: RawRepresentable, Sendable, Hashable, Comparable, CaseIterable {
    /// The place of the range, from 0 for the youngest to 7.
    public let rawValue: Int

    /// All ranges, the youngest first.
    public static let allCases = (0..<count).map { AgeBucket(place: $0) }

    /// Returns the range of an age. A negative age, of an entry that is dated in the future, is in the first one.
    public init(of age: Duration) {
        let hours = max(0, age.components.seconds) / 3600
        // One more than the place of the highest bit: 0 for less than an hour, 1 for [1, 2), 2 for [2, 4) …
        rawValue = min(Int64.bitWidth - hours.leadingZeroBitCount, Self.count - 1)
    }

    /// Returns the range at a place, or nil if there is none.
    public init?(rawValue: Int) {
        guard (0..<Self.count).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(place: Int) { rawValue = place }

    /// The age in hours at which the range ends: 1, 2, 4, … 64. Nil for the last range, which has no end.
    public var endInHours: Int? { rawValue < Self.count - 1 ? 1 << rawValue : nil }

    /// Whether the left range is of younger entries.
    public static func < (left: AgeBucket, right: AgeBucket) -> Bool { left.rawValue < right.rawValue }

    private static let count = 8
}
