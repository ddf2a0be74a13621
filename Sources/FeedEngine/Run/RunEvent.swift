package import FeedStages

/// What happens in a run, named for what happened, never for who shows it.
package enum RunEvent: Sendable {
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
package struct SourceOutcome: Sendable, Hashable {
    /// What became of a source, in one word.
    package enum Kind: String, Sendable, Hashable {
        case loaded, unchanged, failed, skipped
    }

    /// Why a source was not asked.
    package enum SkipReason: String, Sendable, Hashable {
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

    /// What became of the source, in one word.
    package var kind: Kind
    /// Whether it had never yet been loaded successfully before this run.
    package var isFirstLoad = false
    /// Why it was skipped, or nil.
    package var skipReason: SkipReason?
    /// HTTP status of the last answer, or nil.
    package var httpStatus: Int?
    /// Requests sent.
    package var requests = 0
    /// Bytes received.
    package var bytes = 0
    /// Entries in its documents.
    package var entries = 0
    /// Entries not seen before.
    package var new = 0
    /// Those of them that the flood guard keeps from the pipelines.
    package var quarantined = 0
    /// Seconds taken.
    package var seconds = 0.0
    /// Why it failed, or nil.
    package var error: StageError?
    /// Documents of many that could not be read, by key; the others were kept.
    package var failedDocuments: [FailedDocument] = []

    package init(_ kind: Kind) { self.kind = kind }
}

/// One document of many that could not be read.
package struct FailedDocument: Sendable, Hashable {
    /// Which.
    package var key: String
    /// Why.
    package var error: StageError
}

/// What became of a pipeline in a run.
package struct PipelineOutcome: Sendable, Hashable {
    /// Whether it was due.
    package var isDue: Bool
    /// Entries that went into its digest.
    package var kept = 0
    /// Entries dropped, by the name of the filter.
    package var dropped: [String: Int] = [:]
    /// Entries held.
    package var held = 0
    /// Entries left for a later delivery by `take`.
    package var later = 0
    /// For how many entries each pattern took too long to decide; those that are held are asked about again.
    package var undecided: [String: Int] = [:]
    /// Requests of its filters.
    package var requests = 0
    /// Why its filters could not run, or nil.
    package var error: StageError?

    package init(isDue: Bool) { self.isDue = isDue }
}

/// What became of a sink in a run.
package struct SinkOutcome: Sendable, Hashable {
    /// Entries delivered in this run.
    package var delivered = 0
    /// Entries that wait for it now.
    package var waiting = 0
    /// Entries given up in this run.
    package var givenUp = 0
    /// Where its messages went in this run.
    package var targets: [String] = []
    /// Why the last attempt failed, or nil.
    package var error: StageError?

    package init() {}
}
