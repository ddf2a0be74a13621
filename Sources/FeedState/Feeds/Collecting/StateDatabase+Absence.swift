import FeedModel
import FeedStages

/// Absences: times in which a source was polled less than usual, because the machine was off or the source could not be
/// reached. Entries that were published meanwhile waited for us, so their age does not count against them.
extension StateDatabase {
    /// The shortest absence in milliseconds. A shorter pause never is one.
    static let shortestAbsence: Int64 = 86_400_000

    /// Returns how long a feed had not been read before `now`, in milliseconds; 0 if that is usual.
    ///
    /// - Parameter last: when the source was last fetched completely, or nil.
    func absence(of feed: FeedKey, since last: Timestamp?, now: Timestamp) throws(StageError) -> Int64 {
        guard let last, now.milliseconds - last.milliseconds > Self.shortestAbsence else { return 0 }
        let gap = now.milliseconds - last.milliseconds
        let usual = try connection.first(
            "SELECT usual_gap FROM source WHERE key = ?", .blob(feed.hash)
        ) { $0.integer(0) }
        return gap > Self.longestUsual(after: usual ?? 0) ? gap : 0
    }

    /// Returns for how long before `now` a due source was not fetched. Zero if that is usual, or if no usual time is
    /// known yet: the failures before and after may have different causes, and each of them may have passed.
    func unseen(_ feed: FeedKey, now: Timestamp) throws(StageError) -> Duration {
        let gap = try connection.first(
            """
            SELECT ?2 - max(max(last_attempt, coalesce(next_at, 0)), max(coalesce(not_before, 0), coalesce(retry_at, 0))),
                usual_gap
            FROM source WHERE key = ?1 AND last_attempt IS NOT NULL
            """, .blob(feed.hash), .time(now)
        ) { (length: $0.integer(0), usual: min(max($0.integer(1), 0), 1 << 50)) }
        guard let gap, gap.usual > 0, gap.length > 2 * gap.usual + Self.shortestUnseen else { return .zero }
        return min(.milliseconds(gap.length), Self.longestUnseen)
    }

    /// A delay up to this many milliseconds more than twice the usual pause counts as usual.
    private static let shortestUnseen: Int64 = 2 * 3_600_000
    /// The longest believable time. A longer one comes from a clock that was wrong.
    private static let longestUnseen = Duration.seconds(14 * 86_400)

    /// Returns the longest usual pause in milliseconds. A damaged row may hold any number.
    private static func longestUsual(after usual: Int64) -> Int64 { 2 * min(max(usual, 0), 1 << 50) + shortestAbsence }

    /// Records for how long at most a new entry had waited when it was first seen, in milliseconds.
    func recordAbsence(_ absence: Int64, of entry: Int64) throws(StageError) {
        guard absence > 0 else { return }
        try connection.run("UPDATE entry SET waited = ? WHERE id = ?", .integer(absence), .integer(entry))
    }
}
