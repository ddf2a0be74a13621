package import FeedModel
package import FeedStages

/// Records of sources and sinks, to be shown to the user.
extension StateDatabase {
    package func records(of keys: [FeedKey], counts: Bool = false, now: Timestamp) throws(StageError) -> [FeedRecord?] {
        try reading { () throws(StageError) -> [FeedRecord?] in
            var records: [FeedRecord?] = []
            records.reserveCapacity(keys.count)
            for key in keys {
                guard var record = try record(of: key) else {
                    records.append(nil)
                    continue
                }
                try fill(&record, of: key, counts: counts, now: now)
                records.append(record)
            }
            return records
        }
    }

    private func record(of key: FeedKey) throws(StageError) -> FeedRecord? {
        try connection.first(
            """
            SELECT (SELECT title FROM document WHERE source = source.id AND document.key = ?2),
                loaded_at, last_status, last_seconds, error_code, error_subject, error_facts, recent, repairs,
                next_at, not_before, retry_at, url_effective, last_new_at, target, began,
                failures, failing_since, last_success, told_at, told, error_code, last_attempt, stopped_at,
                url_effective IS NOT NULL, pace, repairs IS NOT NULL, flooded_at IS NOT NULL, unseen,
                missed_at, missed_from, missed_until, missed_pause, missed_cause, shape
            FROM source LEFT JOIN move ON move.feed_key = source.key WHERE source.key = ?1
            """, .blob(key.hash), .text(DocumentKey.only.rawValue)
        ) { row in
            var record = FeedRecord(
                health: Self.health(row, from: 16), title: row.optionalText(0), loadedAt: row.time(1),
                httpStatus: row.optionalInteger(2).map { Int($0) }, seconds: Double(row.int(3)) / 1000)
            record.error = Self.error(row, from: 4)
            let history = FetchHistory(recent: row.integer(7))
            (record.recentFetches, record.recentFailures) = (history.fetches, history.failures)
            record.repairs = row.text(8).split(separator: " ").map { String($0) }
            record.nextAt = row.time(9)
            record.notBefore = row.time(10)
            record.retryAt = row.time(11)
            record.movedTo = row.optionalText(12)
            record.lastNewAt = row.time(13)
            if let at = row.time(29), let from = row.time(30), let until = row.time(31) {
                let missed = MissedEntries(
                    from: from, until: until, pause: .milliseconds(row.integer(32)),
                    cause: MissedEntries.Cause(code: row.text(33)))
                record.missed = (missed, at)
            }
            record.goneFields = row.optionalText(34).map { FeedShape(text: $0).gone } ?? []
            if let target = row.optionalText(14), let since = row.time(15) { record.movingTo = (target, since) }
            return record
        }
    }

    private static func error(_ row: StateRow, from column: Int32) -> StageError? {
        row.optionalText(column).map { code in
            ErrorJSON.decode(code: code, subject: row.text(column + 1), rest: row.optionalText(column + 2))
        }
    }

    private func fill(
        _ record: inout FeedRecord, of key: FeedKey, counts: Bool, now: Timestamp
    ) throws(StageError) {
        record.rate = try rate(of: key, within: .seconds(28 * 86_400), before: now)
        record.newest =
            try connection.first(
                """
                SELECT max((SELECT max(date) FROM entry WHERE entry.document = document.id AND date <= ?2))
                FROM source JOIN document ON document.source = source.id WHERE source.key = ?1
                """, .blob(key.hash), .time(now)
            ) { $0.time(0) } ?? nil
        if let newest = record.newest, record.health.failures == 0 {
            record.silence = try silence(of: key, since: max(newest, record.lastNewAt ?? newest), now: now)
        }
        guard counts else { return }
        record.entries =
            try connection.first(
                """
                SELECT count(*) FROM source JOIN document ON document.source = source.id
                    JOIN entry ON entry.document = document.id
                WHERE source.key = ?
                """, .blob(key.hash)
            ) { $0.int(0) } ?? 0
        record.pipelines = try connection.all(
            """
            SELECT name FROM pipeline_source JOIN pipeline ON pipeline.id = pipeline_source.pipeline
            WHERE feed_key = ? AND pipeline_source.removed_at IS NULL ORDER BY name
            """, .blob(key.hash)
        ) { $0.text(0) }
    }

