public import FeedModel

/// What is known of one article when it is compared with others.
public struct StoryArticle: Sendable, Hashable {
    /// Names the article for the caller. It never has a part in the comparison.
    public var key: String
    /// The headline as the source gave it.
    public var title: String
    /// Plain text; its beginning counts. Nil where the source has no true summary.
    public var summary: String?
    /// The name of the configured source.
    public var source: String
    /// Who wrote it, where the source tells.
    public var publisher: String?
    /// The address of the article, as the caller compares addresses.
    public var url: String?
    /// When it was published, or first seen.
    public var date: Timestamp
    /// Headlines that an aggregator lists with this one.
    public var related: [String]

    /// Makes an article.
    public init(
        key: String, title: String, summary: String? = nil, source: String, publisher: String? = nil,
        url: String? = nil, date: Timestamp, related: [String] = []
    ) {
        self.key = key
        self.title = title
        self.summary = summary
        self.source = source
        self.publisher = publisher
        self.url = url
        self.date = date
        self.related = related
    }
}

/// How much two articles must have in common.
public enum StoryMatch: String, Sendable, CaseIterable {
    case strict, normal, loose
}

/// A story that exists already.
public struct KnownStory: Sendable {
    /// Names the story for the caller.
    public var id: String
    /// Its newest articles; at most ``StoryMatcher/comparedMembers`` of them are compared.
    public var members: [StoryArticle]
    /// The date of its first article, if `members` does not hold that one.
    public var begin: Timestamp?

    /// Makes a story of articles in any order.
    public init(id: String, members: [StoryArticle], begin: Timestamp? = nil) {
        self.id = id
        self.members = members
        self.begin = begin
    }
}

/// The story of one article.
public struct StoryPlacement: Sendable, Equatable {
    /// A known story by its id, or a new one by its number from 0 on, in the order of the first articles.
    public enum Story: Sendable, Hashable {
        case known(String)
        case new(Int)
    }

    /// The article's key.
    public var key: String
    /// The story that the article belongs to.
    public var story: Story
    /// The mean score with the story's members; nil for the first article of a story.
    public var score: Double?
    /// Whether the story holds the same article already: the same address or the same headline.
    public var isSameArticle: Bool
}
