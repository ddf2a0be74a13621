public import FeedModel
import FeedStages

/// A feed that answers, but has brought nothing new for far longer than it used to.
public struct Silence: Sendable, Hashable {
    /// When the last entry came.
    public var since: Timestamp
    /// For how long.
    public var lasts: Duration
    /// Entries of the twelve weeks before.
    public var entriesBefore: Int

    /// A shorter one says nothing.
    static let shortest: Duration = .seconds(30 * 86_400)
    private static let span: Duration = .seconds(84 * 86_400)
    private static let usualIntervals = 10

    /// Nil if it is not longer than what may be expected of a feed with so many entries in the twelve weeks before it.
    init?(since: Timestamp, entriesBefore: Int, now: Timestamp) {
        self.since = since
        self.entriesBefore = entriesBefore
        lasts = now - since
        guard entriesBefore >= 3, lasts >= Self.shortest, lasts >= Self.span * Self.usualIntervals / entriesBefore
        else {
            return nil
        }
    }

    /// Entries a week, before; at least 1 if it is told.
    public var perWeek: Int { (entriesBefore + 6) / 12 }
    /// Whether there was a rhythm to speak of: at least one entry a week.
    var isWorthTelling: Bool { entriesBefore >= 12 }

    /// The beginning of the span that counts as before.
    static func spanStart(before moment: Timestamp) -> Timestamp { moment - span }
}

extension StateDatabase {
    /// The silence of a feed since its last entry, if it is one.
    func silence(of key: FeedKey, since last: Timestamp, now: Timestamp) throws(StageError) -> Silence? {
        guard now - last >= Silence.shortest else { return nil }
        let count = try connection.first(
            """
            SELECT count(*) FROM entry JOIN feed ON feed.id = entry.feed
            WHERE feed.key = ? AND entry.date > ? AND entry.date <= ?
            """, .blob(key.hash), .time(Silence.spanStart(before: last)), .time(last)
        ) { $0.int(0) }
        return Silence(since: last, entriesBefore: count ?? 0, now: now)
    }
}
