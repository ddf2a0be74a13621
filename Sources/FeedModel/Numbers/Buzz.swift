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
    /// The time in which the value halves.
    public var halfLife: Duration

    /// Makes the buzz of an entry.
    public init(
        numbers: [ComparedNumber] = [], isListed: Bool = false, publishers: Int = 1,
        halfLife: Duration = BuzzMeasure.usualHalfLife
    ) {
        self.numbers = numbers
        self.isListed = isListed
        self.publishers = publishers
        self.halfLife = halfLife
    }

    /// How much it is talked about, from 0 to 1, whatever its age. Nil if nothing is known: no number can be compared,
    /// no source is a selection, and one publisher has it.
    public var value: Double? {
        guard isListed || publishers > 1 || numbers.contains(where: { $0.strength != nil }) else { return nil }
        return 1 - (1 - shareOfReaders) * (1 - shareOfPublishers)
    }

    /// What readers add, from 0 to 1: numbers, and a place in a selection.
    public var shareOfReaders: Double {
        let open = numbers.reduce(1.0) { $0 * (1 - ($1.share ?? 0)) }
        return isListed ? max(1 - open, Self.share(ofPercentile: Self.leastOfSelection)) : 1 - open
    }

    /// What publishers add, from 0 (one of them) to 1.
    public var shareOfPublishers: Double {
        // Beyond 64 the power is 0 by any measure.
        1 - (1..<min(max(publishers, 1), 64)).reduce(1.0) { power, _ in power * 0.6 }
    }

    /// Whether it is talked about more than an ordinary entry of its sources.
    public var isAboveOrdinary: Bool {
        isListed || publishers > 1 || numbers.contains { ($0.strength ?? 0) > 0.5 + 1e-9 }
    }

    /// What a number of weight 1 adds at a percentile, both from 0 to 1. The lower half of all entries shares the
    /// lowest twentieth.
    public static func share(ofPercentile percentile: Double) -> Double {
        percentile < 0.5 ? 2 * ordinary * max(0, percentile) : ordinary + (1 - ordinary) * (2 * percentile - 1)
    }

    /// What a number at the median adds.
    static let ordinary = 0.05
    /// The percentile from which entries of a selection rank.
    public static let leastOfSelection = 0.8
    /// How many values there must be before they count in full.
    static let enoughValues = 50.0
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
        /// How it compares with the source's entries at like age; nil if there is nothing to compare with.
        public var standing: NumberStanding?
        /// Whether the source is a selection.
        public var isOfSelection: Bool
        /// How much the number counts, from 0 to 1.
        public var weight: Double

        /// Makes a compared number.
        public init(
            name: String, source: String, value: Int, standing: NumberStanding?, isOfSelection: Bool = false,
            weight: Double
        ) {
            self.name = name
            self.source = source
            self.value = value
            self.standing = standing
            self.isOfSelection = isOfSelection
            self.weight = weight
        }

        /// The percentile that counts, from 0 to 1: nearer to the middle while values are few, and from 0.8 up in a
        /// selection. Nil without values, or if all of them are equal.
        public var strength: Double? {
            guard let standing, !standing.isConstant else { return nil }
            let confidence = min(1, Double(standing.count) / Buzz.enoughValues)
            return isOfSelection
                ? Buzz.leastOfSelection + (1 - Buzz.leastOfSelection) * standing.rank * confidence
                : 0.5 + (standing.rank - 0.5) * confidence
        }

        /// What the number adds, from 0 to its weight.
        public var share: Double? { strength.map { weight * Buzz.share(ofPercentile: $0) } }
    }
}
