package import FeedModel
package import FeedStages

/// The extent of given-up messages.
package struct GivenUpCount: Sendable, Hashable {
    /// How many messages.
    package let messages: Int
    /// How many entries the messages hold.
    package let entries: Int
}

/// Requests of the user: to try given-up messages again or discard them, and to revive or forget feeds.
extension StateDatabase {
    package func retryGivenUp(of sink: String?, now: Timestamp) throws(StageError) -> GivenUpCount {
        try transaction { () throws(StageError) -> GivenUpCount in
            let count = try givenUp(of: sink)
            try connection.run(
                """
                UPDATE message SET state = 0, attempts = 0, attempt_open = 0, first_failure_at = NULL, next_at = NULL,
                    refusals = 0, refused_at = NULL, finished_at = NULL
                WHERE state = 2 AND (?1 IS NULL OR sink = ?1)
                """, .text(orNull: sink))
            forgetEntriesOnTheirWay()
            try connection.run("DELETE FROM endpoint WHERE is_gone = 1")
            if count.messages > 0 { try callWorkers() }
            return count
        }
    }

    package func forgetGivenUp(of sink: String?, now: Timestamp) throws(StageError) -> GivenUpCount {
        try transaction { () throws(StageError) -> GivenUpCount in
            let count = try givenUp(of: sink)
            try connection.run(
                """
                DELETE FROM payload WHERE message IN (
                    SELECT id FROM message WHERE state = 2 AND (?1 IS NULL OR sink = ?1))
                """, .text(orNull: sink))
            try connection.run(
                "UPDATE message SET state = 3, finished_at = ?2 WHERE state = 2 AND (?1 IS NULL OR sink = ?1)",
                .text(orNull: sink), .time(now))
            return count
        }
    }

    private func givenUp(of sink: String?) throws(StageError) -> GivenUpCount {
        try connection.first(
            """
            SELECT count(*), coalesce(CAST(sum(entry_count) AS bigint), 0) FROM message
            WHERE state = 2 AND (?1 IS NULL OR sink = ?1)
            """, .text(orNull: sink)
        ) { GivenUpCount(messages: $0.int(0), entries: $0.int(1)) } ?? GivenUpCount(messages: 0, entries: 0)
    }

    package func feeds(ofSource source: String) throws(StageError) -> [FeedKey] {
        try connection.all(
            "SELECT key FROM source WHERE name = ? ORDER BY coalesce(last_attempt, 0) DESC, id DESC", .text(source)
        ) { FeedKey(hash: $0.blob(0)) }
    }

    package func knownNames() throws(StageError) -> (sources: [String], pipelines: [String], sinks: [String]) {
        (try sourceNames(), try pipelineNames(), try sinkNames())
    }

    package func reviveFeeds(of source: String?, now: Timestamp) throws(StageError) -> (feeds: Int, released: Int) {
        let keys = try connection.all(
            "SELECT key FROM source WHERE (?1 IS NULL OR name = ?1)", .text(orNull: source)
        ) { FeedKey(hash: $0.blob(0)) }
        var released = 0
        for key in keys { released += try releaseQuarantined(of: key, now: now) }
        let feeds = try transaction { () throws(StageError) -> Int in
            try connection.run(
                """
                UPDATE source SET stopped_at = NULL, gone_since = NULL, gone_fetches = 0, next_at = NULL,
                    retry_at = NULL
                WHERE name = ?1 OR (?1 IS NULL AND (stopped_at IS NOT NULL OR failures >= 3))
                """, .text(orNull: source))
            let feeds = try connection.changes
            if feeds + released > 0 { try callWorkers() }
            return feeds
        }
        return (feeds, released)
    }

    package func forget(_ key: FeedKey) throws(StageError) -> Int {
        try transaction { () throws(StageError) -> Int in
            let documents = try connection.all(
                "SELECT document.id FROM source JOIN document ON document.source = source.id WHERE source.key = ?",
                .blob(key.hash)
            ) { $0.integer(0) }
            let newest = try connection.first("SELECT max(id) FROM entry") { $0.integer(0) }
            var count = 0
            for document in documents {
                let entries = try connection.all("SELECT id FROM entry WHERE document = ?", .integer(document)) {
                    $0.integer(0)
                }
                count += entries.count
                try forgetPlaces(of: entries)
                try delete(entries, of: document)
            }
            // The number of a deleted entry must not be given to another one, since files and receivers know it.
            if let newest { try reserve(newest) }
            try connection.run("DELETE FROM document WHERE id IN (SELECT value FROM json_each(?))", .list(documents))
            try connection.run("DELETE FROM source WHERE key = ?", .blob(key.hash))
            try connection.run("DELETE FROM pipeline_source WHERE feed_key = ?", .blob(key.hash))
            try connection.run("DELETE FROM move WHERE feed_key = ?", .blob(key.hash))
            try forgetSeenElsewhere(of: key)
            namedFeeds = [:]
            // It counts as new, and is due at once.
            try callWorkers()
            return count
        }
    }

    private func forgetPlaces(of entries: [Int64]) throws(StageError) {
        try connection.run("DELETE FROM waiting WHERE entry IN (SELECT value FROM json_each(?))", .list(entries))
        try connection.run("DELETE FROM target_entry WHERE entry IN (SELECT value FROM json_each(?))", .list(entries))
        try connection.run("DELETE FROM fingerprint WHERE entry IN (SELECT value FROM json_each(?))", .list(entries))
    }

    /// Stores an entry without a document under a used number, so that SQLite does not give that number again.
    private func reserve(_ number: Int64) throws(StageError) {
        try connection.run(
            """
            INSERT INTO entry(id, document, first_seen, date, document_order, last_in_document, content_hash, head)
            VALUES(?1, 0, 0, 0, 0, 0, ?2, ?2) ON CONFLICT DO NOTHING
            """, .integer(number), .blob([]))
    }
}
