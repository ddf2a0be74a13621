package import FeedModel
package import FeedStages

/// A feed as a run collects it.
package struct CollectedFeed: Sendable {
    /// The key of the feed.
    package var key: FeedKey
    /// The configured name of the feed's source.
    package var source: String
    /// The pipelines that have the source.
    package var pipelines: [PipelineID]
    /// How the feed's entries are identified.
    package var identity: IdentityChoice
    /// Whether the flood guard keeps old articles that come as new from the pipelines.
    package var hasFloodGuard: Bool
    /// Where the response came from; nil if that is unknown.
    package var arrival: Arrival?
    /// Whether entries of the feed are quarantined already.
    package var isFlooded = false

    /// Where a response came from.
    package struct Arrival: Sendable {
        /// The site to which redirects led; empty if they led to no other.
        package var site: String
        /// Whether the feed there has the known feed id.
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

/// Documents of one fetch that are not stored yet.
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

    /// Adds newer validators of a document whose bytes are unchanged.
    package mutating func renew(_ validators: Validators, of key: DocumentKey) { renewals.append((key, validators)) }
}

/// A finished fetch to be stored: its documents, and how it ended.
package struct FinishedFetch: Sendable {
    /// The result of a complete fetch.
    package struct Success: Sendable {
        /// The new cursor of the source; nil keeps the old one.
        package var cursor: Cursor?
        /// The earliest time of the next request to the source, or nil.
        package var nextAt: Timestamp?
        /// The HTTP status of the last response, or nil.
        package var httpStatus: Int?
        /// How long the fetch took, in seconds.
        package var seconds: Double
        /// How many requests were sent.
        package var requests = 1
        /// How long the feed asks its readers to wait between requests, or nil.
        package var timeToLive: Duration?
        /// The id that the feed gives itself, or nil.
        package var feedID: String?
        /// Codes of repairs that the parser made; nil if nothing was parsed.
        package var repairs: [String]?
        /// What the state returned for parts that were stored before the fetch ended.
        package var earlier = StoredFetch()
        /// Whether a permanent redirect led to the document, which may be another feed.
        package var isElsewhere = false
        /// If the list goes on beyond what was read, the source's options that let it read further; else nil.
        package var unread: [String]?
        /// The wait that the server demands between two requests, and the response field that says so; or nil.
        package var serverWait: (field: String, wait: Duration)?
        /// How many of the newest entries are new at the first complete fetch.
        package var firstRun: Int
        /// The documents that could not be read.
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

    /// The feed that was fetched.
    package var feed: CollectedFeed
    /// The documents that are not stored yet.
    package var fetched: FetchedDocuments
    /// The result of the fetch; nil if it failed, and only the documents are stored.
    package var success: Success?
    /// When the fetch ended.
    package var endedAt: Timestamp

    package init(feed: CollectedFeed, fetched: FetchedDocuments, success: Success?, endedAt: Timestamp) {
        self.feed = feed
        self.fetched = fetched
        self.success = success
        self.endedAt = endedAt
    }
}

/// What the state returns for a finished fetch.
package struct StoredFetch: Sendable {
    package init() {}

    /// How many entries were new.
    package var new = 0
    /// How many of the new entries the flood guard quarantined.
    package var quarantined = 0
    /// How many entries of the source are quarantined in all, if that is to be reported now; else 0.
    package var floodToReport = 0
    /// The unknown site from which redirects brought these; nil if they came from the feed's own.
    package var floodedFrom: String?
    /// How many entries were recognised under other guids, if that is to be reported now; else 0.
    package var rematched = 0
    /// Whether an earlier failure of the source was reported.
    package var wasNotified = false
    /// Whether an earlier fetch of the source was complete.
    package var hadWorked = false
    /// The silence of the feed, if it is to be reported now: complete fetches, but no new entry for far longer than
    /// usual.
    package var silence: Silence?
    /// Entries that may have come and gone between two fetches, if they are to be reported now.
    package var missed: MissedEntries?
    /// Fields that nearly all entries of the feed had and new ones lack, if that is to be reported now.
    package var goneFields: [GoneField] = []
    /// Keys of the documents whose failure is to be reported now.
    package var documentsToReport: [DocumentKey] = []
    /// How many of the entries were new.
    var turnover = Turnover()
    /// Which fields the new entries had, of documents that were read whole and without repairs.
    var fields = FieldCounts()

    /// Adds the outcome of another part of the same fetch.
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
