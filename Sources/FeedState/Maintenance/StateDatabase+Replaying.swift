package import FeedModel
package import FeedStages

/// Deliveries and decisions that are repeated at the user's request.
extension StateDatabase {
    package func replay(toSink sink: String, since start: Timestamp, now: Timestamp) throws(StageError) -> Int {
        try transaction { () throws(StageError) -> Int in
            let messages = try connection.all(
                """
                SELECT pipeline, entries FROM message
                WHERE state = 1 AND sink = ? AND finished_at >= ? ORDER BY id
                """, .text(sink), .time(start)
            ) { (pipeline: $0.integer(0), entries: $0.text(1)) }
            var (count, position) = (0, 0)
            for message in messages {
                for entry in message.entries.split(separator: " ").compactMap({ Int64($0) }) {
                    try connection.run(
                        """
                        INSERT INTO waiting(sink, pipeline, since, position, entry)
                        SELECT ?1, ?2, ?3, ?4, id FROM entry WHERE id = ?5 AND NOT EXISTS(
                            SELECT 1 FROM waiting WHERE sink = ?1 AND pipeline = ?2 AND entry = ?5)
                        """, .text(sink), .integer(message.pipeline), .time(now), .int(position), .integer(entry))
                    count += try connection.changes
                    position += 1
                }
            }
            if count > 0 { try callWorkers() }
            return count
        }
    }

    package func replay(inPipeline pipeline: String, since start: Timestamp, now: Timestamp) throws(StageError) -> Int {
        try transaction { () throws(StageError) -> Int in
            try connection.run(
                """
                UPDATE pipeline_entry SET state = 0, filter = NULL, reason = NULL, until = NULL, decided_at = ?3
                WHERE pipeline = (SELECT id FROM pipeline WHERE name = ?1) AND state = 3 AND decided_at >= ?2
                    AND EXISTS(SELECT 1 FROM entry WHERE id = pipeline_entry.entry)
                """, .text(pipeline), .time(start), .time(now))
            let count = try connection.changes
            if count > 0 { try callWorkers() }
            return count
        }
    }
}
