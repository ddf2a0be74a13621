package import FeedModel
package import FeedStages

/// All that the state knows of a source's health, to be shown to the user.
package struct FeedRecord: Sendable {
    /// The feed's health.
    package var health: FeedHealth
    /// The title that the feed gives itself, or nil.
    package var title: String?
    /// When a fetch of the feed was first complete, or nil.
    package var loadedAt: Timestamp?
    /// The HTTP status of the last response, or nil.
    package var httpStatus: Int?
    /// How long the last fetch took, in seconds.
    package var seconds: Double
    /// The last error; nil if the last fetch was complete.
    package var error: StageError?
    /// How many of the last fetches are recorded, at most 32.
    package var recentFetches = 0
    /// How many of these fetches failed.
    package var recentFailures = 0
    /// Codes of the repairs that the parser made in the feed's document.
    package var repairs: [String] = []
    /// When the feed is due by `refresh`, or nil.
    package var nextAt: Timestamp?
    /// The earliest time at which the server permits the next request, or nil.
    package var notBefore: Timestamp?
    /// The earliest time at which the failing feed is fetched again, or nil.
    package var retryAt: Timestamp?
    /// The address to which requests go instead of the configured one, or nil.
    package var movedTo: String?
    /// Where permanent redirects lead that are not believed yet, and since when; or nil.
    package var movingTo: (address: String, since: Timestamp)?
    /// When the feed last brought something new, or nil.
    package var lastNewAt: Timestamp?
    /// How many entries of the feed are stored, if they were counted; else 0.
    package var entries = 0
    /// How much the feed brought in the last four weeks, or since it is known.
    package var rate = EntryRate(entries: 0, over: .zero)
    /// The date of the feed's newest entry that is not in the future, or nil.
    package var newest: Timestamp?
    /// The feed's silence, if it has brought nothing for far longer than usual, or nil.
    package var silence: Silence?
    /// The entries that may have been missed last, and when that was noticed; or nil.
    package var missed: (entries: MissedEntries, at: Timestamp)?
    /// Fields that nearly all its entries had and new ones lack.
    package var goneFields: [GoneField] = []
    /// Names of the pipelines that have it, as of the last run, if entries were counted; else none.
    package var pipelines: [String] = []

    /// Returns the earliest time of the next fetch; nil if no later moment is set, or if polling was stopped.
    ///
    /// - Parameter now: the present. Moments more than `BackOff.longestWait` ahead come from a wrong clock and do not
    ///   count.
    package func nextPoll(at now: Timestamp) -> Timestamp? {
        guard health.stoppedAt == nil else { return nil }
        return [nextAt, notBefore, retryAt].compactMap { $0 }.filter { $0 > now && $0 <= now + BackOff.longestWait }
            .max()
    }

    /// Whether entries may have been missed within the last week.
    package func missesEntries(at now: Timestamp) -> Bool { missed.map { now - $0.at < .seconds(7 * 86_400) } ?? false }

    /// Entries per week, over the last four weeks or over the time that it is known, at least a week.
    package var entriesPerWeek: Double { rate.perWeek() }
}

/// The health of one document, for a source with many documents.
package struct DocumentRecord: Sendable {
    /// The key of the document.
    package var key: DocumentKey
    /// The document's health.
    package var health: FeedHealth
    /// The last error.
    package var error: StageError
}
