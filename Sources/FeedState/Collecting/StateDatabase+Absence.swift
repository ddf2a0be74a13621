import FeedModel
import FeedStages

/// Times in which nobody looked at a source though it is looked at more often: the machine was off, or the source could
/// not be reached. What was published then waited for us, and is not older for it.
extension StateDatabase {
    /// A pause that is no absence, whatever the source is used to.
    private static let shortestAbsence: Int64 = 86_400_000

    /// How long before `now` nobody had looked, in milliseconds; 0 if that is usual.
    ///
    /// - Parameter last: when the source was last fetched and read to its end, or nil.
    func absence(of feed: FeedKey, since last: Timestamp?, now: Timestamp) throws(StageError) -> Int64 {
        guard let last, now.milliseconds - last.milliseconds > Self.shortestAbsence else { return 0 }
        let gap = now.milliseconds - last.milliseconds
        let usual = try connection.first(
            "SELECT usual_gap FROM feed WHERE key = ? AND document = ''", .blob(feed.hash)
        ) { $0.integer(0) }
        return gap > Self.longestUsual(after: usual ?? 0) ? gap : 0
    }

    /// Learns from a complete fetch how often the source is looked at; to be called before it is noted. Who changes cron
    /// to once a week is believed after a few weeks.
    func noteGap(of feed: FeedKey, now: Timestamp) throws(StageError) {
        try connection.run(
            """
            UPDATE feed SET usual_gap = max(0, min(?1 - last_success, 2 * usual_gap + ?2))
            WHERE key = ?3 AND document = '' AND last_success IS NOT NULL
            """, .time(now), .integer(Self.shortestAbsence), .blob(feed.hash))
    }

    /// A damaged row may hold any number.
    private static func longestUsual(after usual: Int64) -> Int64 { 2 * min(max(usual, 0), 1 << 50) + shortestAbsence }

    /// Notes how long an entry that is new had waited at most when it was first seen.
    func noteAbsence(_ absence: Int64, of entry: Int64) throws(StageError) {
        guard absence > 0 else { return }
        try connection.run("UPDATE entry SET waited = ? WHERE id = ?", .integer(absence), .integer(entry))
    }
}
