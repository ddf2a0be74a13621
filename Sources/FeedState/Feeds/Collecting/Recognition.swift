import FeedModel

/// Which entries of a document are known, and which are new.
struct Recognition {
    /// The result for one entry.
    enum Verdict {
        case known(KnownEntry)
        case new
        /// A further copy of an entry that stands earlier in the document.
        case repeated
    }

    /// The rule by which the entries were identified.
    var rule: IdentityRule
    /// One for each entry, in the order of the document.
    var verdicts: [Verdict]
    /// The positions of entries that are known in all but their guid.
    var twins: Set<Int> = []
    /// How many entries are new.
    var newCount: Int {
        verdicts.count { if case .new = $0 { true } else { false } }
    }
    /// Whether more entries are new than an ordinary fetch brings.
    var isMuchNew: Bool { newCount > Self.ordinaryNews && newCount * 10 >= verdicts.count }
    /// How many new entries are nothing special.
    static let ordinaryNews = 8
    /// How many entries were recognised although the feed has changed or lost all its guids; 0 if it has not.
    var rematched = 0
}

/// A stored entry that a document holds again.
struct KnownEntry {
    let id: Int64
    /// Whether the entry's content hash is unchanged.
    let isUnchanged: Bool
    let firstSeen: Timestamp
    let furtherKeys: Int64
    /// How often the entry's guid has come with another article.
    let otherArticles: Int64
    /// When a parsed document last held the entry.
    let lastInDocument: Timestamp
    /// The stored date of the entry.
    let date: Timestamp
    /// Whether the entry's numbers are unchanged.
    let hasSameNumbers: Bool
    /// Whether the entry's guid comes with another article in this document.
    var isAnotherArticle = false
    /// Whether the entry was found by a key other than the deciding one, and lacks that.
    var needsKeys = false
}

/// A document's row in the state, as it was before this fetch.
struct KnownDocument {
    var id: Int64
    /// Whether the row was just made, so that no entry can be known.
    var isNew = false
    /// Whether a pipeline has had entries of the source that the state no longer knows, after a repair.
    var isLost = false
    var rule = IdentityRule.guid
    var title: String?
    var siteHost: String?
    /// When the document's source was last fetched completely, or nil if never. One of many documents counts from when
    /// it was itself last read, if that is earlier.
    var lastComplete: Timestamp?
    /// When the document was last read. Entries that it held then stayed in it until this fetch.
    var parsedAt: Timestamp?
    /// How long the last complete fetch took, in milliseconds.
    var lastTaken: Int64 = 0
    /// Since when entries of the source are quarantined, or nil.
    var floodedAt: Timestamp?
    /// The most entries that the document ever showed.
    var mostEntries = 0
    var guidChanges = 0
    var guidsChangedAt: Timestamp?

    /// The longest time between the first and the last page of one reading.
    private static let longestReading = Duration.seconds(3600)

    /// Whether an entry was no longer in the document when that was last read.
    func hasLost(_ entry: KnownEntry) -> Bool {
        parsedAt.map { entry.lastInDocument < $0 - Self.longestReading } ?? false
    }

    /// The moment up to which the last complete fetch should have shown every entry: its start, less a minute for
    /// clocks and caches. Nil if there was none.
    var lastKnowledge: Timestamp? {
        lastComplete.map { $0 + .milliseconds(-min(max(lastTaken, 0), 86_400_000)) + .seconds(-60) }
    }
}
