import FeedModel
import FeedStages

/// The reach of documents, and entries that may have been missed.
extension StateDatabase {
    /// For how long missed entries of a source are not reported again: a week, then a month at a time, since perhaps
    /// the source cannot be fetched more often.
    private static let missedSilences: [Duration] = [.seconds(7 * 86_400), .seconds(30 * 86_400)]
    /// The time without missed entries after which further ones are reported as new and not as a reminder.
    private static let missedPause: Duration = .seconds(14 * 86_400)
    /// Tolerance for clocks that differ and for caches.
    private static let tolerance: Duration = .seconds(60)
    /// The shortest pause between two fetches that is given as advice.
    private static let shortestAdvice: Duration = .seconds(60)

    /// Reads five columns: stay, shown, oldest_shown, newest_shown, coalesce(last_new_at, loaded_at).
    static func reach(_ row: StateRow, from column: Int32) -> DocumentReach {
        var reach = DocumentReach()
        reach.stay = row.optionalInteger(column).map { .milliseconds($0) }
        reach.shown = row.int(column + 1)
        reach.oldest = row.time(column + 2)
        reach.newest = row.time(column + 3)
        reach.quietSince = row.time(column + 4)
        return reach
    }

    /// Returns how much of a document is new.
    func turnover(
        _ document: PreparedDocument, _ recognition: Recognition, in known: KnownDocument
    ) throws(StageError) -> Turnover {
        var turnover = Turnover(document, recognition)
        guard turnover.new > 0, turnover.known == 0, let last = known.lastComplete else { return turnover }
        let hasLostEntries = try moment(Self.lostEntriesAt).map { $0 >= last } ?? false
        turnover.isIncomparable = hasLostEntries || document.isOtherSite(than: known)
        return turnover
    }

    /// Updates the reach from a complete fetch, before the fetch is recorded. Returns the entries that may have been
    /// missed if they are to be reported now: the first time, a week later, and then each month.
    func recordReach(
        _ feed: CollectedFeed, _ turnover: Turnover, _ success: FinishedFetch.Success, now: Timestamp
    ) throws(StageError) -> MissedEntries? {
        guard turnover.documents > 0 else { return nil }
        let known = try connection.first(
            """
            SELECT last_success, failing_since, missed_told, missed_at, missed_tellings,
                stay, shown, oldest_shown, newest_shown, coalesce(last_new_at, loaded_at)
            FROM source WHERE key = ?
            """, .blob(feed.key.hash)
        ) { row in
            (
                last: row.time(0), failingSince: row.time(1), notified: row.time(2), missed: row.time(3),
                notifications: row.int(4), reach: Self.reach(row, from: 5)
            )
        }
        guard let known else { return nil }
        var reach = known.reach
        reach.learn(from: turnover, last: known.last, now: now)
        try connection.run(
            """
            UPDATE source SET stay = ?, shown = ?, oldest_shown = ?, newest_shown = ? WHERE key = ?
            """, .int(reach.stay.map { Int($0.clampedMilliseconds) }), .int(reach.shown), .time(reach.oldest),
            .time(reach.newest), .blob(feed.key.hash))
        guard let last = known.last, last < now,
            var missed = missed(since: last, turnover, before: known.reach, after: reach, success, now: now)
        else { return nil }
        if missed.cause == .rhythm, let since = known.failingSince, (now - since) * 2 >= now - last {
            missed.cause = .failing
        }
        let goesOn = known.missed.map { now - $0 <= Self.missedPause } ?? false
        let notifications = goesOn ? known.notifications : 0
        let silence = Self.missedSilences[notifications > 1 ? 1 : 0]
        let isToNotify = known.notified.map { now - $0 >= silence } ?? true
        missed.isReminder = notifications > 0
        try connection.run(
            """
            UPDATE source SET missed_at = ?1, missed_from = ?2, missed_until = ?3, missed_pause = ?4, missed_cause = ?5,
                missed_told = CASE WHEN ?6 <> 0 THEN ?1 ELSE missed_told END, missed_tellings = ?7 + ?6
            WHERE key = ?8
            """, .time(now), .time(missed.from), .time(missed.until), .int(Int(missed.pause.clampedMilliseconds)),
            .text(missed.cause.code), .flag(isToNotify), .int(notifications),
            .blob(feed.key.hash))
        return isToNotify ? missed : nil
    }

    private func missed(
        since last: Timestamp, _ turnover: Turnover, before: DocumentReach, after: DocumentReach,
        _ success: FinishedFetch.Success,
        now: Timestamp
    ) -> MissedEntries? {
        guard turnover.new > 0, !turnover.isIncomparable, !success.isElsewhere else { return nil }
        let gap = now - last
        let isUnread = success.unread != nil
        if !isUnread {
            guard turnover.scrolled(since: last, quietSince: before.quietSince ?? last, now: now) else { return nil }
            // Nothing can have left an empty list.
            guard before.shown > 0 else { return nil }
            // A list that starts anew, at midnight or after a move, is shorter than before.
            guard turnover.count * 4 >= before.shown * 3 else { return nil }
            // A list this short often shares no entry with the one before: its usual pace must show that entries were
            // missed.
            if turnover.count <= Turnover.fewest {
                guard let stay = before.stay, stay * 2 <= gap * 3 else { return nil }
            }
            // The document reaches back beyond the last fetch: its new entries are old, or known under other names.
            if let oldest = after.oldest, oldest <= last - Self.tolerance { return nil }
        }
        let until = after.oldest.map { $0 > last && $0 < now ? $0 : now } ?? now
        let reach = min(after.oldest.map { max(.zero, now - $0) } ?? gap, gap)
        let pause = max(reach / 2, Self.shortestAdvice)
        var cause = MissedEntries.Cause.rhythm
        if let options = success.unread {
            cause = .unread(options)
        } else if let (field, wait) = success.serverWait, wait > pause {
            cause = .server(field: field, wait: wait)
        }
        return MissedEntries(from: last, until: until, pause: pause, cause: cause)
    }
}
