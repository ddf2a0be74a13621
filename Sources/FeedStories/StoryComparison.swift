/// What a comparison of two articles found.
public struct StoryComparison: Sendable, Equatable {
    /// How two articles stand to each other.
    public enum Relation: String, Sendable {
        case sameArticle = "same_article"
        case sameStory = "same_story"
        case different
    }

    /// Why two articles are apart whatever words they share.
    public enum Refusal: String, Sendable {
        /// Numbers of the same kind differ: magnitudes, editions, versions, results, dates, amounts.
        case differentNumbers
        /// Places, companies or teams of the same kind differ.
        case differentNames
        /// They share no word that few articles have.
        case noRareWord
        /// A title has too few words to compare.
        case tooShort
        /// Their dates are too far apart.
        case tooFarApart
    }

    /// 0…1; higher is more alike.
    public var score: Double
    /// The score from which on two articles are one story.
    public var threshold: Double
    /// What follows from the score, or from equal headlines and addresses.
    public var relation: Relation
    /// The strongest shared words, at most three.
    public var shared: [String]
    /// Why they are apart; nil if they are together, or if only the score is too low.
    public var refusal: Refusal?
}
