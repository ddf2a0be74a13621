/// The place of a page, or of a letter, among those of one edition.
public struct EditionPart: Sendable, Hashable {
    /// Its number, from 1.
    public let number: Int
    /// How many there are.
    public let count: Int
    /// Whether more entries wait that come in an edition of their own, directly after this one.
    public let moreWait: Bool

    /// Makes a place.
    public init(_ number: Int, of count: Int, moreWait: Bool = false) {
        (self.number, self.count, self.moreWait) = (number, count, moreWait)
    }

    /// A page that has the whole edition.
    public static let whole = EditionPart(1, of: 1)

    /// Whether it is the first one.
    public var isFirst: Bool { number == 1 }
    /// Whether it is the last one.
    public var isLast: Bool { number == count }
    /// What follows the title: ` (1/2)`, or nothing for a whole edition.
    public var suffix: String { count > 1 ? " (\(number)/\(count))" : "" }
}
