public import FeedConfiguration
public import FeedModel
public import FeedStages
public import FeedState

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

    /// Something that newly needs attention, or has recovered.
    public enum Change: Sendable, Hashable, Codable {
        /// A source turned failing, or has never worked.
        case sourceFailing(FailingSource)
        /// A source answers, but has brought nothing new for far longer than it used to.
        case sourceSilent(String, Silence)
        /// Entries of a source may have come and gone between two fetches.
        case sourceMissed(String, MissedEntries)
        /// One document of a source could not be read, for the first time.
        case documentFailing(String, key: String, StageError)
        /// A source that was told to be failing works again.
        case sourceRecovered(String)
        /// A source that had never worked, which was told, works.
        case sourceWorks(String)
        /// A source's feed lives elsewhere: from now on it is asked there, and the configuration should say so.
        case sourceMoved(String, to: String, option: Place?)
        /// A feed that was believed to have moved is where it was again.
        case sourceBack(String, at: String)
        /// A source is gone for good and is not asked any more.
        case sourceGone(String, StageError)
        /// A source's entries are nearly all new at once, though old; they are kept back until the user says what to do.
        case sourceFlooded(String, entries: Int)
        /// Redirects lead a source to another site, with nothing that was known; its entries are kept back until the user
        /// says whether that is the feed.
        case sourceElsewhere(String, entries: Int, at: String)
        /// A source gave its entries other guids; so many were known again, and nothing of them is delivered twice.
        case sourceChangedGuids(String, entries: Int)
        /// Nearly all entries of a source had these for a month, and its new ones have them no more.
        case sourceFieldsGone(String, [GoneField])
        /// This machine is offline, and no source is blamed; an error of those that followed.
        case offline(StageError, since: Timestamp)
        /// This machine is online again.
        case online(after: Duration)
        /// Sources were not reached within `max_run`, for the first time since all were.
        case outOfTime(Duration, unreached: Int)
        /// A pipeline can decide nothing: one of its filters fails, or something is lacking for it.
        case pipelineFailing(String, StageError, since: Timestamp)
        /// A pipeline that was told to be failing works again.
        case pipelineRecovered(String)
        /// A sink fails: at once if that does not pass by itself, else again and again.
        case sinkFailing(String, StageError, waiting: Int)
        /// A sink has waited for more than 24 h.
        case sinkWaiting(String, since: Timestamp, waiting: Int)
        /// A sink that was told to be failing works again.
        case sinkRecovered(String)
        /// A sink that had never worked, which was told, works.
        case sinkWorks(String)
        /// Messages were given up.
        case givenUp(String, StageError, entries: Int)
        /// What had waited for something that left the configuration 30 days ago waits no more.
        case leftoverForgotten(StateDatabase.Leftover)
        /// The oldest of too many given-up messages were moved into a file.
        case givenUpExported(StateDatabase.GivenUpExport)
        /// Something else the user should know.
        case warning(StageError)
        /// What another version of this program kept to be told, and this one cannot read.
        case unreadable(kind: String, fact: String)

        /// Whether it tells that this machine is offline.
        public var isOffline: Bool { if case .offline = self { true } else { false } }

        /// Whether it makes the exit status 1.
        public var needsAttention: Bool {
            switch self {
            case .sourceFailing(let source): !source.isReminder
            case .sourceMissed(_, let missed): !missed.isReminder
            case .documentFailing, .sourceGone, .sourceFlooded, .sourceElsewhere, .outOfTime, .pipelineFailing,
                .sinkFailing, .sinkWaiting, .givenUp, .leftoverForgotten, .givenUpExported:
                true
            case .sourceSilent, .offline, .online, .sourceRecovered, .sourceWorks, .sourceMoved, .sourceBack,
                .sourceChangedGuids, .sourceFieldsGone, .pipelineRecovered, .sinkRecovered, .sinkWorks, .warning,
                .unreadable:
                false
            }
        }
    }
}

/// A source that fails, as the user is told of it.
public struct FailingSource: Sendable, Hashable, Codable {
    /// The configured name.
    public var name: String
    /// What went wrong last.
    public var error: StageError
    /// When the first of the failures in a row happened.
    public var since: Timestamp
    /// Failures in a row.
    public var failures: Int
    /// Whether it was ever loaded completely.
    public var hasEverWorked: Bool
    /// `failing`, `throttled`, `blocked` or `dead`.
    public var state: HealthState
    /// Whether the user has been told of it before.
    public var isReminder: Bool
    /// Whether the user was told that it fails, but not for this reason.
    public var isOtherCause: Bool
    /// For how long it is left alone now, or nil.
    public var wait: Duration?

    /// Makes a failing source.
    public init(
        name: String, error: StageError, since: Timestamp, failures: Int, hasEverWorked: Bool,
        state: HealthState = .failing, isReminder: Bool = false, isOtherCause: Bool = false,
        wait: Duration? = nil
    ) {
        self.name = name
        self.error = error
        self.since = since
        self.failures = failures
        self.hasEverWorked = hasEverWorked
        self.state = state
        self.isReminder = isReminder
        self.isOtherCause = isOtherCause
        self.wait = wait
    }
}
