public import FeedModel
public import FeedStages

/// Reading and ending the fetch of a source.
extension StateDatabase {
    /// What is known of sources, in the order of their keys; a source never seen has the defaults.
    public func known(_ keys: [FeedKey]) throws(StageError) -> [KnownFeed] {
        try reading { () throws(StageError) -> [KnownFeed] in
            var known: [KnownFeed] = []
            known.reserveCapacity(keys.count)
            for key in keys { known.append(try self.known(key)) }
            return known
        }
    }

    /// What is known of a source; a source never seen has the defaults.
    public func known(_ key: FeedKey) throws(StageError) -> KnownFeed {
        try connection.first(
            """
            SELECT cursor, next_at, not_before, loaded_at, title, last_seconds,
                failures, failing_since, last_success, told_at,
                url_effective, old_asked_at, feed_id, time_to_live, last_requests, passed_over, stopped_at,
                content_hash, validator_url, etag, last_modified
            FROM feed WHERE key = ? AND document = ''
            """, .blob(key.hash)
        ) { row in
            var health = FeedHealth()
            health.failures = row.int(6)
            health.failingSince = row.time(7)
            health.lastSuccess = row.time(8)
            health.toldAt = row.time(9)
            var known = KnownFeed(
                cursor: row.optionalText(0).map { Cursor(rawValue: $0) }, nextAt: row.time(1), notBefore: row.time(2),
                loadedAt: row.time(3), title: row.optionalText(4), lastSeconds: Double(row.int(5)) / 1000,
                contentHash: row.isNull(17) ? nil : row.blob(17), validators: Self.validators(row, from: 18),
                health: health)
            known.movedTo = row.optionalText(10)
            known.oldAskedAt = row.time(11)
            known.feedID = row.optionalText(12)
            known.timeToLive = row.optionalInteger(13).map { .milliseconds($0) }
            known.lastRequests = max(1, row.int(14))
            known.timesPassedOver = row.int(15)
            known.stoppedAt = row.time(16)
            return known
        } ?? KnownFeed(lastSeconds: 0, health: FeedHealth())
    }

    private static func validators(_ row: SQLiteRow, from column: Int32) -> Validators? {
        row.optionalText(column).map { url in
            Validators(url: url, etag: row.optionalText(column + 1), lastModified: row.optionalText(column + 2))
        }
    }

    /// The validators of a document, or nil.
    public func validators(of key: FeedKey, document: DocumentKey) throws(StageError) -> Validators? {
        try connection.first(
            "SELECT validator_url, etag, last_modified FROM feed WHERE key = ? AND document = ?", .blob(key.hash),
            .text(document.rawValue)
        ) { Self.validators($0, from: 0) } ?? nil
    }

    /// Whether these are the bytes that were last parsed to the end.
    public func isKnown(_ contentHash: [UInt8], of key: FeedKey, document: DocumentKey) throws(StageError) -> Bool {
        try connection.first(
            "SELECT 1 FROM feed WHERE key = ? AND document = ? AND content_hash = ?", .blob(key.hash),
            .text(document.rawValue), .blob(contentHash)
        ) { _ in true } ?? false
    }

    /// Stores newer validators of a document whose bytes are the same.
    func renew(_ validators: Validators, of key: FeedKey, document: DocumentKey) throws(StageError) {
        try connection.run(
            """
            UPDATE feed SET validator_url = ?, etag = ?, last_modified = ?
            WHERE key = ? AND document = ? AND content_hash IS NOT NULL
            """, .text(validators.url), .text(orNull: validators.etag), .text(orNull: validators.lastModified),
            .blob(key.hash), .text(document.rawValue))
    }

