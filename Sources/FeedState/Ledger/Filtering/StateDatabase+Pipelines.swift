import FeedMessages
package import FeedModel
package import FeedStages

/// The configuration of a pipeline, as far as the ledger needs it.
package struct PipelineWiring: Sendable {
    /// One of the pipeline's sources.
    package struct Source: Sendable {
        /// The key of the feed.
        package var key: FeedKey
        /// How many of the source's newest entries are new when the pipeline first sees it.
        package var firstRun: Int

        package init(key: FeedKey, firstRun: Int) {
            self.key = key
            self.firstRun = firstRun
        }
    }

    /// The configured name of the pipeline.
    package var name: String
    /// The pipeline's sources.
    package var sources: [Source]
    /// Names of the pipeline's sinks.
    package var sinks: [String]
    /// Whether sources and sinks are complete. If not, the stored connections stay as they are.
    package var isWhole = true

    package init(name: String, sources: [Source], sinks: [String]) {
        self.name = name
        self.sources = sources
        self.sinks = sinks
    }
}

/// A pipeline in the state.
package struct KnownPipeline: Sendable {
    /// The pipeline's number in the state.
    package let id: PipelineID
    /// When a run first saw the pipeline.
    package let firstSeenAt: Timestamp
    /// When the pipeline's entries were last decided, or nil.
    package let lastDeliveredAt: Timestamp?
}

/// Pipelines, and changes of their configuration.
extension StateDatabase {
    package func reconcile(_ pipelines: [PipelineWiring], now: Timestamp) throws(StageError) -> [String: KnownPipeline]
    {
        try transaction { () throws(StageError) -> [String: KnownPipeline] in
            var reconciled: [String: KnownPipeline] = [:]
            try recordRemoved(except: pipelines.map(\.name), now: now)
            for wiring in pipelines {
                let pipeline = try self.pipeline(named: wiring.name, now: now)
                reconciled[wiring.name] = pipeline
                guard wiring.isWhole else { continue }
                let settled = try sources(of: pipeline.id)
                try recordRemovedSources(
                    settled.subtracting(wiring.sources.lazy.map(\.key)), of: pipeline.id, now: now)
                try recordRemovedSinks(of: pipeline.id, except: wiring.sinks, now: now)
                for source in wiring.sources where !settled.contains(source.key) {
                    guard try known(source.key).loadedAt != nil else { continue }
                    try settle(pipeline.id, with: source.key, limit: source.firstRun, now: now)
                }
                for sink in wiring.sinks { try connect(pipeline.id, to: sink, sources: wiring.sources, now: now) }
            }
            return reconciled
        }
    }

    /// Whether a pipeline knows a source, so that its new entries begin to wait at once.
    func isSettled(_ pipeline: PipelineID, with key: FeedKey) throws(StageError) -> Bool {
        try connection.first(
            "SELECT 1 FROM pipeline_source WHERE pipeline = ? AND feed_key = ? AND removed_at IS NULL",
            .integer(pipeline.number), .blob(key.hash)
        ) { _ in true } ?? false
    }

    /// Adds a completely loaded source to a pipeline, once. The `limit` newest of its entries begin to wait, and the
    /// others are dropped by `first_run`.
    func settle(_ pipeline: PipelineID, with key: FeedKey, limit: Int, now: Timestamp) throws(StageError) {
        guard try !isSettled(pipeline, with: key) else { return }
        // Ranking costs time, and is needed only for feeds with more entries than `limit`.
        let count = try connection.first(
            """
            SELECT count(*) FROM source JOIN document ON document.source = source.id
                JOIN entry ON entry.document = document.id
            WHERE source.key = ?
            """, .blob(key.hash)
        ) { $0.int(0) }
        guard count ?? 0 > limit else {
            try connection.run(
                """
                INSERT INTO pipeline_entry(pipeline, entry, state, decided_at)
                SELECT ?, entry.id, 0, ? FROM source JOIN document ON document.source = source.id
                    JOIN entry ON entry.document = document.id
                WHERE source.key = ?
                ON CONFLICT DO NOTHING
                """, .integer(pipeline.number), .time(now), .blob(key.hash))
            return try recordSource(key, in: pipeline)
        }
        try connection.run(
            """
            INSERT INTO pipeline_entry(pipeline, entry, state, filter, reason, decided_at)
            SELECT ?1, id, CASE WHEN rank <= ?2 THEN 0 ELSE 3 END, CASE WHEN rank <= ?2 THEN NULL ELSE 'first_run' END,
                CASE WHEN rank <= ?2 THEN NULL ELSE ?5 END, ?3
            FROM (SELECT entry.id AS id,
                    row_number() OVER (ORDER BY entry.date DESC, entry.first_seen DESC, document_order) AS rank
                FROM source JOIN document ON document.source = source.id JOIN entry ON entry.document = document.id
                WHERE source.key = ?4) AS ranked
            WHERE true ON CONFLICT DO NOTHING
            """, .integer(pipeline.number), .integer(Int64(limit)), .time(now), .blob(key.hash),
            .text(LocalizedText.message("verdict.first_run").stored))
        try recordSource(key, in: pipeline)
    }