    package func knownFeeds() throws(StageError) -> [(key: FeedKey, source: String)] {
        try connection.all("SELECT key, name FROM source ORDER BY name, id") {
            (FeedKey(hash: $0.blob(0)), $0.text(1))
        }
    }

    package func failingDocuments(of key: FeedKey, limit: Int) throws(StageError) -> [DocumentRecord] {
        try connection.all(
            """
            SELECT document.key, document.error_code, document.error_subject, document.error_facts,
                document.failures, document.failing_since, parsed_at, document.told_at, document.told,
                document.error_code, document.last_attempt
            FROM source JOIN document ON document.source = source.id
            WHERE source.key = ? AND document.failures > 0 ORDER BY document.key LIMIT ?
            """, .blob(key.hash), .int(limit)
        ) { row in
            DocumentRecord(
                key: DocumentKey(rawValue: row.text(0)), health: Self.failures(row, from: 4),
                error: Self.error(row, from: 1) ?? StageError(.internalError, subject: row.text(0)))
        }
    }

    package func records(ofSinks names: [String]) throws(StageError) -> [SinkRecord] {
        try reading { () throws(StageError) -> [SinkRecord] in
            var records: [SinkRecord] = []
            for name in names { records.append(try record(ofSink: name)) }
            return records
        }
    }

    private func record(ofSink name: String) throws(StageError) -> SinkRecord {
        let waiting = try waiting(for: name)
        var record = SinkRecord(name: name, waiting: waiting.count, waitingSince: waiting.since)
        _ = try connection.first(
            "SELECT failing_since, error_code, error_subject, error_facts, failure_told FROM sink WHERE name = ?",
            .text(name)
        ) { row in
            record.failingSince = row.time(0)
            record.error = Self.error(row, from: 1)
            record.isNotified = row.flag(4)
        }
        _ = try connection.first(
            "SELECT count(*), CAST(sum(entry_count) AS bigint), min(finished_at) FROM message WHERE sink = ? AND state = 2",
            .text(name)
        ) { row in
            record.givenUpMessages = row.int(0)
            record.givenUpEntries = row.int(1)
            record.givenUpSince = row.time(2)
        }
        // Both are needed: messages are deleted sooner than targets, and most posted messages have no target.
        let message = try connection.first(
            "SELECT finished_at FROM message WHERE sink = ? AND state = 1 ORDER BY id DESC LIMIT 1", .text(name)
        ) { $0.time(0) }
        let target = try connection.first(
            "SELECT max(delivered_at) FROM target WHERE sink = ?", .text(name)
        ) { $0.time(0) }
        record.deliveredAt = [message ?? nil, target ?? nil].compactMap { $0 }.max()
        return record
    }
}

/// The health of a sink, to be shown to the user.
package struct SinkRecord: Sendable {
    /// The configured name.
    package var name: String
    /// How many entries wait for the sink, planned or not.
    package var waiting: Int
    /// Since when the oldest of them waits, or nil.
    package var waitingSince: Timestamp?
    /// When the sink first failed after it last worked, or nil.
    package var failingSince: Timestamp?
    /// Whether the sink's failure was reported: it failed again and again, or for a reason that does not pass by
    /// itself.
    package var isNotified = false
    /// The last error, or nil.
    package var error: StageError?
    /// How many messages were given up.
    package var givenUpMessages = 0
    /// How many entries the messages hold.
    package var givenUpEntries = 0
    /// When the first of the messages was given up, or nil.
    package var givenUpSince: Timestamp?
    /// When something was last delivered to the sink, or nil.
    package var deliveredAt: Timestamp?

    /// Whether the user should act.
    package var needsAttention: Bool { isNotified || givenUpMessages > 0 }
}
