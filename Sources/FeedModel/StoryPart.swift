/// The part of an entry in its story: what several entries tell of one event, as the filter `stories` found.
public struct StoryPart: Sendable, Hashable {
    /// The key of the entry that began the story. It never changes, and names the story in its pipeline.
    public var story: String
    /// What the entry is in its story.
    public var role: Role
    /// Of an entry that came later: the title of the entry that began the story, or nil if it is not known any more.
    public var headline: String?
    /// Of an entry that came later: when the pipeline kept the entry that began the story, or nil.
    public var toldAt: Timestamp?
    /// In a digest: the key of the entry in whose line this one stands, or nil if it stands by itself.
    public var follows: String?
    /// In a digest: the keys of the entries in this one's line, in their order.
    public var members: [String] = []

    /// What an entry is in its story.
    public enum Role: String, Sendable, Hashable {
        /// It began the story.
        case head
        /// It was delivered together with the head.
        case member
        /// It came after the story was delivered, and gets one line.
        case later
        /// It came after the story was delivered, and is shown like any other entry, with a remark.
        case remarked

        /// Whether the story was delivered before the entry came.
        public var isLater: Bool { self == .later || self == .remarked }
    }

    /// Makes a part.
    public init(story: String, role: Role, headline: String? = nil, toldAt: Timestamp? = nil) {
        self.story = story
        self.role = role
        self.headline = headline
        self.toldAt = toldAt
    }
}
