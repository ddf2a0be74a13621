public import FeedStages

/// What happens in a run, named for what happened, never for who shows it.
public enum RunEvent: Sendable {
    /// The run began; so many sources will be asked, so many pipelines are due.
    case started(sources: Int, pipelines: Int)
    /// Messages that an earlier run left open are being finished first.
    case openMessagesFound(Int)
    /// A source is being asked.
    case sourceStarted(String)
    /// A source is done.
    case sourceFinished(String, SourceOutcome)
    /// A pipeline's waiting entries were filtered and planned.
    case pipelinePlanned(String, PipelineOutcome)
    /// A message was received by its target.
    case messageDelivered(sink: String, target: String, entries: Int)
    /// A message could not be delivered; it waits, or was given up.
    case messageFailed(sink: String, target: String, StageError, givenUp: Bool)
    /// What a sink would have got (`--dry-run`).
    case messagePreviewed(sink: String, target: String, payload: [UInt8])
    /// Something the user should know, though nothing failed.
    case warning(StageError)
    /// The run is over.
    case finished
}

/// What became of a source in a run.
public struct SourceOutcome: Sendable, Hashable {
    /// In one word.
    public enum Kind: String, Sendable, Hashable {
        case loaded, unchanged, failed, skipped
    }

    /// Why a source was not asked.
    public enum SkipReason: String, Sendable, Hashable {
        /// `refresh` says not yet.
        case notDue = "not_due"
        /// The server asked us to wait.
        case throttled
        /// `enabled: no`, or no pipeline has it.
        case disabled
        /// The run was stopped, or over, before its turn.
        case notReached = "not_reached"
        /// Its server takes no more requests for now.
        case overBudget = "over_budget"
        /// Its server has answered none of the others in this run.
        case silent
        /// It has failed again and again, and is left alone for a while.
        case backOff = "back_off"
        /// It is gone for good, as its server said again and again.
        case stopped
    }

    /// In one word.
    public var kind: Kind
    /// Whether it had never yet been loaded successfully before this run.
    public var isFirstLoad = false
    /// Why it was skipped, or nil.
    public var skipReason: SkipReason?
    /// HTTP status of the last answer, or nil.
    public var httpStatus: Int?
    /// Requests sent.
    public var requests = 0
    /// Bytes received.
    public var bytes = 0
    /// Entries in its documents.
    public var entries = 0
    /// Entries not seen before.
    public var new = 0
    /// Those of them that the flood guard keeps from the pipelines.
    public var quarantined = 0
    /// Seconds taken.
    public var seconds = 0.0
    /// Why it failed, or nil.
    public var error: StageError?
    /// Documents of many that could not be read, by key; the others were kept.
    public var failedDocuments: [FailedDocument] = []

    /// Makes an outcome.
    public init(_ kind: Kind) { self.kind = kind }
}

/// One document of many that could not be read.
public struct FailedDocument: Sendable, Hashable {
    /// Which.
    public var key: String
    /// Why.
    public var error: StageError

    /// Makes a failed document.
    public init(key: String, error: StageError) {
        self.key = key
        self.error = error
    }
}

/// What became of a pipeline in a run.
public struct PipelineOutcome: Sendable, Hashable {
    /// Whether it was due.
    public var isDue: Bool
    /// Entries that went into its digest.
    public var kept = 0
    /// Entries dropped, by the name of the filter.
    public var dropped: [String: Int] = [:]
    /// Entries held.
    public var held = 0
    /// Entries left for a later delivery by `take`.
    public var later = 0
    /// For how many entries each pattern took too long to decide; those that are held are asked about again.
    public var undecided: [String: Int] = [:]
    /// Requests of its filters.
    public var requests = 0
    /// Why its filters could not run, or nil.
    public var error: StageError?

    /// Makes an outcome.
    public init(isDue: Bool) { self.isDue = isDue }
}

/// What became of a sink in a run.
public struct SinkOutcome: Sendable, Hashable {
    /// Entries delivered in this run.
    public var delivered = 0
    /// Entries that wait for it now.
    public var waiting = 0
    /// Entries given up in this run.
    public var givenUp = 0
    /// Where its messages went in this run.
    public var targets: [String] = []
    /// Why the last attempt failed, or nil.
    public var error: StageError?

    /// Makes an outcome.
    public init() {}
}
