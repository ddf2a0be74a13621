import FeedModel
package import FeedStages

/// Memories of filters, kept from one delivery to the next. They are stored with the verdicts, in one transaction.
extension StateDatabase {
    package func memories(
        ofFiltersOf pipeline: PipelineID
    ) throws(StageError) -> [String: [String: FilterMemory.Item]] {
        var memories: [String: [String: FilterMemory.Item]] = [:]
        let rows = try connection.all(
            "SELECT filter, key, value, until FROM filter_memory WHERE pipeline = ?", .integer(pipeline.number)
        ) {
            (
                filter: $0.text(0), key: $0.text(1),
                item: FilterMemory.Item($0.blob(2), until: Timestamp(milliseconds: $0.integer(3)))
            )
        }
        for row in rows { memories[row.filter, default: [:]][row.key] = row.item }
        return memories
    }

    /// Stores the changes of a pipeline's filter memories. Memories of filters that it no longer has are deleted.
    func keep(_ memories: [String: FilterMemory], of pipeline: PipelineID) throws(StageError) {
        let known = try connection.all(
            "SELECT DISTINCT filter FROM filter_memory WHERE pipeline = ?", .integer(pipeline.number)
        ) { $0.text(0) }
        for filter in known where memories[filter] == nil {
            try connection.run(
                "DELETE FROM filter_memory WHERE pipeline = ? AND filter = ?", .integer(pipeline.number), .text(filter))
        }
        for (filter, memory) in memories {
            for (key, item) in memory.changes {
                guard let item else {
                    try connection.run(
                        "DELETE FROM filter_memory WHERE pipeline = ? AND filter = ? AND key = ?",
                        .integer(pipeline.number), .text(filter), .text(key))
                    continue
                }
                try connection.run(
                    """
                    INSERT INTO filter_memory(pipeline, filter, key, value, until) VALUES(?, ?, ?, ?, ?)
                    ON CONFLICT(pipeline, filter, key) DO UPDATE SET value = excluded.value, until = excluded.until
                    """, .integer(pipeline.number), .text(filter), .text(key), .blob(item.value), .time(item.until))
            }
        }
    }

    /// Deletes expired items.
    func forgetOldMemories(now: Timestamp) throws(StageError) {
        try connection.run("DELETE FROM filter_memory WHERE until <= ?", .time(now))
    }

    /// Deletes the memories of pipelines that left the configuration before `limit`.
    func forgetMemories(ofPipelinesRemovedBefore limit: Timestamp) throws(StageError) {
        try connection.run(
            "DELETE FROM filter_memory WHERE pipeline IN (SELECT id FROM pipeline WHERE removed_at < ?)", .time(limit))
    }
}
