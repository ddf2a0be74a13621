package import FeedModel
package import FeedStages

/// What a run did, for the table, the exit status and `--report`.
package struct RunReport: Sendable {
    /// When it began.
    package var started: Timestamp
    /// When it ended.
    package var finished: Timestamp
    /// By configured name.
    package var sources: [String: SourceOutcome] = [:]
    /// By configured name.
    package var pipelines: [String: PipelineOutcome] = [:]
    /// By configured name.
    package var sinks: [String: SinkOutcome] = [:]
    /// What changed for the worse or recovered, and was not told before, in the order of happening.
    package var changes: [Change] = []
    /// What there is to tell, the oldest first: these changes, and what earlier runs could tell nobody.
    package var lines: [ChangeLine] = []
    /// How many lines were let go untold, because too many waited.
    package var lostLines = 0
    /// Whether (nearly) every fetch failed because this machine is offline.
    package var isOffline = false
    /// Why the state could not be used, or nil.
    package var stateError: StageError?
    /// Sources that were not reached within `max_run`.
    package var unreached = 0
    /// How far the budgets go that servers gave us.
    package var budgets: [BudgetOutlook] = []
    /// Whether the run was stopped before its end.
    package var wasCancelled = false

    package init(started: Timestamp) {
        self.started = started
        finished = started
    }

    /// How far the requests go that a server still takes.
    package struct BudgetOutlook: Sendable, Hashable {
        /// Whose.
        package var server: String
        /// Requests left.
        package var remaining: Int
        /// Requests a period, or nil.
        package var allowed: Int?
        /// When the next period begins.
        package var resetsAt: Timestamp
        /// Requests that this run needed, those not sent among them.
        package var needed: Int
    }
}
