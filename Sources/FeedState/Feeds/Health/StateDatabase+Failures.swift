package import FeedModel
package import FeedStages

/// What the state returns for a failed fetch.
package struct RecordedFailure: Sendable {
    /// The health of the feed after the failure.
    package var health: FeedHealth
    /// What to report to the user now, or nil.
    package var news: FeedHealth.Notification?
    /// The earliest time of the next fetch, or nil.
    package var retryAt: Timestamp?

    /// Whether to report that the feed now fails for another reason than those that were reported.
    package var isOtherCause = false

    /// Whether there is anything to report.
    package var notifiesUser: Bool { news != nil || isOtherCause }
}

/// A failed fetch to be recorded.
package struct FailedFetch: Sendable {
    /// What went wrong.
    package var error: StageError
    /// The HTTP status of the last response, or nil.
    package var httpStatus: Int?
    /// How long the fetch took, in seconds, or nil.
    package var seconds: Double?
    /// The earliest time at which the server permits the next request, or nil.
    package var notBefore: Timestamp?
    /// Whether `BackOff` applies, so that fetches pause if the feed goes on failing.
    package var backsOff: Bool
    /// The unreachable server, whose sources all fail, or nil.
    package var server: String?

    package init(
        _ error: StageError, httpStatus: Int? = nil, seconds: Double? = nil, notBefore: Timestamp? = nil,
        backsOff: Bool = false
    ) {
        self.error = error
        self.httpStatus = httpStatus
        self.seconds = seconds
        self.notBefore = notBefore
        self.backsOff = backsOff
    }
}

/// Records of failed fetches.
extension StateDatabase {
    package func recordFailure(
        of key: FeedKey, source: String, _ failure: FailedFetch, now: Timestamp
    ) throws(StageError) -> RecordedFailure {
        try grouped { () throws(StageError) -> RecordedFailure in
            try touch(key, source: source)
            var known = try failureSeries(of: key)
            known.health.unseen = max(known.health.unseen, try unseen(key, now: now))
            var noted = known.record(failure.error, now: now)
            known.history.addFailure()
            if failure.backsOff {
                // The fraction spreads retries. All feeds of one unreachable server share it.
                let fraction = failure.server.map { FeedKey(ofOwnFeed: $0).fraction } ?? key.fraction
                noted.retryAt = BackOff.end(of: noted.health, known.reach, fraction: fraction, now: now)
            }
            try connection.run(
                """
                UPDATE source SET name = ?, failures = ?, failing_since = ?, told = ?, told_at = ?, told_causes = ?,
                    last_attempt = ?, last_status = ?, next_at = NULL, not_before = ?, retry_at = ?,
                    last_seconds = coalesce(?, last_seconds), passed_over = 0, unseen = ?,
                    recent = ?, error_code = ?, error_subject = ?, error_facts = ?
                WHERE key = ?
                """, .text(source), .int(noted.health.failures), .time(noted.health.failingSince),
                .int(noted.health.lastNotification.rawValue), .time(noted.health.notifiedAt),
                .text(orNull: known.notifiedCauses),
                .time(now), .int(failure.httpStatus), .time(failure.notBefore), .time(noted.retryAt),
                .int(failure.seconds.map(Self.milliseconds)), .integer(noted.health.unseen.clampedMilliseconds),
                .integer(known.history.recent), .text(failure.error.code.stored), .text(failure.error.subject),
                .text(orNull: ErrorJSON.encode(failure.error)), .blob(key.hash))
            return noted
        }
    }

    /// Records that one document of many could not be read. Returns whether that is to be reported.
    func fail(
        _ document: DocumentKey, of key: FeedKey, source: String, _ error: StageError, now: Timestamp
    ) throws(StageError) -> Bool {
        try touch(document, of: key, source: source)
        var known = try failureSeries(of: document, of: key)
        let noted = known.record(error, now: now)
        try connection.run(
            """
            UPDATE document SET failures = ?, failing_since = ?, told = ?, told_at = ?, told_causes = ?, last_attempt = ?,
                error_code = ?, error_subject = ?, error_facts = ?
            WHERE source = (SELECT id FROM source WHERE key = ?) AND key = ?
            """, .int(noted.health.failures), .time(noted.health.failingSince),
            .int(noted.health.lastNotification.rawValue),
            .time(noted.health.notifiedAt), .text(orNull: known.notifiedCauses), .time(now), .text(error.code.stored),
            .text(error.subject), .text(orNull: ErrorJSON.encode(error)), .blob(key.hash), .text(document.rawValue))
        return noted.notifiesUser
    }

