import FeedModel

/// Tells whether articles are about one event, by their headlines: Documentation/Stories.md has the rules.
public struct StoryMatcher: Sendable {
    /// How much two articles must have in common.
    public let match: StoryMatch
    /// The longest time between the first and the last article of a story.
    public let within: Duration
    let weights: StoryWeights
    let templates: StoryTemplates

    /// How many members of a story a new article is compared with: the newest ones with different headlines.
    public static let comparedMembers = 8

    /// Makes a matcher; it keeps no state of its own.
    public init(
        _ match: StoryMatch, weights: StoryWeights, templates: StoryTemplates, within: Duration = .seconds(72 * 3600)
    ) {
        self.match = match
        self.weights = weights
        self.templates = templates
        self.within = within
    }

    /// The score from which on two articles are one story.
    var threshold: Float { StoryDemand(match).threshold }

    /// Compares two articles. It takes the same time whatever the state holds.
    public func compare(_ one: StoryText, _ other: StoryText) -> StoryComparison {
        var vectors = StoryVectors(self)
        vectors.append(one)
        vectors.append(other)
        vectors.weigh()
        var result = StoryComparison(
            score: 0, threshold: Double(threshold), relation: .different, shared: shared(one, other), refusal: nil)
        if vectors.isSameArticle(0, 1, within: within) {
            result.score = 1
            result.relation = .sameArticle
            return result
        }
        let gap = one.date < other.date ? other.date - one.date : one.date - other.date
        guard gap <= within else {
            result.refusal = .tooFarApart
            return result
        }
        guard vectors.isLongEnough(0), vectors.isLongEnough(1) else {
            result.refusal = .tooShort
            return result
        }
        let common = vectors.score(0, 1)
        result.score = Double(common.score)
        result.refusal = common.refusal
        if common.score >= threshold {
            result.relation = .sameStory
            result.refusal = nil
        }
        return result
    }

    /// The strongest shared words, as they stand in the first title.
    private func shared(_ one: StoryText, _ other: StoryText) -> [String] {
        let theirs = Set(other.words.map(\.feature))
        let template = templates.features(of: one.source)
        let common = one.words.filter { theirs.contains($0.feature) && !(template?.contains($0.feature) ?? false) }
        let weighed = common.map { word in
            (word, weights.weight(count: weights.count(of: word.feature), tf: 1, word.commonness))
        }
        let sorted = weighed.sorted { ($1.1, $0.0.start) < ($0.1, $1.0.start) }
        // Pairs of one run are told as one word.
        var labels: [String] = []
        var taken: [Range<UInt16>] = []
        for (word, _) in sorted where labels.count < 3 {
            guard word.start < word.end, !taken.contains(where: { $0.overlaps(word.start..<word.end) }) else {
                continue
            }
            var range = word.start..<word.end
            var grew = true
            while grew {
                grew = false
                for other in common where other.piece == word.piece && other.end > range.lowerBound {
                    let wide = min(range.lowerBound, other.start)..<max(range.upperBound, other.end)
                    if other.start < range.upperBound, wide != range {
                        range = wide
                        grew = true
                    }
                }
            }
            taken.append(range)
            var label = word
            label.start = range.lowerBound
            label.end = range.upperBound
            labels.append(one.label(label))
        }
        return labels
    }
}

extension StoryVectors {
    /// Titles with fewer features tell too little; equal ones are found without them.
    static let fewestFeatures = 6

    func isLongEnough(_ place: Int) -> Bool {
        let item = items[place]
        return item.words.count + Int(item.gramCount) >= Self.fewestFeatures
    }

    /// Whether two texts are one article: the same address, or the same headline.
    func isSameArticle(_ left: Int, _ right: Int, within: Duration) -> Bool {
        let one = items[left]
        let other = items[right]
        if one.url != 0, one.url == other.url { return true }
        guard one.titleHash == other.titleHash, !one.isSeries, !other.isSeries else { return false }
        let gap = one.date < other.date ? other.date - one.date : one.date - other.date
        guard gap <= within else { return false }
        return one.voice == other.voice || hasLongTitle(one)
    }

    /// A headline of a few letters may be about anything: `訃報`.
    private func hasLongTitle(_ item: Item) -> Bool { item.gramCount >= (item.isJapanese ? 5 : 10) }
}
