package import FeedModel
import FeedStages

/// The silence of a feed: its fetches are complete, but have brought no new entry for far longer than before.
package struct Silence: Sendable, Hashable, Codable {
    /// When the last entry came.
    package var since: Timestamp
    /// How long the silence has lasted.
    package var lasts: Duration
    /// How much the feed had brought in the twelve weeks before, as far as it was known then.
    package var before: EntryRate

    /// The shortest silence that means anything.
    static let shortest: Duration = .seconds(30 * 86_400)
    static let window: Duration = .seconds(84 * 86_400)
    private static let usualIntervals = 10
    /// The least time over which a rhythm is measured.
    private static let leastKnown: Duration = .seconds(14 * 86_400)
    private static let fewestToReport = 6
    /// The time before a silence in which pauses are measured: releases come in bursts, schools have holidays.
    fileprivate static let pauseWindow: Duration = .seconds(400 * 86_400)
    /// A pause counts only behind this many entries: the first ones may stand at the head of the feed for years.
    fileprivate static let fewestBeforePause = 3

    /// Returns nil if the silence is not longer than the earlier rate lets expect.
    init?(since: Timestamp, before: EntryRate, now: Timestamp) {
        self.since = since
        self.before = before
        lasts = now - since
        let span = max(before.span, Self.leastKnown)
        guard before.entries >= 3, lasts >= Self.shortest, lasts >= span * Self.usualIntervals / before.entries else {
            return nil
        }
    }

    /// Entries per week before the silence; at least 1 if it is reported.
    package var perWeek: Int { Int(before.perWeek(knownFor: Self.leastKnown).rounded()) }
    /// Whether the earlier rate is worth a report: six entries, and one or more a week.
    var isWorthReporting: Bool {
        before.entries >= Self.fewestToReport && before.perWeek(knownFor: Self.leastKnown) >= 1
    }
}

extension StateDatabase {
    /// Returns the silence of a feed since its last entry, or nil. It must be over twice as long as any pause before.
    func silence(of key: FeedKey, since last: Timestamp, now: Timestamp) throws(StageError) -> Silence? {
        guard now - last >= Silence.shortest,
            let silence = Silence(
                since: last, before: try rate(of: key, within: Silence.window, before: last), now: now),
            silence.lasts > (try longestPause(of: key, before: last)) * 2
        else { return nil }
        return silence
    }

    /// Returns the longest time between two entries of a feed in the 400 days before `end`.
    private func longestPause(of key: FeedKey, before end: Timestamp) throws(StageError) -> Duration {
        let longest = try connection.first(
            """
            SELECT max(date - former) FROM (
                SELECT date, lag(date) OVER by_date AS former, row_number() OVER by_date AS place
                FROM source JOIN document ON document.source = source.id AND document.key = ?5
                    JOIN entry ON entry.document = document.id
                WHERE source.key = ?1 AND date > ?2 AND date <= ?3
                WINDOW by_date AS (ORDER BY date)) AS dated
            WHERE place > ?4
            """, .blob(key.hash), .time(end - Silence.pauseWindow), .time(end), .int(Silence.fewestBeforePause),
            .text(DocumentKey.only.rawValue)
        ) { $0.integer(0) }
        return .milliseconds(longest ?? 0)
    }
}