    /// Ends a complete fetch: cursor, time table, health; at the first complete load the `first_run` newest entries
    /// begin to wait in each of the source's pipelines. Returns whether the user had been told that it was failing.
    func end(
        _ feed: CollectedFeed, _ success: FinishedFetch.Success, now: Timestamp
    ) throws(StageError) -> Bool {
        let wasTold = try connection.first(
            "SELECT told_at FROM feed WHERE key = ? AND document = ''", .blob(feed.key.hash)
        ) { !$0.isNull(0) }
        if wasTold == nil { try touch(feed.key, source: feed.source) }
        try connection.run(
            """
            UPDATE feed SET source = ?, cursor = coalesce(?, cursor), next_at = ?, not_before = NULL,
                loaded_at = coalesce(loaded_at, ?), last_success = ?, last_attempt = ?, last_status = ?,
                last_seconds = ?, last_requests = ?, time_to_live = ?, feed_id = ?, passed_over = 0,
                failures = 0, failing_since = NULL, told_at = NULL,
                gone_since = NULL, gone_fetches = 0, stopped_at = NULL, error_code = NULL, error_subject = NULL
            WHERE key = ? AND document = ''
            """, .text(feed.source), .text(orNull: success.cursor?.rawValue), .time(success.nextAt), .time(now),
            .time(now), .time(now), .int(success.httpStatus), .int(Self.milliseconds(success.seconds)),
            .int(success.requests), .int(success.timeToLive.map { Int($0.clampedMilliseconds) }),
            .text(orNull: success.feedID), .blob(feed.key.hash))
        for pipeline in feed.pipelines { try settle(pipeline, with: feed.key, limit: success.firstRun, now: now) }
        return wasTold ?? false
    }

    /// Notes a fetch that failed. Returns the health after it, and whether the user is to be told now.
    public func noteFailure(
        of key: FeedKey, document: DocumentKey = .only, source: String, error: StageError,
        notBefore: Timestamp?, httpStatus: Int?, seconds: Double? = nil, now: Timestamp
    ) throws(StageError) -> (health: FeedHealth, tellsUser: Bool) {
        try grouped { () throws(StageError) -> (health: FeedHealth, tellsUser: Bool) in
            try fail(
                key, document: document, source: source, error: error, notBefore: notBefore,
                httpStatus: httpStatus, seconds: seconds, now: now)
        }
    }

    func fail(
        _ key: FeedKey, document: DocumentKey, source: String, error: StageError,
        notBefore: Timestamp?, httpStatus: Int?, seconds: Double? = nil, now: Timestamp
    ) throws(StageError) -> (health: FeedHealth, tellsUser: Bool) {
        try touch(key, document: document, source: source)
        try connection.run(
            """
            UPDATE feed SET source = ?, failures = failures + 1, failing_since = coalesce(failing_since, ?),
                last_attempt = ?, last_status = ?, next_at = NULL, not_before = ?,
                last_seconds = coalesce(?, last_seconds), passed_over = 0, error_code = ?, error_subject = ?
            WHERE key = ? AND document = ?
            """, .text(source), .time(now), .time(now), .int(httpStatus), .time(notBefore),
            .int(seconds.map(Self.milliseconds)), .text(error.code.rawValue), .text(error.subject), .blob(key.hash),
            .text(document.rawValue))
        let health =
            try connection.first(
                "SELECT failures, failing_since, last_success, told_at FROM feed WHERE key = ? AND document = ?",
                .blob(key.hash), .text(document.rawValue)
            ) { row in
                var health = FeedHealth()
                health.failures = row.int(0)
                health.failingSince = row.time(1)
                health.lastSuccess = row.time(2)
                health.toldAt = row.time(3)
                return health
            } ?? FeedHealth()
        let tellsUser = Self.isWorthTelling(error.code, health) && health.turnsFailing(at: now)
        if tellsUser {
            try connection.run(
                "UPDATE feed SET told_at = ? WHERE key = ? AND document = ?", .time(now), .blob(key.hash),
                .text(document.rawValue))
        }
        return (health, tellsUser)
    }

    /// A server that wants a pause has no problem; that a feed is gone is told when it is certain.
    private static func isWorthTelling(_ code: StageError.Code, _ health: FeedHealth) -> Bool {
        switch code {
        case .limited, .hostPaused, .hostSilent, .budgetSpent: false
        case .gone: health.lastSuccess == nil
        default: true
        }
    }

    private static func milliseconds(_ seconds: Double) -> Int { Int(min(max(seconds, 0), 86_400) * 1000) }

    /// Makes the row of a feed if there is none.
    func touch(_ key: FeedKey, document: DocumentKey = .only, source: String) throws(StageError) {
        try connection.run(
            "INSERT INTO feed(key, document, source) VALUES(?, ?, ?) ON CONFLICT DO NOTHING", .blob(key.hash),
            .text(document.rawValue), .text(source))
    }
}
