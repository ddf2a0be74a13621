package import FeedModel
package import FeedStages

/// The result of a run, for the table, the exit status and `--report`.
package struct RunReport: Sendable {
    /// When the run began.
    package var started: Timestamp
    /// When the run ended.
    package var finished: Timestamp
    /// Outcomes of sources by configured name.
    package var sources: [String: SourceOutcome] = [:]
    /// Outcomes of pipelines by configured name.
    package var pipelines: [String: PipelineOutcome] = [:]
    /// Outcomes of sinks by configured name.
    package var sinks: [String: SinkOutcome] = [:]
    /// Problems and recoveries that were not reported before, in the order in which they happened.
    package var changes: [Change] = []
    /// The lines to report, oldest first: these changes, and those that earlier runs could not report.
    package var lines: [ChangeLine] = []
    /// How many lines were deleted unreported because too many waited.
    package var lostLines = 0
    /// Whether every fetch, or nearly every fetch, failed because this machine is offline.
    package var isOffline = false
    /// Why the state could not be used, or nil.
    package var stateError: StageError?
    /// How many sources were not reached within `max_run`.
    package var unreached = 0
    /// The state of the request budgets that servers announced.
    package var budgets: [BudgetOutlook] = []
    /// When something is due next, if that was asked for and is known.
    package var nextDue: Timestamp?
    /// Whether the run was stopped before its end.
    package var wasCancelled = false

    package init(started: Timestamp) {
        self.started = started
        finished = started
    }

    /// How many requests a server still takes.
    package struct BudgetOutlook: Sendable, Hashable {
        /// The server.
        package var server: String
        /// Requests left.
        package var remaining: Int
        /// Requests in each period, or nil.
        package var allowed: Int?
        /// When the next period begins.
        package var resetsAt: Timestamp
        /// Requests that this run needed, including those not sent.
        package var needed: Int
    }
}
