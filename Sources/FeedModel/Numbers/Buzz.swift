import Glibc

/// How much readers and publishers talk about an entry, compared with other entries of its sources.
///
/// It has all that its value is computed from, so that the sum can be shown. Documentation/Buzz.md has the formula.
public struct Buzz: Sendable, Hashable {
    /// The numbers that count, the one that adds most first; each name once.
    public var numbers: [ComparedNumber]
    /// Whether a source of the entry, or of its story, is a selection, such as a list of hot entries.
    public var isListed: Bool
    /// How many publishers tell the story, at least 1.
    public var publishers: Int
    /// How many more publishers a source names for the story, such as Google News in its lists of related articles.
    public var namedPublishers: Int
    /// The time in which the value halves.
    public var halfLife: Duration

    /// Makes the buzz of an entry.
    public init(
        numbers: [ComparedNumber] = [], isListed: Bool = false, publishers: Int = 1,
        namedPublishers: Int = 0, halfLife: Duration = BuzzMeasure.usualHalfLife
    ) {
        self.numbers = numbers
        self.isListed = isListed
        self.publishers = publishers
        self.namedPublishers = namedPublishers
        self.halfLife = halfLife
    }

    /// How much it is talked about, from 0 to 1, whatever its age. Nil if nothing is known: no number can be compared,
    /// no source is a selection, and one publisher has it.
    public var value: Double? {
        guard level != .unknown else { return nil }
        return 1 - (1 - shareOfReaders) * (1 - shareOfPublishers)
    }

    /// What readers add, from 0 to 1: numbers, and a place in a selection.
    public var shareOfReaders: Double {
        let open = numbers.reduce(1.0) { $0 * (1 - ($1.share ?? 0)) }
        return isListed ? max(1 - open, Self.share(ofPercentile: Self.leastOfSelection)) : 1 - open
    }

    /// What publishers add, from 0 (one of them) to 1. One that a source only names counts half: about half of the
    /// articles in such lists tell of the same event.
    public var shareOfPublishers: Double {
        // Beyond 64 the power is 0 by any measure.
        let others = Double(min(max(publishers, 1), 64) - 1) + Double(min(max(namedPublishers, 0), 64)) / 2
        return 1 - pow(0.6, others)
    }

    /// What is known of it.
    public var level: Level {
        if isListed || publishers > 1 || namedPublishers > 0 { return .talkedAbout }
        let strengths = numbers.compactMap(\.strength)
        return strengths.isEmpty ? .unknown : strengths.contains { $0 > 0.5 + 1e-9 } ? .talkedAbout : .ordinary
    }

    /// Whether it is talked about more than an ordinary entry of its sources.
    public var isAboveOrdinary: Bool { level == .talkedAbout }

    /// What is known of how much an entry is talked about, in ascending order.
    public enum Level: Int, Sendable, Hashable, Comparable {
        /// Its numbers are no higher than usual in its sources.
        case ordinary
        /// No number can be compared.
        case unknown
        /// It is talked about more than an ordinary entry.
        case talkedAbout

        /// Whether the left one comes later in the order by buzz.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// What a number of weight 1 adds at a percentile, both from 0 to 1: a seventh each time that the share of entries
    /// above it halves. That is 0.14 at the middle, 0.47 for the top 10 %, and 1 for the top 0.8 %.
    public static func share(ofPercentile percentile: Double) -> Double {
        guard percentile > 0 else { return 0 }
        return percentile < 1 ? min(1, -log2(1 - percentile) / halvingsToTop) : 1
    }

    private static let halvingsToTop = 7.0
    /// What a number at the median adds.
    static let ordinary = share(ofPercentile: 0.5)
    /// The percentile from which entries of a selection rank.
    public static let leastOfSelection = 0.8
    /// How many values there must be before they count in full.
    static let enoughValues = 50.0
    /// How many there must be in a selection, where even the lowest is more than an ordinary entry.
    static let enoughValuesOfSelection = 20.0
}

extension Buzz {
    /// A number of an entry, or of another entry of its story, with how it compares within its own source.
    public struct ComparedNumber: Sendable, Hashable {
        /// The name of the number, such as `likes`.
        public var name: String
        /// The configured name of the source that has it.
        public var source: String
        /// The number.
        public var value: Int
        /// How it compares with the source's entries; nil if there is nothing to compare with.
        public var standing: NumberStanding?
        /// Whether it is compared with entries at like age. Otherwise it is compared with those of all ages, each value
        /// converted to the entry's age by how numbers usually grow.
        public var isAtLikeAge: Bool
        /// Whether the source is a selection.
        public var isOfSelection: Bool
        /// How much the number counts, from 0 to 1.
        public var weight: Double

        /// Makes a compared number.
        public init(
            name: String, source: String, value: Int, standing: NumberStanding?, isAtLikeAge: Bool = true,
            isOfSelection: Bool = false, weight: Double
        ) {
            self.name = name
            self.source = source
            self.value = value
            self.standing = standing
            self.isAtLikeAge = isAtLikeAge
            self.isOfSelection = isOfSelection
            self.weight = weight
        }

        /// The percentile that counts, from 0 to 1: nearer to the middle while values are few, and from 0.8 up in a
        /// selection. Nil without values, or if all of them are equal.
        public var strength: Double? {
            guard let standing, !standing.isConstant else { return nil }
            let enough = isOfSelection ? Buzz.enoughValuesOfSelection : Buzz.enoughValues
            let confidence = min(1, Double(standing.count) / enough)
            return isOfSelection
                ? Buzz.leastOfSelection + (1 - Buzz.leastOfSelection) * standing.rank * confidence
                : 0.5 + (standing.rank - 0.5) * confidence
        }

        /// The share of the source's entries at like age to which the number belongs, in percent, rounded up. Nil if too
        /// few of them are known.
        public var topPercent: Int? { isAtLikeAge && strength != nil ? standing?.topPercent : nil }

        /// What the number adds, from 0 to its weight.
        public var share: Double? { strength.map { weight * Buzz.share(ofPercentile: $0) } }
    }
}