    private func recordSource(_ key: FeedKey, in pipeline: PipelineID) throws(StageError) {
        try connection.run(
            """
            INSERT INTO pipeline_source(pipeline, feed_key) VALUES(?, ?)
            ON CONFLICT(pipeline, feed_key) DO UPDATE SET removed_at = NULL
            """, .integer(pipeline.number), .blob(key.hash))
    }

    /// Makes a new entry wait in a pipeline.
    func wait(_ entry: Int64, in pipeline: PipelineID, now: Timestamp) throws(StageError) {
        try connection.run(
            "INSERT INTO pipeline_entry(pipeline, entry, state, decided_at) VALUES(?, ?, 0, ?) ON CONFLICT DO NOTHING",
            .integer(pipeline.number), .integer(entry), .time(now))
    }

    private func pipeline(named name: String, now: Timestamp) throws(StageError) -> KnownPipeline {
        try connection.run(
            "INSERT INTO pipeline(name, first_seen_at) VALUES(?, ?) ON CONFLICT DO NOTHING", .text(name), .time(now))
        // A moment in the future comes from a clock that was ahead. It must not keep a pipeline silent.
        try connection.run(
            "UPDATE pipeline SET last_delivered_at = ? WHERE name = ? AND last_delivered_at > ?", .time(now),
            .text(name), .time(now + .seconds(3600)))
        try connection.run(
            "UPDATE pipeline SET removed_at = NULL WHERE name = ? AND removed_at IS NOT NULL", .text(name))
        let known = try connection.first(
            "SELECT id, first_seen_at, last_delivered_at FROM pipeline WHERE name = ?", .text(name)
        ) { row in
            KnownPipeline(
                id: PipelineID(number: row.integer(0)), firstSeenAt: row.time(1) ?? now, lastDeliveredAt: row.time(2))
        }
        guard let known else { throw StageError(.internalError, subject: name) }
        return known
    }

    /// Connects a sink to a pipeline. A new sink gets the newest entries that the pipeline kept; a sink that comes back
    /// gets those that were kept meanwhile. Both go before the entries that are kept in this run.
    private func connect(
        _ pipeline: PipelineID, to sink: String, sources: [PipelineWiring.Source], now: Timestamp
    ) throws(StageError) {
        let known = try connection.first(
            "SELECT removed_at FROM pipeline_sink WHERE pipeline = ? AND sink = ?", .integer(pipeline.number),
            .text(sink)
        ) { (removedAt: $0.time(0), isKnown: true) }
        let removedAt = known?.removedAt
        guard known == nil || removedAt != nil else { return }
        for source in sources {
            try connection.run(
                """
                INSERT INTO waiting(sink, pipeline, since, position, entry)
                SELECT ?2, ?1, ?3, entry.date, entry.id
                FROM pipeline_entry JOIN entry ON entry.id = pipeline_entry.entry
                    JOIN document ON document.id = entry.document JOIN source ON source.id = document.source
                WHERE pipeline_entry.pipeline = ?1 AND pipeline_entry.state = 4 AND source.key = ?4
                    AND pipeline_entry.decided_at >= ?6
                ORDER BY entry.date DESC, entry.first_seen DESC, document_order LIMIT ?5
                ON CONFLICT DO NOTHING
                """, .integer(pipeline.number), .text(sink), .time(now - .milliseconds(1)), .blob(source.key.hash),
                .integer(Int64(min(source.firstRun, Int(Int32.max)))),
                .time(removedAt ?? Timestamp(milliseconds: .min)))
        }
        try connection.run(
            """
            INSERT INTO pipeline_sink(pipeline, sink) VALUES(?, ?)
            ON CONFLICT(pipeline, sink) DO UPDATE SET removed_at = NULL
            """, .integer(pipeline.number), .text(sink))
    }
}