    private func failureSeries(of key: FeedKey) throws(StageError) -> FailureSeries {
        try connection.first(
            """
            SELECT failures, failing_since, last_success, told_at, told, error_code, last_attempt, stopped_at,
                url_effective IS NOT NULL, pace, repairs IS NOT NULL, flooded_at IS NOT NULL, unseen,
                stay, shown, oldest_shown, newest_shown, coalesce(last_new_at, loaded_at), told_causes, recent
            FROM source WHERE key = ?
            """, .blob(key.hash)
        ) { row in
            FailureSeries(
                Self.health(row, from: 0), Self.reach(row, from: 13), FetchHistory(recent: row.integer(19)),
                notifiedCauses: row.optionalText(18))
        } ?? FailureSeries(FeedHealth())
    }

    private func failureSeries(of document: DocumentKey, of key: FeedKey) throws(StageError) -> FailureSeries {
        try connection.first(
            """
            SELECT failures, failing_since, parsed_at, told_at, told, error_code, last_attempt, told_causes FROM document
            WHERE source = (SELECT id FROM source WHERE key = ?) AND key = ?
            """, .blob(key.hash), .text(document.rawValue)
        ) { FailureSeries(Self.failures($0, from: 0), notifiedCauses: $0.optionalText(7)) }
            ?? FailureSeries(FeedHealth())
    }

    /// Reads thirteen columns: those of `failures`, stopped_at, whether it moved, pace, whether it was repaired,
    /// whether it is flooded, unseen.
    static func health(_ row: StateRow, from column: Int32) -> FeedHealth {
        var health = failures(row, from: column)
        health.stoppedAt = row.time(column + 7)
        health.hasMoved = row.flag(column + 8)
        health.slowFetches = FetchHistory(pace: row.integer(column + 9)).slowFetches
        health.wasRepaired = row.flag(column + 10)
        health.isFlooded = row.flag(column + 11)
        health.unseen = .milliseconds(max(0, row.integer(column + 12)))
        return health
    }

    /// Reads seven columns: failures, failing_since, when it was last read, told_at, told, error_code, last_attempt.
    static func failures(_ row: StateRow, from column: Int32) -> FeedHealth {
        var health = FeedHealth()
        health.failures = row.int(column)
        health.failingSince = row.time(column + 1)
        health.lastSuccess = row.time(column + 2)
        health.notifiedAt = row.time(column + 3)
        health.lastNotification = FeedHealth.Notification(rawValue: row.int(column + 4)) ?? .nothing
        health.errorCode = row.optionalText(column + 5).map { StageError.Code(stored: $0) }
        health.lastAttempt = row.time(column + 6)
        return health
    }
}

/// Failures in a row, and the causes that were reported.
private struct FailureSeries {
    var health: FeedHealth
    let reach: DocumentReach
    var history: FetchHistory
    private var causes: [FailureCause]

    init(
        _ health: FeedHealth, _ reach: DocumentReach = DocumentReach(), _ history: FetchHistory = FetchHistory(),
        notifiedCauses: String? = nil
    ) {
        self.health = health
        self.reach = reach
        self.history = history
        causes =
            notifiedCauses?.split(separator: " ").map { FailureCause(rawValue: String($0)) }
            ?? health.errorCode.map { [FailureCause($0)] } ?? []
    }

    /// The stored form of the causes; nil if nothing was reported.
    var notifiedCauses: String? {
        health.lastNotification == .nothing ? nil : causes.map(\.rawValue).joined(separator: " ")
    }

    /// Records another failure. Returns what to report of it.
    mutating func record(_ error: StageError, now: Timestamp) -> RecordedFailure {
        health.failures = min(health.failures + 1, Int(Int32.max))
        health.failingSince = health.failingSince ?? now
        let (cause, before) = (FailureCause(error.code), health.errorCode.map(FailureCause.init))
        health.errorCode = error.code
        health.lastAttempt = now
        let news = health.dueNotification(at: now)
        let isOtherCause =
            news == nil && health.lastNotification != .nothing && before == cause && !causes.contains(cause)
            && health.kind != .gone
        if let news {
            if health.lastNotification == .nothing { causes = [] }
            (health.lastNotification, health.notifiedAt) = (news, now)
        }
        var noted = RecordedFailure(health: health, news: news)
        noted.isOtherCause = isOtherCause
        if noted.notifiesUser, !causes.contains(cause) { causes.append(cause) }
        return noted
    }
}
