import FeedModel

/// What headlines of one source have in common: it tells nothing of the event.
public struct StoryTemplates: Sendable {
    private let features: [String: Set<UInt64>]
    private let repeated: [String: Set<UInt64>]

    /// How many of the newest headlines of a source count.
    public static let titlesPerSource = 200
    /// From which share of a source's headlines on a feature weighs nothing.
    static let share = 0.2
    /// Below this number of headlines nothing is learned.
    static let fewest = 20
    /// A headline that a source has more often is the name of a series, not an article.
    static let repetitions = 3

    /// No templates.
    public init() { self.init(textsBySource: [:]) }

    /// - Parameter titlesBySource: for each source its newest headlines.
    public init(titlesBySource: [String: [String]]) {
        var texts: [String: [StoryText]] = [:]
        for (source, titles) in titlesBySource {
            texts[source] = titles.suffix(Self.titlesPerSource).map {
                StoryText(StoryArticle(key: "", title: $0, source: source, date: .init(seconds: 0)))
            }
        }
        self.init(textsBySource: texts)
    }

    /// - Parameter textsBySource: the same, where the headlines were cut into features already.
    public init(textsBySource: [String: [StoryText]]) {
        var features: [String: Set<UInt64>] = [:]
        var repeated: [String: Set<UInt64>] = [:]
        for (source, texts) in textsBySource {
            let texts = texts.suffix(Self.titlesPerSource)
            var titleCounts: [UInt64: Int] = [:]
            var counts: [UInt64: Int] = [:]
            for text in texts {
                titleCounts[text.titleHash, default: 0] += 1
                // The same headline again is no template of others.
                guard titleCounts[text.titleHash] == 1 else { continue }
                for feature in text.features { counts[feature, default: 0] += 1 }
            }
            let series = titleCounts.filter { $0.value > Self.repetitions }.keys
            if !series.isEmpty { repeated[source] = Set(series) }
            guard titleCounts.count >= Self.fewest else { continue }
            let limit = Double(titleCounts.count) * Self.share
            let common = counts.filter { Double($0.value) > limit }.keys
            if !common.isEmpty { features[source] = Set(common) }
        }
        self.features = features
        self.repeated = repeated
    }

    func features(of source: String) -> Set<UInt64>? { features[source] }

    func isSeries(_ title: UInt64, of source: String) -> Bool { repeated[source]?.contains(title) ?? false }
}
