package import FeedModel
package import FeedStages

/// Everything the state knows of how a source fares, for people who look.
package struct FeedRecord: Sendable {
    /// How it fared.
    package var health: FeedHealth
    /// The title that the feed gives itself, or nil.
    package var title: String?
    /// When it was first loaded completely, or nil.
    package var loadedAt: Timestamp?
    /// Status of the last answer, or nil.
    package var httpStatus: Int?
    /// How long the last fetch took, in seconds.
    package var seconds: Double
    /// What went wrong last, or nil: the last fetch was complete.
    package var error: StageError?
    /// Fetches of late, 32 at most.
    package var recentFetches = 0
    /// Those of them that failed.
    package var recentFailures = 0
    /// Codes of what had to be mended in its document.
    package var repairs: [String] = []
    /// `refresh` wants it asked then, or nil.
    package var nextAt: Timestamp?
    /// Its server does not want to be asked before, or nil.
    package var notBefore: Timestamp?
    /// It is left alone until then, or nil.
    package var retryAt: Timestamp?
    /// The address at which it is asked instead of the configured one, or nil.
    package var movedTo: String?
    /// Where permanent redirects lead, and since when, though it is not yet believed; or nil.
    package var movingTo: (address: String, since: Timestamp)?
    /// When it last brought something new, or nil.
    package var lastNewAt: Timestamp?
    /// Entries that are stored of it.
    package var entries = 0
    /// How much it brought in the last four weeks, as far as it is known for so long.
    package var rate = EntryRate(entries: 0, over: .zero)
    /// The date of the newest, or nil.
    package var newest: Timestamp?
    /// Whether it has brought nothing for far longer than it used to, or nil.
    package var silence: Silence?
    /// What may have been missed last, and when that was noticed; or nil.
    package var missed: (entries: MissedEntries, at: Timestamp)?
    /// Fields that nearly all its entries had, and none has any more.
    package var goneFields: [GoneField] = []
    /// Names of the pipelines that have it, as of the last run.
    package var pipelines: [String] = []

    /// The earliest moment at which it is asked again, as far as anybody asks for one: what is over is left out.
    ///
    /// - Parameter now: what is further ahead than anybody asks for is of a clock that was wrong.
    package func nextPoll(at now: Timestamp) -> Timestamp? {
        guard health.stoppedAt == nil else { return nil }
        return [nextAt, notBefore, retryAt].compactMap { $0 }.filter { $0 > now && $0 <= now + BackOff.longestWait }
            .max()
    }

    /// Whether entries may have been missed within the last week.
    package func missesEntries(at now: Timestamp) -> Bool { missed.map { now - $0.at < .seconds(7 * 86_400) } ?? false }

    /// Entries a week, over the last four, or over the time that it is known.
    package var entriesPerWeek: Double { rate.perWeek() }
}

/// One document of a source of many, as far as it has a health of its own.
package struct DocumentRecord: Sendable {
    /// Which.
    package var key: DocumentKey
    /// How it fared.
    package var health: FeedHealth
    /// What went wrong last.
    package var error: StageError
}
