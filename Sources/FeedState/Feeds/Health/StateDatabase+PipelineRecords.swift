package import FeedModel
package import FeedStages

/// The state of a pipeline, to be shown to the user.
package struct PipelineRecord: Sendable {
    /// The configured name.
    package var name: String
    /// When a run first saw the pipeline, or nil.
    package var firstSeenAt: Timestamp?
    /// When the pipeline's entries were last decided, or nil.
    package var lastDeliveredAt: Timestamp?
    /// Since when the pipeline can decide nothing, or nil.
    package var failingSince: Timestamp?
    /// Whether that was reported.
    package var isNotified = false
    /// How many entries wait for its filters.
    package var waiting = 0
    /// How many entries its filters hold.
    package var held = 0

    /// Whether the user should act.
    package var needsAttention: Bool { failingSince != nil && isNotified }
}

extension StateDatabase {
    package func records(ofPipelines names: [String]) throws(StageError) -> [PipelineRecord] {
        try reading { () throws(StageError) -> [PipelineRecord] in
            var records: [PipelineRecord] = []
            for name in names { records.append(try record(ofPipeline: name)) }
            return records
        }
    }

    private func record(ofPipeline name: String) throws(StageError) -> PipelineRecord {
        let found = try connection.first(
            "SELECT first_seen_at, last_delivered_at, failing_since, told_at, id FROM pipeline WHERE name = ?",
            .text(name)
        ) { row in
            (
                record: PipelineRecord(
                    name: name, firstSeenAt: row.time(0), lastDeliveredAt: row.time(1), failingSince: row.time(2),
                    isNotified: row.time(3) != nil),
                number: row.integer(4)
            )
        }
        guard let found else { return PipelineRecord(name: name) }
        var record = found.record
        let counts = try connection.all(
            "SELECT state, count(*) FROM pipeline_entry WHERE pipeline = ? AND state <= 1 GROUP BY state",
            .integer(found.number)
        ) { ($0.integer(0), $0.int(1)) }
        for (state, count) in counts {
            if state == EntryState.held.rawValue { record.held = count } else { record.waiting = count }
        }
        return record
    }
}
