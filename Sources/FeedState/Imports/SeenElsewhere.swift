package import FeedModel

/// What another program has shown of a feed: none of it is news here.
package struct SeenElsewhere: Sendable {
    /// The feed.
    package var key: FeedKey
    /// The other program, for `kawaraban why`.
    package var program: String
    /// What the program calls the entries that it has shown: guids, links, or hashes of texts.
    package var names: [String]
    /// Whether it knows entries by their links even if they have guids.
    package var usesLinks = false
    /// Whether it knows entries by hashes of their texts even if they have guids.
    package var usesTexts = false
    /// When it last looked, or nil. An entry that only its text identifies counts as seen if it is older.
    package var until: Timestamp?

    package init(key: FeedKey, program: String, names: [String]) {
        self.key = key
        self.program = program
        self.names = names
    }
}
