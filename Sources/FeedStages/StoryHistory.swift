public import FeedModel

/// The story of a candidate, as the filter `stories` found it.
public struct StoryMark: Sendable, Hashable {
    /// The key of the entry that began the story: one that was kept before, or one of the batch.
    public var story: String
    /// What the entry is in its story.
    public var role: StoryPart.Role

    /// Makes a mark.
    public init(story: String, role: StoryPart.Role) {
        self.story = story
        self.role = role
    }
}

/// What a pipeline can compare new entries with: the stories that it delivered, and what its sources wrote lately.
public struct StoryHistory: Sendable {
    /// The stories, in the order of their keys' numbers.
    public var stories: [KeptStory] = []
    /// The titles of the newest entries of each source over the last 30 days, the newest first. The entries that wait
    /// now are among them.
    public var titles: [SourceTitles] = []

    /// A story of which the pipeline kept entries.
    public struct KeptStory: Sendable {
        /// The key of the entry that began the story.
        public var key: String
        /// The title of that entry, or nil if it is not known any more.
        public var headline: String?
        /// When that entry was published, or first seen if that is earlier or it gives no date; nil if it is not known
        /// any more.
        public var begin: Timestamp?
        /// The newest entries of it that were kept within the window, at most 8, the oldest first.
        public var members: [Member]

        /// Makes a story.
        public init(key: String, headline: String?, begin: Timestamp? = nil, members: [Member]) {
            self.key = key
            self.headline = headline
            self.begin = begin
            self.members = members
        }
    }

    /// An entry of a story.
    public struct Member: Sendable {
        /// The engine's own id.
        public var key: String
        /// The configured name of the entry's source.
        public var source: String
        /// The entry, without `summary` and `content`.
        public var entry: Entry
        /// When the entry was published, or first seen if that is earlier or it gives no date.
        public var date: Timestamp

        /// Makes a member.
        public init(key: String, source: String, entry: Entry, date: Timestamp) {
            self.key = key
            self.source = source
            self.entry = entry
            self.date = date
        }
    }

    /// Titles of a source.
    public struct SourceTitles: Sendable {
        /// The configured name of the source.
        public var source: String
        /// The titles, the newest first.
        public var titles: [String]

        /// Makes it.
        public init(source: String, titles: [String]) {
            self.source = source
            self.titles = titles
        }
    }

    /// Makes a history; by default nothing was delivered before.
    public init(stories: [KeptStory] = [], titles: [SourceTitles] = []) {
        self.stories = stories
        self.titles = titles
    }
}

extension Candidate {
    /// The entry and those that follow it, each with the entry's verdict and without followers. They are in the order of
    /// the story; the first one is the entry itself.
    package var flattened: [Candidate] {
        guard !followers.isEmpty else { return [self] }
        var head = self
        head.followers = []
        let mark = story ?? StoryMark(story: key, role: .head)
        head.story = mark
        return [head]
            + followers.lazy.flatMap(\.flattened).map { follower in
                var follower = follower
                follower.verdict = verdict
                follower.story = StoryMark(story: mark.story, role: mark.role == .head ? .member : mark.role)
                return follower
            }
    }
}
