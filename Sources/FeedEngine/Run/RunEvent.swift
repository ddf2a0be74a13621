package import FeedModel
package import FeedStages

/// An event of a run, named for what happened and not for how it is shown.
package enum RunEvent: Sendable {
    /// The run began, with this many sources to fetch and this many pipelines due.
    case started(sources: Int, pipelines: Int)
    /// This many messages that an earlier run left open are completed first.
    case openMessagesFound(Int)
    /// The fetch of a source began.
    case sourceStarted(String)
    /// The fetch of a source ended.
    case sourceFinished(String, SourceOutcome)
    /// A pipeline's waiting entries were filtered and planned.
    case pipelinePlanned(String, PipelineOutcome)
    /// A message was received by its target.
    case messageDelivered(sink: String, target: String, entries: Int)
    /// A message could not be delivered. It waits, or was given up.
    case messageFailed(sink: String, target: String, StageError, givenUp: Bool)
    /// A message that a sink would have received (`--dry-run`).
    case messagePreviewed(MessagePreview)
    /// A file is older than its sink keeps files: it was removed, was missing, has changed and stays, or could not be
    /// removed. In a preview it would be removed.
    case fileExpired(sink: String, path: String, Result<FileRemoval, StageError>, isPreview: Bool)
    /// A finding that the user should know, though nothing failed.
    case warning(StageError)
    /// The run is over.
    case finished
}

/// A message that a sink would have received.
package struct MessagePreview: Sendable {
    /// The sink's name.
    package var sink: String
    /// The target, such as a path or an endpoint's name.
    package var target: String
    /// The bytes that would have been delivered.
    package var payload: [UInt8]
    /// The entries that the message would have delivered, as the filters left them.
    package var entries: [DigestEntry]
}

/// The outcome of a source in a run.
package struct SourceOutcome: Sendable, Hashable {
    /// The outcome in one word.
    package enum Kind: String, Sendable, Hashable {
        case loaded, unchanged, failed, skipped
    }

    /// Why a source was not fetched.
    package enum SkipReason: String, Sendable, Hashable {
        /// The source's `refresh` interval has not passed.
        case notDue = "not_due"
        /// The server asked us to wait.
        case throttled
        /// `enabled: no`, or no pipeline has it.
        case disabled
        /// The run was stopped or reached `max_run` first.
        case notReached = "not_reached"
        /// The request budget of the source's server is used up for now.
        case overBudget = "over_budget"
        /// Another worker of the same state has it, or has just fetched it.
        case otherWorker = "other_worker"
        /// The source's server has responded to no other source in this run.
        case silent
        /// The source failed repeatedly and is not fetched for a while.
        case backOff = "back_off"
        /// The server said repeatedly that the source is gone permanently.
        case stopped
    }

    /// The outcome in one word.
    package var kind: Kind
    /// Whether the source had never yet been loaded successfully before this run.
    package var isFirstLoad = false
    /// Why the source was skipped, or nil.
    package var skipReason: SkipReason?
    /// HTTP status of the last response, or nil.
    package var httpStatus: Int?
    /// Requests sent.
    package var requests = 0
    /// Bytes received.
    package var bytes = 0
    /// Entries in the source's documents.
    package var entries = 0
    /// Entries not seen before.
    package var new = 0
    /// How many of the new entries the flood guard holds back from the pipelines.
    package var quarantined = 0
    /// Seconds taken.
    package var seconds = 0.0
    /// Why the source failed, or nil.
    package var error: StageError? {
        get { if case .error(let error) = failure { error } else { nil } }
        set { failure = newValue.map { .error($0) } ?? .none }
    }
    private var failure = Failure.none
    /// The documents of the source that could not be read. The other documents were kept.
    package var failedDocuments: [FailedDocument] = []

    package init(_ kind: Kind) { self.kind = kind }

    /// An error behind one pointer: a run keeps the outcomes of all sources, and few have one.
    private indirect enum Failure: Sendable, Hashable {
        case none
        case error(StageError)
    }
}

/// A document of a source that could not be read.
package struct FailedDocument: Sendable, Hashable {
    /// The document's key within the source.
    package var key: String
    /// Why the document could not be read.
    package var error: StageError
}

/// The outcome of a pipeline in a run.
package struct PipelineOutcome: Sendable, Hashable {
    /// Whether the pipeline was due.
    package var isDue: Bool
    /// Whether the run was to leave it out: others were named, or nothing was to be delivered.
    package var isLeftOut = false
    /// Whether another worker of the same state serves it.
    package var isOfOtherWorker = false
    /// When its schedule comes next, if it was not due; else nil.
    package var next: Timestamp?
    /// Entries that went into its digest.
    package var kept = 0
    /// Entries dropped, by the filter's name.
    package var dropped: [String: Int] = [:]
    /// Entries held.
    package var held = 0
    /// Entries left for a later delivery by `take`.
    package var later = 0
    /// How many entries each pattern took too long to decide. Entries that are held are tried again in a later run.
    package var undecided: [String: Int] = [:]
    /// Requests that the pipeline's filters sent.
    package var requests = 0
    /// Why the pipeline's filters could not run, or nil.
    package var error: StageError?

    package init(isDue: Bool) { self.isDue = isDue }
}

/// The outcome of a sink in a run.
package struct SinkOutcome: Sendable, Hashable {
    /// Entries delivered in this run.
    package var delivered = 0
    /// Entries that a dry run would have delivered.
    package var previewed = 0
    /// Entries that wait for it now.
    package var waiting = 0
    /// Entries given up in this run.
    package var givenUp = 0
    /// The targets of the sink's messages in this run.
    package var targets: [String] = []
    /// Whether another worker of the same state delivers to it.
    package var isOfOtherWorker = false
    /// When its messages can go on, if something else than a failure has stopped them: a pause that the receiver wants, its
    /// rate, or another worker.
    package var resumesAt: Timestamp?
    /// Why the last attempt failed, or nil.
    package var error: StageError?

    package init() {}
}
