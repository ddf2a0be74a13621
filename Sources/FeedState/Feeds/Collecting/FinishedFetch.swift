package import FeedModel
package import FeedStages

/// A feed as a run collects it.
package struct CollectedFeed: Sendable {
    /// What it is known by.
    package var key: FeedKey
    /// The configured name of its source.
    package var source: String
    /// The pipelines that have the source.
    package var pipelines: [PipelineID]
    /// How its entries are told apart.
    package var identity: IdentityChoice
    /// Whether old articles that come as new are kept from the pipelines.
    package var hasFloodGuard: Bool
    /// Where what it brings comes from, or nil: that cannot be told.
    package var arrival: Arrival?
    /// Whether entries of it are kept from the pipelines already.
    package var isFlooded = false

    /// Where an answer comes from.
    package struct Arrival: Sendable {
        /// The site to which redirects led, empty where they led to no other.
        package var site: String
        /// Whether the feed there gives itself the id that is known.
        package var hasKnownID: Bool

        package init(site: String, hasKnownID: Bool) { (self.site, self.hasKnownID) = (site, hasKnownID) }
    }

    package init(
        key: FeedKey, source: String, pipelines: [PipelineID], identity: IdentityChoice = .auto,
        hasFloodGuard: Bool = true
    ) {
        self.key = key
        self.source = source
        self.pipelines = pipelines
        self.identity = identity
        self.hasFloodGuard = hasFloodGuard
    }
}

/// Documents of one fetch that are not yet in the state.
package struct FetchedDocuments: Sendable {
    var documents: [PreparedDocument] = []
    var renewals: [(key: DocumentKey, validators: Validators)] = []
    /// Bytes of the encoded entries.
    package private(set) var byteCount = 0

    package init() {}

    /// Adds a document.
    package mutating func add(_ document: PreparedDocument) {
        documents.append(document)
        byteCount += document.byteCount
    }

    /// Notes newer validators of a document whose bytes are those that the state knows.
    package mutating func renew(_ validators: Validators, of key: DocumentKey) { renewals.append((key, validators)) }
}

/// A fetch that is over, on its way into the state: what it brought, and how it ended.
package struct FinishedFetch: Sendable {
    /// What a complete fetch leaves behind.
    package struct Success: Sendable {
        /// The source's cursor, or nil for no change.
        package var cursor: Cursor?
        /// Not to be asked before, or nil.
        package var nextAt: Timestamp?
        /// Status of the last answer, or nil.
        package var httpStatus: Int?
        /// Time taken.
        package var seconds: Double
        /// Requests sent.
        package var requests = 1
        /// How long the feed asks its readers to wait, or nil.
        package var timeToLive: Duration?
        /// The id that the feed gives itself, or nil.
        package var feedID: String?
        /// Codes of what had to be mended; nil if nothing was parsed.
        package var repairs: [String]?
        /// What the state said to what was stored of it before its end.
        package var earlier = StoredFetch()
        /// Whether a permanent redirect led to what was read, which may be another feed.
        package var isElsewhere = false
        /// Options of the source that let it read further, if its list went on behind what was read; or nil.
        package var unread: [String]?
        /// How long its server wants to be left alone between two requests, and in which field it says so; or nil.
        package var serverWait: (field: String, wait: Duration)?
        /// How many of its newest entries are new at first sight.
        package var firstRun: Int
        /// Those of its documents that could not be read.
        package var failedDocuments: [(key: DocumentKey, error: StageError)]

        package init(
            cursor: Cursor?, nextAt: Timestamp?, httpStatus: Int?, seconds: Double, firstRun: Int,
            failedDocuments: [(key: DocumentKey, error: StageError)] = []
        ) {
            self.cursor = cursor
            self.nextAt = nextAt
            self.httpStatus = httpStatus
            self.seconds = seconds
            self.firstRun = firstRun
            self.failedDocuments = failedDocuments
        }
    }

    /// Whose fetch.
    package var feed: CollectedFeed
    /// What is not yet stored of it.
    package var fetched: FetchedDocuments
    /// How it ended, or nil: it failed, and only what it brought before is kept.
    package var success: Success?
    /// When it ended.
    package var endedAt: Timestamp

    package init(feed: CollectedFeed, fetched: FetchedDocuments, success: Success?, endedAt: Timestamp) {
        self.feed = feed
        self.fetched = fetched
        self.success = success
        self.endedAt = endedAt
    }
}

/// What the state says to a finished fetch.
package struct StoredFetch: Sendable {
    package init() {}

    /// Entries that were new.
    package var new = 0
    /// Those of them that the flood guard keeps from the pipelines.
    package var quarantined = 0
    /// How many entries of the source are kept from the pipelines altogether, if the user should be told now; else 0.
    package var floodToReport = 0
    /// The site from which these came by redirects, with nothing that was known; nil: they are the feed's own.
    package var floodedFrom: String?
    /// Entries that came with other guids and were known again, if the user should be told now; else 0.
    package var rematched = 0
    /// Whether the user had been told that the source was failing.
    package var wasNotified = false
    /// Whether it had been loaded completely before.
    package var hadWorked = false
    /// That the feed, though it answers, has brought nothing new for far longer than it used to, if the user should be
    /// told now.
    package var silence: Silence?
    /// Entries that may have come and gone between two fetches, if the user should be told now.
    package var missed: MissedEntries?
    /// Fields that nearly all its entries had, and none has any more, if the user should be told now.
    package var goneFields: [GoneField] = []
    /// Keys of documents whose failure the user should be told now.
    package var documentsToReport: [DocumentKey] = []
    /// How much of what was read was new.
    var turnover = Turnover()
    /// Which fields the new entries had, as far as that can be told.
    var fields = FieldCounts()

    /// Adds what another part of the same fetch left behind.
    package mutating func add(_ other: StoredFetch) {
        new += other.new
        quarantined += other.quarantined
        floodToReport = max(floodToReport, other.floodToReport)
        floodedFrom = floodedFrom ?? other.floodedFrom
        rematched += other.rematched
        wasNotified = wasNotified || other.wasNotified
        hadWorked = hadWorked || other.hadWorked
        silence = silence ?? other.silence
        missed = missed ?? other.missed
        goneFields += other.goneFields
        turnover.add(other.turnover)
        fields.add(other.fields)
        documentsToReport += other.documentsToReport
    }
}
