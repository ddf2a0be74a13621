public import FeedModel
public import FeedStages

/// What the state says to a failed fetch.
public struct NotedFailure: Sendable {
    /// The feed's health after it.
    public var health: FeedHealth
    /// What the user is to be told now, or nil.
    public var news: FeedHealth.Told?
    /// Until when the feed is left alone, or nil.
    public var retryAt: Timestamp?

    /// Whether the user is to be told that it now fails for another reason than those that were told.
    public var isOtherCause = false

    /// Whether the user is to be told anything.
    public var tellsUser: Bool { news != nil || isOtherCause }
}

/// A fetch that failed, as the state takes it.
public struct FailedFetch: Sendable {
    /// What went wrong.
    public var error: StageError
    /// Status of the last answer, or nil.
    public var httpStatus: Int?
    /// Time taken, or nil.
    public var seconds: Double?
    /// Before when the server does not want to be asked, or nil.
    public var notBefore: Timestamp?
    /// Whether the feed is to be left alone for a while if it goes on like this.
    public var backsOff: Bool
    /// The server that could not be reached, of which no source can be read; or nil.
    public var server: String?

    /// Makes a failed fetch.
    public init(
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

/// Fetches that failed.
extension StateDatabase {
    /// Notes a fetch that failed, in one transaction with what follows from it: back-off, and what the user is told.
    public func noteFailure(
        of key: FeedKey, document: DocumentKey = .only, source: String, _ failure: FailedFetch, now: Timestamp
    ) throws(StageError) -> NotedFailure {
        try grouped { () throws(StageError) -> NotedFailure in
            try fail(key, document: document, source: source, failure, now: now)
        }
    }

    func fail(
        _ key: FeedKey, document: DocumentKey, source: String, _ failure: FailedFetch, now: Timestamp
    ) throws(StageError) -> NotedFailure {
        try touch(key, document: document, source: source)
        let known = try health(of: key, document: document)
        var noted = NotedFailure(health: known.health)
        if document == .only { noted.health.unseen = max(noted.health.unseen, try unseen(key, now: now)) }
        noted.health.failures = min(noted.health.failures + 1, Int(Int32.max))
        noted.health.failingSince = noted.health.failingSince ?? now
        let (cause, before) = (FailureCause(failure.error.code), noted.health.errorCode.map(FailureCause.init))
        var causes = try toldCauses(of: key, document: document) ?? before.map { [$0] } ?? []
        noted.health.errorCode = failure.error.code
        noted.health.lastAttempt = now
        noted.news = noted.health.news(at: now)
        noted.isOtherCause =
            noted.news == nil && noted.health.told != .nothing && before == cause && !causes.contains(cause)
            && noted.health.kind != .gone
        if let news = noted.news {
            if noted.health.told == .nothing { causes = [] }
            (noted.health.told, noted.health.toldAt) = (news, now)
        }
        if noted.tellsUser, !causes.contains(cause) { causes.append(cause) }
        if failure.backsOff {
            let fraction = failure.server.map { FeedKey(ofOwnFeed: $0).fraction } ?? key.fraction
            noted.retryAt = BackOff.end(of: noted.health, known.reach, fraction: fraction, now: now)
        }
        try connection.run(
            """
            UPDATE feed SET source = ?, failures = ?, failing_since = ?, told = ?, told_at = ?, told_causes = ?,
                last_attempt = ?, last_status = ?, next_at = NULL, not_before = ?, retry_at = ?,
                last_seconds = coalesce(?, last_seconds), passed_over = 0, unseen = ?,
                recent = (min((recent >> 32) + 1, 32) << 32) | (((recent << 1) | 1) & 0xFFFFFFFF),
                error_code = ?, error_subject = ?, error_facts = ?
            WHERE key = ? AND document = ?
            """, .text(source), .int(noted.health.failures), .time(noted.health.failingSince),
            .int(noted.health.told.rawValue), .time(noted.health.toldAt),
            .text(orNull: noted.health.told == .nothing ? nil : causes.map(\.rawValue).joined(separator: " ")),
            .time(now), .int(failure.httpStatus),
            .time(failure.notBefore), .time(noted.retryAt), .int(failure.seconds.map(Self.milliseconds)),
            .integer(noted.health.unseen.clampedMilliseconds),
            .text(failure.error.code.rawValue), .text(failure.error.subject),
            .text(orNull: ErrorJSON.encode(failure.error)), .blob(key.hash), .text(document.rawValue))
        return noted
    }

    private func toldCauses(of key: FeedKey, document: DocumentKey) throws(StageError) -> [FailureCause]? {
        let list = try connection.first(
            "SELECT told_causes FROM feed WHERE key = ? AND document = ?", .blob(key.hash), .text(document.rawValue)
        ) { $0.optionalText(0) }
        return (list ?? nil)?.split(separator: " ").map { FailureCause(rawValue: String($0)) }
    }

    private func health(
        of key: FeedKey, document: DocumentKey
    ) throws(StageError) -> (health: FeedHealth, reach: Reach) {
        try connection.first(
            """
            SELECT failures, failing_since, last_success, told_at, told, error_code, last_attempt, stopped_at,
                url_effective IS NOT NULL, pace, repairs IS NOT NULL, flooded_at IS NOT NULL, unseen,
                stay, shown, oldest_shown, newest_shown, coalesce(last_new_at, loaded_at)
            FROM feed WHERE key = ? AND document = ?
            """, .blob(key.hash), .text(document.rawValue)
        ) { (Self.health($0, from: 0), Self.reach($0, from: 13)) } ?? (FeedHealth(), Reach())
    }

    /// From thirteen columns: failures, failing_since, last_success, told_at, told, error_code, last_attempt, stopped_at,
    /// whether it moved, pace, whether it was repaired, whether it is flooded, unseen.
    static func health(_ row: SQLiteRow, from column: Int32) -> FeedHealth {
        var health = FeedHealth()
        health.failures = row.int(column)
        health.failingSince = row.time(column + 1)
        health.lastSuccess = row.time(column + 2)
        health.toldAt = row.time(column + 3)
        health.told = FeedHealth.Told(rawValue: row.int(column + 4)) ?? .nothing
        health.errorCode = row.optionalText(column + 5).map { StageError.Code(rawValue: $0) }
        health.lastAttempt = row.time(column + 6)
        health.stoppedAt = row.time(column + 7)
        health.hasMoved = row.flag(column + 8)
        health.slowFetches = (row.int(column + 9) & 0x1F).nonzeroBitCount
        health.wasRepaired = row.flag(column + 10)
        health.isFlooded = row.flag(column + 11)
        health.unseen = .milliseconds(max(0, row.integer(column + 12)))
        return health
    }
}
