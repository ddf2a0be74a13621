import FeedModel
package import FeedStages

/// What the state knows of sources, and their rows.
extension StateDatabase {
    package func known(_ keys: [FeedKey]) throws(StageError) -> [KnownFeed] {
        try reading { () throws(StageError) -> [KnownFeed] in
            var known: [KnownFeed] = []
            known.reserveCapacity(keys.count)
            if connection.postgresql == nil {
                for key in keys { known.append(try self.known(key)) }
            } else {
                for start in stride(from: 0, to: keys.count, by: Self.knownAtOnce) {
                    let hashes = keys[start..<min(start + Self.knownAtOnce, keys.count)].flatMap(\.hash)
                    known += try connection.all(
                        Self.knownFeeds, .blob(hashes), .text(DocumentKey.only.rawValue), read: Self.known)
                }
            }
            return known
        }
    }

    package func known(_ key: FeedKey) throws(StageError) -> KnownFeed {
        try connection.first(
            Self.knownFeeds, .blob(key.hash), .text(DocumentKey.only.rawValue), read: Self.known) ?? Self.unknown
    }

    /// How many feeds are asked for at once where each statement is a way to the server and back.
    private static let knownAtOnce = 1000

    private static let unknown = KnownFeed(lastSeconds: 0, health: FeedHealth())

    /// What is known of one feed; in PostgreSQL of any number of them, in the order of their keys. The columns stand twice,
    /// because a statement is known by the address of its literal.
    private static let knownFeeds = Statement(
        sqlite: """
            SELECT cursor, next_at, not_before, loaded_at, title, last_seconds, retry_at,
                url_effective, old_asked_at, feed_id, time_to_live, last_requests, passed_over,
                content_hash, validator_url, etag, last_modified,
                source.failures, source.failing_since, last_success, source.told_at, source.told, source.error_code,
                source.last_attempt, stopped_at,
                url_effective IS NOT NULL, pace, repairs IS NOT NULL, flooded_at IS NOT NULL, unseen,
                stay, shown, oldest_shown, newest_shown, coalesce(last_new_at, loaded_at), repairs, source.id IS NULL
            FROM source LEFT JOIN document ON document.source = source.id AND document.key = ?2
            WHERE source.key = ?1
            """,
        postgresql: """
            SELECT cursor, next_at, not_before, loaded_at, title, last_seconds, retry_at,
                url_effective, old_asked_at, feed_id, time_to_live, last_requests, passed_over,
                content_hash, validator_url, etag, last_modified,
                source.failures, source.failing_since, last_success, source.told_at, source.told, source.error_code,
                source.last_attempt, stopped_at,
                url_effective IS NOT NULL, pace, repairs IS NOT NULL, flooded_at IS NOT NULL, unseen,
                stay, shown, oldest_shown, newest_shown, coalesce(last_new_at, loaded_at), repairs, source.id IS NULL
            FROM generate_series(0, length(?1) / 32 - 1) AS number
            LEFT JOIN source ON source.key = substring(?1 FROM number * 32 + 1 FOR 32)
            LEFT JOIN document ON document.source = source.id AND document.key = ?2
            ORDER BY number
            """)

    /// Reads a row of `knownFeeds`.
    private static func known(_ row: StateRow) -> KnownFeed {
        if row.int(36) == 1 { return unknown }
        var known = KnownFeed(
            cursor: row.optionalText(0).map { Cursor(rawValue: $0) }, nextAt: row.time(1), notBefore: row.time(2),
            retryAt: row.time(6), loadedAt: row.time(3), title: row.optionalText(4),
            lastSeconds: Double(row.int(5)) / 1000, contentHash: row.isNull(13) ? nil : row.blob(13),
            validators: validators(row, from: 14), health: health(row, from: 17))
        known.movedTo = row.optionalText(7)
        known.oldAskedAt = row.time(8)
        known.feedID = row.optionalText(9)
        known.timeToLive = row.optionalInteger(10).map { .milliseconds($0) }
        known.lastRequests = max(1, row.int(11))
        known.timesPassedOver = row.int(12)
        known.reach = reach(row, from: 30)
        let repairs = row.optionalText(35)?.split(separator: " ") ?? []
        known.wasCutShort = repairs.contains { $0 == KnownFeed.cutShort }
        return known
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
