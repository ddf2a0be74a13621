/// A range of ages of an entry, in which numbers of readers are compared. Each range is twice as long as the one before:
/// up to 1 h, 2 h, 4 h, … 64 h, and beyond.
public struct AgeBucket: RawRepresentable, Sendable, Hashable, Comparable, CaseIterable {
    /// The place of the range, from 0 for the youngest to 7.
    public let rawValue: Int

    /// All ranges, the youngest first.
    public static let allCases = (0..<count).map { AgeBucket(place: $0) }

    /// Returns the range of an age. A negative age, of an entry that is dated in the future, is in the first one.
    public init(of age: Duration) {
        var place = 0
        var end = Duration.seconds(3600)
        while place < Self.count - 1, age >= end {
            place += 1
            end *= 2
        }
        rawValue = place
    }

    /// Returns the range at a place, or nil if there is none.
    public init?(rawValue: Int) {
        guard (0..<Self.count).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(place: Int) { rawValue = place }

    /// Whether the left range is of younger entries.
    public static func < (left: AgeBucket, right: AgeBucket) -> Bool { left.rawValue < right.rawValue }

    private static let count = 8
}
