package import FeedModel
package import FeedStages

/// Correction of moments in the future, which a wrong clock left: feeds and pipelines would wait for them for years.
extension StateDatabase {
    /// How far a correct clock may be ahead of another.
    private static let tolerance: Duration = .seconds(60)
    /// The longest believable wait of a message.
    private static let longestMessageWait: Duration = .seconds(2 * 86_400)

    package func repairClock(now: Timestamp) throws(StageError) {
        let (latest, furthest) = (now + Self.tolerance, now + BackOff.longestWait)
        guard try hasFuture(after: latest, waitsBeyond: furthest, now: now) else { return }
        try transaction { () throws(StageError) in
            // SQLite's `min` of two arguments is NULL if one of them is.
            try connection.run(
                """
                UPDATE source SET last_success = min(last_success, ?1), last_attempt = min(last_attempt, ?1),
                    loaded_at = min(loaded_at, ?1), failing_since = min(failing_since, ?1), told_at = min(told_at, ?1),
                    old_asked_at = min(old_asked_at, ?1), gone_since = min(gone_since, ?1),
                    stopped_at = min(stopped_at, ?1), last_new_at = min(last_new_at, ?1),
                    quiet_told_at = min(quiet_told_at, ?1), missed_at = min(missed_at, ?1),
                    missed_told = min(missed_told, ?1), unseen = 0,
                    next_at = CASE WHEN next_at > ?2 THEN NULL ELSE next_at END,
                    not_before = CASE WHEN not_before > ?2 THEN NULL ELSE not_before END,
                    retry_at = CASE WHEN retry_at > ?2 THEN NULL ELSE retry_at END
                """, .time(now), .time(furthest))
            try connection.run(
                """
                UPDATE document SET parsed_at = min(parsed_at, ?1), last_attempt = min(last_attempt, ?1),
                    failing_since = min(failing_since, ?1), told_at = min(told_at, ?1)
                """, .time(now))
            try connection.run(
                """
                UPDATE pipeline SET first_seen_at = min(first_seen_at, ?1),
                    last_delivered_at = min(last_delivered_at, ?1)
                """, .time(now))
            try connection.run("UPDATE move SET since = min(since, ?1), began = min(began, ?1)", .time(now))
            // A page would list such entries as left out until the clock reaches that moment.
            try connection.run("UPDATE pipeline_entry SET decided_at = ?1 WHERE decided_at > ?1", .time(now))
            try connection.run("UPDATE hold SET since = ?1 WHERE since > ?1", .time(now))
            // Such entries would be listed above all new ones until the clock reaches their date.
            try connection.run(
                "UPDATE entry SET first_seen = ?1, date = min(date, ?1) WHERE first_seen > ?1", .time(now))
            try forgetFutureNumbers(now: now)
            try connection.run(
                "UPDATE message SET next_at = NULL WHERE state = 0 AND next_at > ?",
                .time(now + Self.longestMessageWait))
        }
    }

    private func hasFuture(
        after latest: Timestamp, waitsBeyond furthest: Timestamp, now: Timestamp
    ) throws(StageError) -> Bool {
        try connection.first(
            """
            SELECT 1 WHERE EXISTS(SELECT 1 FROM source WHERE last_attempt > ?1 OR last_success > ?1 OR next_at > ?2
                    OR not_before > ?2 OR retry_at > ?2)
                OR EXISTS(SELECT 1 FROM document WHERE last_attempt > ?1 OR parsed_at > ?1)
                OR EXISTS(SELECT 1 FROM pipeline WHERE last_delivered_at > ?1 OR first_seen_at > ?1)
                OR EXISTS(SELECT 1 FROM message WHERE state = 0 AND next_at > ?3)
            """, .time(latest), .time(furthest), .time(now + Self.longestMessageWait)
        ) { _ in true } ?? false
    }
}
