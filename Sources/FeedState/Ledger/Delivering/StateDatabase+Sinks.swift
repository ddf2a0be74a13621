package import FeedModel
package import FeedStages

/// What the state returns for a failure of a sink.
package struct RecordedSinkFailure: Sendable, Hashable {
    /// Whether this is the sink's first failure since it last worked.
    package var isFirst: Bool
    /// Whether the failure is to be reported now.
    package var notifiesUser: Bool
}

/// What had been reported of a sink that works again.
package enum SinkRecovery: Sendable, Hashable {
    /// The sink was reported as failing, or its entries as overdue.
    case failed
    /// As `failed`, and the sink had never worked before.
    case neverWorked
}

/// Health of sinks.
extension StateDatabase {
    private static let runsToNotify = 3
    private static let patience = Duration.seconds(3600)
    private static let longestPatience = Duration.seconds(86_400)
    private static let reminder = Duration.seconds(7 * 86_400)

    package func recordFailure(
        ofSink sink: String, error: StageError, run: Timestamp, now: Timestamp
    ) throws(StageError) -> RecordedSinkFailure {
        try transaction { () throws(StageError) -> RecordedSinkFailure in
            try connection.run(
                """
                INSERT INTO sink(name, has_worked)
                VALUES(?1, CASE WHEN EXISTS(SELECT 1 FROM message WHERE sink = ?1 AND state = 1)
                    OR EXISTS(SELECT 1 FROM target WHERE sink = ?1) THEN 1 ELSE 0 END) ON CONFLICT DO NOTHING
                """, .text(sink))
            let before = try connection.first(
                "SELECT failing_since, failures_since, failures, failed_run, failure_told FROM sink WHERE name = ?",
                .text(sink)
            ) { (since: $0.time(0), inRow: $0.time(1), failures: $0.int(2), run: $0.time(3), wasNotified: $0.flag(4)) }
            // A failure in the future was recorded before the clock was set back.
            let since = min(before?.inRow ?? now, now)
            let failures = (before?.failures ?? 0) + (before?.run == run ? 0 : 1)
            let lasts = now - since
            let notifies =
                before?.wasNotified != true
                && (!error.code.isPassing || failures >= Self.runsToNotify && lasts >= Self.patience
                    || lasts >= Self.longestPatience)
            try connection.run(
                """
                UPDATE sink SET failing_since = min(coalesce(failing_since, ?6), ?6), failures_since = ?2, failures = ?3,
                    failed_run = ?4,
                    failure_told = max(failure_told, ?5),
                    told_at = CASE WHEN ?5 <> 0 THEN coalesce(told_at, ?6) ELSE told_at END,
                    error_code = ?7, error_subject = ?8, error_facts = ?9 WHERE name = ?1
                """, .text(sink), .time(since), .int(failures), .time(run), .flag(notifies), .time(now),
                .text(error.code.stored), .text(error.subject), .text(orNull: ErrorJSON.encode(error)))
            return RecordedSinkFailure(isFirst: before?.since == nil, notifiesUser: notifies)
        }
    }

    package func recordSuccess(ofSink sink: String) throws(StageError) -> SinkRecovery? {
        let row = try connection.first("SELECT told_at, has_worked FROM sink WHERE name = ?", .text(sink)) {
            (wasNotified: !$0.isNull(0), hasWorked: $0.flag(1))
        }
        guard let row else { return nil }
        try transaction { () throws(StageError) in
            try connection.run("DELETE FROM sink WHERE name = ?", .text(sink))
        }
        return row.wasNotified ? (row.hasWorked ? .failed : .neverWorked) : nil
    }

    package func recordPartialSuccess(ofSink sink: String) throws(StageError) {
        try transaction { () throws(StageError) in
            try connection.run("UPDATE sink SET failures = 0, failures_since = NULL WHERE name = ?", .text(sink))
        }
    }

    package func becomesOverdue(sink: String, since: Timestamp, now: Timestamp) throws(StageError) -> Bool {
        guard now - since > .seconds(86_400) else { return false }
        return try transaction { () throws(StageError) -> Bool in
            try connection.run("INSERT INTO sink(name) VALUES(?) ON CONFLICT DO NOTHING", .text(sink))
            try connection.run(
                """
                UPDATE sink SET waiting_told_at = ?1, told_at = coalesce(told_at, ?1)
                WHERE name = ?2 AND waiting_told_at IS NULL AND (failure_told = 0 OR told_at <= ?3)
                """, .time(now), .text(sink), .time(now - Self.reminder))
            return try connection.changes > 0
        }
    }
}
