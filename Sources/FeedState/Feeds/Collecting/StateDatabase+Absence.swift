import FeedModel
import FeedStages

/// Times in which nobody looked at a source though it is looked at more often: the machine was off, or the source could
/// not be reached. What was published then waited for us, and is not older for it.
extension StateDatabase {
    /// A pause that is no absence, whatever the source is used to.
    static let shortestAbsence: Int64 = 86_400_000

    /// How long before `now` nobody had looked, in milliseconds; 0 if that is usual.
    ///
    /// - Parameter last: when the source was last fetched and read to its end, or nil.
    func absence(of feed: FeedKey, since last: Timestamp?, now: Timestamp) throws(StageError) -> Int64 {
        guard let last, now.milliseconds - last.milliseconds > Self.shortestAbsence else { return 0 }
        let gap = now.milliseconds - last.milliseconds
        let usual = try connection.first(
            "SELECT usual_gap FROM source WHERE key = ?", .blob(feed.hash)
        ) { $0.integer(0) }
        return gap > Self.longestUsual(after: usual ?? 0) ? gap : 0
    }

    /// How long before `now` nobody had looked at a source though it was to be looked at, or zero if that is usual, or
    /// nothing is yet: what it failed before and after may be two troubles, each of which has passed.
    func unseen(_ feed: FeedKey, now: Timestamp) throws(StageError) -> Duration {
        let gap = try connection.first(
            """
            SELECT ?2 - max(last_attempt, coalesce(next_at, 0), coalesce(not_before, 0), coalesce(retry_at, 0)), usual_gap
            FROM source WHERE key = ?1 AND last_attempt IS NOT NULL
            """, .blob(feed.hash), .time(now)
        ) { (length: $0.integer(0), usual: min(max($0.integer(1), 0), 1 << 50)) }
        guard let gap, gap.usual > 0, gap.length > 2 * gap.usual + Self.shortestUnseen else { return .zero }
        return min(.milliseconds(gap.length), Self.longestUnseen)
    }

    /// A pause in which nothing was overlooked.
    private static let shortestUnseen: Int64 = 2 * 3_600_000
    /// More would be a clock that was wrong for a while.
    private static let longestUnseen = Duration.seconds(14 * 86_400)

    /// A damaged row may hold any number.
    private static func longestUsual(after usual: Int64) -> Int64 { 2 * min(max(usual, 0), 1 << 50) + shortestAbsence }

    /// Notes how long an entry that is new had waited at most when it was first seen.
    func recordAbsence(_ absence: Int64, of entry: Int64) throws(StageError) {
        guard absence > 0 else { return }
        try connection.run("UPDATE entry SET waited = ? WHERE id = ?", .integer(absence), .integer(entry))
    }
}
