import FeedModel
import FeedStages

/// Records of complete fetches.
extension StateDatabase {
    /// The row of a feed before its fetch is recorded.
    private struct PreviousState {
        var wasNotified = false
        var lastAttempt: Timestamp?
        var loadedAt: Timestamp?
        var lastNewAt: Timestamp?
        var silenceNotifiedAt: Timestamp?
        var history = FetchHistory()
    }

    /// Records a complete fetch: cursor, due times and health. At the first one, the `firstRun` newest entries begin to
    /// wait in each of the source's pipelines.
    ///
    /// The same statement learns the usual time between fetches, so that a slower schedule is accepted after a few of
    /// them, and the site of the feed, unless that is a stranger's. Returns whether a failure had been reported,
    /// whether an earlier fetch was complete, and a silence to report.
    func completeFetch(
        _ feed: CollectedFeed, _ success: FinishedFetch.Success, now: Timestamp
    ) throws(StageError) -> (wasNotified: Bool, hadWorked: Bool, silence: Silence?) {
        var before = try previousStateAddingRow(of: feed)
        if success.earlier.new > 0 { (before.lastNewAt, before.silenceNotifiedAt) = (now, nil) }
        let silence = try silence(of: feed, before, now: now)
        if silence != nil { before.silenceNotifiedAt = now }
        before.history.addSuccess(isSlow: success.seconds > FeedHealth.slowSeconds)
        let site = feed.arrival?.site
        try connection.run(
            """
            UPDATE source SET name = ?, cursor = coalesce(?, cursor), next_at = ?, not_before = NULL, retry_at = NULL,
                loaded_at = coalesce(loaded_at, ?), last_success = ?, last_attempt = ?, last_status = ?,
                last_seconds = ?, last_requests = ?, time_to_live = ?, feed_id = ?, passed_over = 0,
                failures = 0, unseen = 0, failing_since = NULL, told_at = NULL, told = 0, told_causes = NULL,
                recent = ?, pace = ?, repairs = CASE WHEN ? <> 0 THEN ? ELSE repairs END, last_new_at = ?, quiet_told_at = ?,
                gone_since = NULL, gone_fetches = 0, stopped_at = NULL,
                error_code = NULL, error_subject = NULL, error_facts = NULL,
                usual_gap = CASE WHEN last_success IS NULL THEN usual_gap
                    ELSE max(0, min(?6 - last_success, 2 * usual_gap + ?18)) END,
                last_site = CASE WHEN ?19 IS NULL OR strange_site IS NOT DISTINCT FROM ?19 THEN last_site ELSE ?19 END
            WHERE key = ?20
            """, .text(feed.source), .text(orNull: success.cursor?.rawValue), .time(success.nextAt), .time(now),
            .time(now), .time(now), .int(success.httpStatus), .int(Self.milliseconds(success.seconds)),
            .int(success.requests), .int(success.timeToLive.map { Int($0.clampedMilliseconds) }),
            .text(orNull: success.feedID), .integer(before.history.recent), .integer(before.history.pace),
            .flag(success.repairs != nil), .text(orNull: Self.list(success.repairs)), .time(before.lastNewAt),
            .time(before.silenceNotifiedAt), .integer(Self.shortestAbsence), .text(orNull: site), .blob(feed.key.hash))
        // Of a feed that another program has followed, all that it has not shown is new.
        let followed = try before.loadedAt == nil ? followed(feed.key) : nil
        let limit = followed == nil ? success.firstRun : .max
        for pipeline in feed.pipelines { try settle(pipeline, with: feed.key, limit: limit, now: now) }
        return (before.wasNotified, before.loadedAt != nil, silence)
    }

    private func previousStateAddingRow(of feed: CollectedFeed) throws(StageError) -> PreviousState {
        let known = try connection.first(
            """
            SELECT told_at IS NOT NULL, last_attempt, loaded_at, last_new_at, quiet_told_at, recent, pace
            FROM source WHERE key = ?
            """, .blob(feed.key.hash)
        ) { row in
            PreviousState(
                wasNotified: row.flag(0), lastAttempt: row.time(1), loadedAt: row.time(2), lastNewAt: row.time(3),
                silenceNotifiedAt: row.time(4), history: FetchHistory(recent: row.integer(5), pace: row.integer(6)))
        }
        if known == nil { try touch(feed.key, source: feed.source) }
        return known ?? PreviousState()
    }

    /// Returns a silence to report, or nil. It is looked for once a day, in feeds that have brought entries after their
    /// first fetch.
    private func silence(
        of feed: CollectedFeed, _ before: PreviousState, now: Timestamp
    ) throws(StageError) -> Silence? {
        guard let lastNew = before.lastNewAt, let loaded = before.loadedAt, lastNew > loaded,
            before.silenceNotifiedAt == nil, now - lastNew >= Silence.shortest,
            let lastAttempt = before.lastAttempt, !lastAttempt.isSameDay(as: now)
        else { return nil }
        return try silence(of: feed.key, since: lastNew, now: now).flatMap { $0.isWorthReporting ? $0 : nil }
    }

    /// Returns repair codes in their stored form, at most 20; nil for none.
    private static func list(_ codes: [String]?) -> String? {
        guard let codes, !codes.isEmpty else { return nil }
        return codes.prefix(20).joined(separator: " ")
    }
}

extension Timestamp {
    fileprivate func isSameDay(as other: Timestamp) -> Bool {
        milliseconds / 86_400_000 == other.milliseconds / 86_400_000
    }
}
