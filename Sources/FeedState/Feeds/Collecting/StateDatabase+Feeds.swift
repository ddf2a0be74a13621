import FeedModel
package import FeedStages

/// What the state knows of sources, and their rows.
extension StateDatabase {
    package func known(_ keys: [FeedKey]) throws(StageError) -> [KnownFeed] {
        try reading { () throws(StageError) -> [KnownFeed] in
            var known: [KnownFeed] = []
            known.reserveCapacity(keys.count)
            for key in keys { known.append(try self.known(key)) }
            return known
        }
    }

    package func known(_ key: FeedKey) throws(StageError) -> KnownFeed {
        try connection.first(
            """
            SELECT cursor, next_at, not_before, loaded_at, title, last_seconds, retry_at,
                url_effective, old_asked_at, feed_id, time_to_live, last_requests, passed_over,
                content_hash, validator_url, etag, last_modified,
                source.failures, source.failing_since, last_success, source.told_at, source.told, source.error_code,
                source.last_attempt, stopped_at,
                url_effective IS NOT NULL, pace, repairs IS NOT NULL, flooded_at IS NOT NULL, unseen,
                stay, shown, oldest_shown, newest_shown, coalesce(last_new_at, loaded_at), repairs
            FROM source LEFT JOIN document ON document.source = source.id AND document.key = ?2
            WHERE source.key = ?1
            """, .blob(key.hash), .text(DocumentKey.only.rawValue)
        ) { row in
            var known = KnownFeed(
                cursor: row.optionalText(0).map { Cursor(rawValue: $0) }, nextAt: row.time(1), notBefore: row.time(2),
                retryAt: row.time(6), loadedAt: row.time(3), title: row.optionalText(4),
                lastSeconds: Double(row.int(5)) / 1000, contentHash: row.isNull(13) ? nil : row.blob(13),
                validators: Self.validators(row, from: 14), health: Self.health(row, from: 17))
            known.movedTo = row.optionalText(7)
            known.oldAskedAt = row.time(8)
            known.feedID = row.optionalText(9)
            known.timeToLive = row.optionalInteger(10).map { .milliseconds($0) }
            known.lastRequests = max(1, row.int(11))
            known.timesPassedOver = row.int(12)
            known.reach = Self.reach(row, from: 30)
            let repairs = row.optionalText(35)?.split(separator: " ") ?? []
            known.wasCutShort = repairs.contains { $0 == KnownFeed.cutShort }
            return known
        } ?? KnownFeed(lastSeconds: 0, health: FeedHealth())
    }

    private static func validators(_ row: StateRow, from column: Int32) -> Validators? {
        row.optionalText(column).map { url in
            Validators(url: url, etag: row.optionalText(column + 1), lastModified: row.optionalText(column + 2))
        }
    }

    package func validators(of key: FeedKey, document: DocumentKey) throws(StageError) -> Validators? {
        try connection.first(
            """
            SELECT validator_url, etag, last_modified FROM document
            WHERE source = (SELECT id FROM source WHERE key = ?) AND key = ?
            """, .blob(key.hash), .text(document.rawValue)
        ) { Self.validators($0, from: 0) } ?? nil
    }

    package func isKnown(_ contentHash: [UInt8], of key: FeedKey, document: DocumentKey) throws(StageError) -> Bool {
        try connection.first(
            """
            SELECT 1 FROM document
            WHERE source = (SELECT id FROM source WHERE key = ?) AND key = ? AND content_hash = ?
            """, .blob(key.hash), .text(document.rawValue), .blob(contentHash)
        ) { _ in true } ?? false
    }

    /// Stores newer validators of a document whose bytes are unchanged.
    func renew(_ validators: Validators, of key: FeedKey, document: DocumentKey) throws(StageError) {
        try connection.run(
            """
            UPDATE document SET validator_url = ?, etag = ?, last_modified = ?
            WHERE source = (SELECT id FROM source WHERE key = ?) AND key = ? AND content_hash IS NOT NULL
            """, .text(validators.url), .text(orNull: validators.etag), .text(orNull: validators.lastModified),
            .blob(key.hash), .text(document.rawValue))
    }

    static func milliseconds(_ seconds: Double) -> Int { Int(min(max(seconds, 0), 86_400) * 1000) }

    /// Makes the row of a source if there is none.
    func touch(_ key: FeedKey, source: String) throws(StageError) {
        try connection.run(
            "INSERT INTO source(key, name) VALUES(?, ?) ON CONFLICT DO NOTHING", .blob(key.hash), .text(source))
    }

    /// Makes the rows of a document and of its source if there are none.
    func touch(_ document: DocumentKey, of key: FeedKey, source: String) throws(StageError) {
        try touch(key, source: source)
        try connection.run(
            "INSERT INTO document(source, key) SELECT id, ? FROM source WHERE key = ? ON CONFLICT DO NOTHING",
            .text(document.rawValue), .blob(key.hash))
    }
}
