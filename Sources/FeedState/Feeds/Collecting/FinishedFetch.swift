public import FeedModel
public import FeedStages

/// A feed as a run collects it.
public struct CollectedFeed: Sendable {
    /// What it is known by.
    public var key: FeedKey
    /// The configured name of its source.
    public var source: String
    /// The pipelines that have the source.
    public var pipelines: [PipelineID]
    /// How its entries are told apart.
    public var identity: IdentityChoice
    /// Whether old articles that come as new are kept from the pipelines.
    public var hasFloodGuard: Bool
    /// Where what it brings comes from, or nil: that cannot be told.
    public var arrival: Arrival?
    /// Whether entries of it are kept from the pipelines already.
    public var isFlooded = false

    /// Where an answer comes from.
    public struct Arrival: Sendable {
        /// The site to which redirects led, empty where they led to no other.
        public var site: String
        /// Whether the feed there gives itself the id that is known.
        public var hasKnownID: Bool

        /// Makes an arrival.
        public init(site: String, hasKnownID: Bool) { (self.site, self.hasKnownID) = (site, hasKnownID) }
    }

    /// Makes a collected feed.
    public init(
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
public struct FetchedDocuments: Sendable {
    var documents: [PreparedDocument] = []
    var renewals: [(key: DocumentKey, validators: Validators)] = []
    /// Bytes of the encoded entries.
    public private(set) var byteCount = 0

    /// Makes an empty collection.
    public init() {}

    /// Adds a document.
    public mutating func add(_ document: PreparedDocument) {
        documents.append(document)
        byteCount += document.byteCount
    }

    /// Notes newer validators of a document whose bytes are those that the state knows.
    public mutating func renew(_ validators: Validators, of key: DocumentKey) { renewals.append((key, validators)) }
}

/// A fetch that is over, on its way into the state: what it brought, and how it ended.
public struct FinishedFetch: Sendable {
    /// What a complete fetch leaves behind.
    public struct Success: Sendable {
        /// The source's cursor, or nil for no change.
        public var cursor: Cursor?
        /// Not to be asked before, or nil.
        public var nextAt: Timestamp?
        /// Status of the last answer, or nil.
        public var httpStatus: Int?
        /// Time taken.
        public var seconds: Double
        /// Requests sent.
        public var requests = 1
        /// How long the feed asks its readers to wait, or nil.
        public var timeToLive: Duration?
        /// The id that the feed gives itself, or nil.
        public var feedID: String?
        /// Codes of what had to be mended; nil if nothing was parsed.
        public var repairs: [String]?
        /// What the state said to what was stored of it before its end.
        public var earlier = StoredFetch()
        /// Whether a permanent redirect led to what was read, which may be another feed.
        public var isElsewhere = false
        /// Options of the source that let it read further, if its list went on behind what was read; or nil.
        public var unread: [String]?
        /// How long its server wants to be left alone between two requests, and in which field it says so; or nil.
        public var serverWait: (field: String, wait: Duration)?
        /// How many of its newest entries are new at first sight.
        public var firstRun: Int
        /// Those of its documents that could not be read.
        public var failedDocuments: [(key: DocumentKey, error: StageError)]

        /// Makes a success.
        public init(
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
    public var feed: CollectedFeed
    /// What is not yet stored of it.
    public var fetched: FetchedDocuments
    /// How it ended, or nil: it failed, and only what it brought before is kept.
    public var success: Success?
    /// When it ended.
    public var endedAt: Timestamp

    /// Makes a finished fetch.
    public init(feed: CollectedFeed, fetched: FetchedDocuments, success: Success?, endedAt: Timestamp) {
        self.feed = feed
        self.fetched = fetched
        self.success = success
        self.endedAt = endedAt
    }
}

/// What the state says to a finished fetch.
public struct StoredFetch: Sendable {
    /// Makes one that left nothing behind.
    public init() {}

    /// Entries that were new.
    public var new = 0
    /// Those of them that the flood guard keeps from the pipelines.
    public var quarantined = 0
    /// How many entries of the source are kept from the pipelines altogether, if the user should be told now; else 0.
    public var floodToTell = 0
    /// The site from which these came by redirects, with nothing that was known; nil: they are the feed's own.
    public var floodedFrom: String?
    /// Entries that came with other guids and were known again, if the user should be told now; else 0.
    public var knownAnew = 0
    /// Whether the user had been told that the source was failing.
    public var wasTold = false
    /// Whether it had been loaded completely before.
    public var hadWorked = false
    /// That the feed, though it answers, has brought nothing new for far longer than it used to, if the user should be
    /// told now.
    public var silence: Silence?
    /// Entries that may have come and gone between two fetches, if the user should be told now.
    public var missed: MissedEntries?
    /// Fields that nearly all its entries had, and none has any more, if the user should be told now.
    public var goneFields: [GoneField] = []
    /// Keys of documents whose failure the user should be told now.
    public var documentsToTell: [DocumentKey] = []
    /// How much of what was read was new.
    var turnover = Turnover()
    /// Which fields the new entries had, as far as that can be told.
    var fields = FieldCounts()

    /// Adds what another part of the same fetch left behind.
    public mutating func add(_ other: StoredFetch) {
        new += other.new
        quarantined += other.quarantined
        floodToTell = max(floodToTell, other.floodToTell)
        floodedFrom = floodedFrom ?? other.floodedFrom
        knownAnew += other.knownAnew
        wasTold = wasTold || other.wasTold
        hadWorked = hadWorked || other.hadWorked
        silence = silence ?? other.silence
        missed = missed ?? other.missed
        goneFields += other.goneFields
        turnover.add(other.turnover)
        fields.add(other.fields)
        documentsToTell += other.documentsToTell
    }
}
