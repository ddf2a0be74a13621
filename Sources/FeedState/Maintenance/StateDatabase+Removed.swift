import FeedMessages
package import FeedModel
package import FeedStages

/// How many entries of a pipeline were discarded because their pipeline, source or sink was removed from the
/// configuration more than 30 days ago.
package struct Leftover: Sendable, Hashable, Codable {
    /// The name of the pipeline.
    package let pipeline: String
    /// The sink for which they waited; nil if they waited for the filters.
    package let sink: String?
    /// How many entries.
    package let entries: Int
}

/// Pipelines, sources and sinks that the configuration no longer has. What waits for them is kept for a while, then
/// reported and deleted.
extension StateDatabase {
    /// How long entries wait for a pipeline, source or sink to come back.
    static let longestAbsence = Duration.seconds(30 * 86_400)

    /// Records that all pipelines but these were removed, with their sources and sinks.
    func recordRemoved(except names: [String], now: Timestamp) throws(StageError) {
        let configured = Set(names)
        let present = try connection.all("SELECT id, name FROM pipeline WHERE removed_at IS NULL") {
            (id: $0.integer(0), name: $0.text(1))
        }
        for pipeline in present where !configured.contains(pipeline.name) {
            try connection.run(
                "UPDATE pipeline SET removed_at = ? WHERE id = ?", .time(now), .integer(pipeline.id))
            let id = PipelineID(number: pipeline.id)
            try recordRemovedSources(try sources(of: id), of: id, now: now)
            try recordRemovedSinks(of: id, except: [], now: now)
        }
    }

    /// Records that a pipeline no longer has these sources.
    func recordRemovedSources(
        _ removed: Set<FeedKey>, of pipeline: PipelineID, now: Timestamp
    ) throws(StageError) {
        for key in removed {
            try connection.run(
                "UPDATE pipeline_source SET removed_at = ? WHERE pipeline = ? AND feed_key = ?", .time(now),
                .integer(pipeline.number), .blob(key.hash))
        }
    }

    /// Records that a pipeline no longer has any sinks but these.
    func recordRemovedSinks(
        of pipeline: PipelineID, except names: [String], now: Timestamp
    ) throws(StageError) {
        let connected = try connection.all(
            "SELECT sink FROM pipeline_sink WHERE pipeline = ? AND removed_at IS NULL", .integer(pipeline.number)
        ) { $0.text(0) }
        for sink in connected where !names.contains(sink) {
            try connection.run(
                "UPDATE pipeline_sink SET removed_at = ? WHERE pipeline = ? AND sink = ?", .time(now),
                .integer(pipeline.number), .text(sink))
        }
    }

    package func forgetLeftovers(absent: Set<String>, now: Timestamp) throws(StageError) -> [Leftover] {
        let limit = now - Self.longestAbsence
        return try transaction { () throws(StageError) -> [Leftover] in
            try forgetMemories(ofPipelinesRemovedBefore: limit)
            return try forgetDeliveries(removedBefore: limit, now: now)
                + forgetCandidates(removedBefore: limit, absent: absent, now: now)
        }
    }

    private func forgetDeliveries(removedBefore limit: Timestamp, now: Timestamp) throws(StageError) -> [Leftover] {
        var forgotten: [Leftover] = []
        let pairs = try connection.all(
            """
            SELECT pipeline.id, pipeline.name, sink FROM pipeline_sink JOIN pipeline ON pipeline.id = pipeline
            WHERE pipeline_sink.removed_at < ? ORDER BY pipeline_sink.pipeline, sink
            """, .time(limit)
        ) { (pipeline: $0.integer(0), name: $0.text(1), sink: $0.text(2)) }
        for pair in pairs {
            try connection.run(
                "DELETE FROM waiting WHERE sink = ? AND pipeline = ?", .text(pair.sink), .integer(pair.pipeline))
            var entries = try connection.changes
            try removePendingTally(of: PipelineID(number: pair.pipeline), for: pair.sink)
            let open = try connection.all(
                "SELECT id, entry_count FROM message WHERE state = 0 AND sink = ? AND pipeline = ?", .text(pair.sink),
                .integer(pair.pipeline)
            ) { (id: $0.integer(0), entries: $0.int(1)) }
            for message in open {
                entries += message.entries
                try discard(message.id, now: now)
            }
            if entries > 0 { forgotten.append(Leftover(pipeline: pair.name, sink: pair.sink, entries: entries)) }
        }
        return forgotten
    }

    private func forgetCandidates(
        removedBefore limit: Timestamp, absent: Set<String>, now: Timestamp
    ) throws(StageError) -> [Leftover] {
        var forgotten: [String: Int] = [:]
        let pairs = try connection.all(
            """
            SELECT pipeline.id, pipeline.name, pipeline_source.feed_key, pipeline.removed_at IS NOT NULL,
                coalesce((SELECT source.name FROM source WHERE key = pipeline_source.feed_key), '')
            FROM pipeline_source JOIN pipeline ON pipeline.id = pipeline WHERE pipeline_source.removed_at < ?
            """, .time(limit)
        ) { (pipeline: $0.integer(0), name: $0.text(1), key: $0.blob(2), isGone: $0.flag(3), source: $0.text(4)) }
        for pair in pairs where pair.isGone || !absent.contains(pair.source) {
            try connection.run(
                """
                UPDATE pipeline_entry INDEXED BY pipeline_entry_open
                SET state = 3, filter = NULL, reason = ?4, until = NULL, decided_at = ?1
                WHERE pipeline = ?2 AND state <= 1 AND (SELECT document FROM entry WHERE entry.id = pipeline_entry.entry)
                    IN (SELECT document.id FROM source JOIN document ON document.source = source.id
                        WHERE source.key = ?3)
                """, .time(now), .integer(pair.pipeline), .blob(pair.key),
                .text(LocalizedText.message("verdict.source_removed").stored))
            let count = try connection.changes
            if count > 0 { forgotten[pair.name, default: 0] += count }
        }
        return forgotten.sorted { $0.key < $1.key }.map { Leftover(pipeline: $0.key, sink: nil, entries: $0.value) }
    }

    /// Discards a message that no sink is to receive any more.
    func discard(_ message: Int64, now: Timestamp) throws(StageError) {
        try connection.run(
            "UPDATE message SET state = 3, attempt_open = 0, retained = NULL, finished_at = ? WHERE id = ?", .time(now),
            .integer(message))
        try connection.run("DELETE FROM payload WHERE message = ?", .integer(message))
        forgetEntriesOnTheirWay()
    }
}
