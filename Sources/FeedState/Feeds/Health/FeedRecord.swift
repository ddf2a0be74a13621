public import FeedModel
public import FeedStages

/// Everything the state knows of how a source fares, for people who look.
public struct FeedRecord: Sendable {
    /// How it fared.
    public var health: FeedHealth
    /// The title that the feed gives itself, or nil.
    public var title: String?
    /// When it was first loaded completely, or nil.
    public var loadedAt: Timestamp?
    /// Status of the last answer, or nil.
    public var httpStatus: Int?
    /// How long the last fetch took, in seconds.
    public var seconds: Double
    /// What went wrong last, or nil: the last fetch was complete.
    public var error: StageError?
    /// Fetches of late, 32 at most.
    public var recentFetches = 0
    /// Those of them that failed.
    public var recentFailures = 0
    /// Codes of what had to be mended in its document.
    public var repairs: [String] = []
    /// `refresh` wants it asked then, or nil.
    public var nextAt: Timestamp?
    /// Its server does not want to be asked before, or nil.
    public var notBefore: Timestamp?
    /// It is left alone until then, or nil.
    public var retryAt: Timestamp?
    /// The address at which it is asked instead of the configured one, or nil.
    public var movedTo: String?
    /// Where permanent redirects lead, and since when, though it is not yet believed; or nil.
    public var movingTo: (address: String, since: Timestamp)?
    /// When it last brought something new, or nil.
    public var lastNewAt: Timestamp?
    /// Entries that are stored of it.
    public var entries = 0
    /// How much it brought in the last four weeks, as far as it is known for so long.
    public var rate = EntryRate(entries: 0, over: .zero)
    /// The date of the newest, or nil.
    public var newest: Timestamp?
    /// Whether it has brought nothing for far longer than it used to, or nil.
    public var silence: Silence?
    /// What may have been missed last, and when that was noticed; or nil.
    public var missed: (entries: MissedEntries, at: Timestamp)?
    /// Fields that nearly all its entries had, and none has any more.
    public var goneFields: [GoneField] = []
    /// Names of the pipelines that have it, as of the last run.
    public var pipelines: [String] = []

    /// The earliest moment at which it is asked again, as far as anybody asks for one: what is over is left out.
    ///
    /// - Parameter now: what is further ahead than anybody asks for is of a clock that was wrong.
    public func nextPoll(at now: Timestamp) -> Timestamp? {
        guard health.stoppedAt == nil else { return nil }
        return [nextAt, notBefore, retryAt].compactMap { $0 }.filter { $0 > now && $0 <= now + BackOff.longestWait }
            .max()
    }

    /// Whether entries may have been missed within the last week.
    public func missesEntries(at now: Timestamp) -> Bool { missed.map { now - $0.at < .seconds(7 * 86_400) } ?? false }

    /// Entries a week, over the last four, or over the time that it is known.
    public var entriesPerWeek: Double { rate.perWeek() }
}

/// One document of a source of many, as far as it has a health of its own.
public struct DocumentRecord: Sendable {
    /// Which.
    public var key: DocumentKey
    /// How it fared.
    public var health: FeedHealth
    /// What went wrong last.
    public var error: StageError
}
