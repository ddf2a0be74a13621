import Glibc

/// How much features count, by the number of headlines that have them.
public struct StoryWeights: Sendable {
    /// How many headlines were counted.
    public let titles: Int
    private let counts: FeatureTable<Int32>

    /// Headlines that are thought of before any is counted, so that a young state knows common words too.
    static let assumedTitles = 2000
    /// A word is rare if at most one headline in a hundred has it.
    static let rareShare = 0.01
    static let rareNameShare = 0.04
    /// So many headlines may tell of one event where few are known.
    static let alwaysRare = 6.0

    /// - Parameters:
    ///   - titles: how many headlines were counted.
    ///   - counts: for each of ``StoryText/features`` how many of them had it; features that are missing are rare.
    public init(titles: Int, counts: [UInt64: Int]) {
        self.titles = max(0, titles)
        var table = FeatureTable<Int32>(capacity: counts.count, empty: 0)
        for (feature, count) in counts { table[feature] = Int32(clamping: max(0, count)) }
        self.counts = table
    }

    func count(of feature: UInt64) -> Int { Int(counts[feature]) }

    private var total: Double { Double(titles) + Double(Self.assumedTitles) }

    private static func assumed(_ commonness: Lexicon.Commonness) -> Double {
        switch commonness {
        case .unknown: 1
        case .field: StoryRules.fieldFrequency
        case .general: StoryRules.generalFrequency
        case .stop: 2000
        }
    }

    /// The weight of a feature before normalisation.
    func weight(count: Int, tf: Float, _ commonness: Lexicon.Commonness) -> Float {
        let frequency = Double(count) + Self.assumed(commonness)
        let times = tf <= 1 ? 1 : 1 + logf(tf)
        return times * Float(log(1 + total / frequency))
    }

    /// Whether few headlines have it, and no headline is expected to. Names may be more frequent: in the days of a
    /// great event, many headlines have them.
    func isRare(count: Int, _ commonness: Lexicon.Commonness, isName: Bool) -> Bool {
        let share = isName ? Self.rareNameShare : Self.rareShare
        return commonness == .unknown && Double(count) <= Self.alwaysRare + share * Double(titles)
    }
}
