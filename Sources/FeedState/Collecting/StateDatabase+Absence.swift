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
            "SELECT usual_gap FROM feed WHERE key = ? AND document = ''", .blob(feed.hash)
        ) { $0.integer(0) }
        return gap > Self.longestUsual(after: usual ?? 0) ? gap : 0
    }

    /// A damaged row may hold any number.
    private static func longestUsual(after usual: Int64) -> Int64 { 2 * min(max(usual, 0), 1 << 50) + shortestAbsence }

    /// Notes how long an entry that is new had waited at most when it was first seen.
    func noteAbsence(_ absence: Int64, of entry: Int64) throws(StageError) {
        guard absence > 0 else { return }
        try connection.run("UPDATE entry SET waited = ? WHERE id = ?", .integer(absence), .integer(entry))
    }
}
