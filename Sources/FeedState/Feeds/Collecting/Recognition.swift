import FeedModel

/// What a document's entries turned out to be.
struct Recognition {
    /// What one of them is.
    enum Verdict {
        case known(KnownEntry)
        case new
        /// Stands in the document twice, and counts as it stands there first.
        case repeated
    }

    /// By what the entries were told apart.
    var rule: IdentityRule
    /// In the order of the document.
    var verdicts: [Verdict]
    /// The places of entries that are known in all but their guid.
    var twins: Set<Int> = []
    /// Entries that are new.
    var newCount: Int {
        verdicts.count { if case .new = $0 { true } else { false } }
    }
    /// Entries that are known although the feed has changed its guids (or lost them), if it did so as a whole; else 0.
    var rematched = 0
}

/// An entry of the state that a document holds again.
struct KnownEntry {
    let id: Int64
    /// Whether it says exactly what it said before.
    let isUnchanged: Bool
    let firstSeen: Timestamp
    let furtherKeys: Int64
    /// How often its guid has come with another article.
    let otherArticles: Int64
    /// When it last stood in its document, as far as that was read.
    let lastInDocument: Timestamp
    /// Whether its guid comes with another article this time.
    var isAnotherArticle = false
    /// Whether it was not found by the key that decides, so that it needs one.
    var needsKeys = false
}

/// A document's row in the state, before what came now is stored.
struct KnownDocument {
    var id: Int64
    /// Whether the row was just made: nothing can be known.
    var isNew = false
    /// Whether a pipeline has had entries of the source, of which the state knows nothing any more: it was repaired.
    var isLost = false
    var rule = IdentityRule.guid
    var title: String?
    var siteHost: String?
    /// When it was last fetched and read to its end, or nil: never, or that is all the state knows.
    var lastComplete: Timestamp?
    /// When it was last read: what stood in it then was in it until now.
    var parsedAt: Timestamp?
    /// How long that fetch took, in milliseconds.
    var lastTaken: Int64 = 0
    /// Since when entries of the source are quarantined, or nil.
    var floodedAt: Timestamp?
    /// How many entries it showed at most.
    var mostEntries = 0
    var guidChanges = 0
    var guidsChangedAt: Timestamp?

    /// Pages of one document are read one after the other.
    private static let longestReading = Duration.seconds(3600)

    /// Whether an entry was gone from the document when it was last read.
    func hasLost(_ entry: KnownEntry) -> Bool {
        parsedAt.map { entry.lastInDocument < $0 - Self.longestReading } ?? false
    }

    /// What was published before that moment should have been in the document that was fetched last: when the fetch
    /// began, less a minute for clocks and caches. Nil: never fetched.
    var lastKnowledge: Timestamp? {
        lastComplete.map { $0 + .milliseconds(-min(max(lastTaken, 0), 86_400_000)) + .seconds(-60) }
    }
}
