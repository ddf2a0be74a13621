public import FeedModel
public import FeedStages

/// What a run did, for the table, the exit status and `--report`.
public struct RunReport: Sendable {
    /// When it began.
    public var started: Timestamp
    /// When it ended.
    public var finished: Timestamp
    /// By configured name.
    public var sources: [String: SourceOutcome] = [:]
    /// By configured name.
    public var pipelines: [String: PipelineOutcome] = [:]
    /// By configured name.
    public var sinks: [String: SinkOutcome] = [:]
    /// What changed for the worse or recovered, and was not told before, in the order of happening.
    public var changes: [Change] = []
    /// What there is to tell, the oldest first: these changes, and what earlier runs could tell nobody.
    public var lines: [ChangeLine] = []
    /// How many lines were let go untold, because too many waited.
    public var lostLines = 0
    /// Whether (nearly) every fetch failed because this machine is offline.
    public var isOffline = false
    /// Why the state could not be used, or nil.
    public var stateError: StageError?
    /// Sources that were not reached within `max_run`.
    public var unreached = 0
    /// How far the budgets go that servers gave us.
    public var budgets: [BudgetOutlook] = []
    /// Whether the run was stopped before its end.
    public var wasCancelled = false

    /// Makes an empty report.
    public init(started: Timestamp) {
        self.started = started
        finished = started
    }

    /// How far the requests go that a server still takes.
    public struct BudgetOutlook: Sendable, Hashable {
        /// Whose.
        public var server: String
        /// Requests left.
        public var remaining: Int
        /// Requests a period, or nil.
        public var allowed: Int?
        /// When the next period begins.
        public var resetsAt: Timestamp
        /// Requests that this run needed, those not sent among them.
        public var needed: Int
    }
}
