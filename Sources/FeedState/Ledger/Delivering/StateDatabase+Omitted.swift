import FeedMessages
package import FeedModel
package import FeedStages

/// An entry that a pipeline left out of its digests, with the verdict on it.
package struct OmittedVerdict: Sendable {
    /// The entry as the filters left it, without its body.
    package let entry: DigestEntry
    /// What the pipeline does with the entry.
    package let fate: OmittedEntry.Fate
    /// The filter that decided (`take#1`), or nil.
    package let filter: String?
    /// Why, in the filter's words, or nil.
    package let reason: LocalizedText?
    /// Until when the entry is held at the latest, or nil.
    package let until: Timestamp?
}

/// What a pipeline leaves out of its digests, and the pages that it made before.
extension StateDatabase {
    package func omitted(
        by pipeline: PipelineID, after moment: Timestamp, limit: Int,
        titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> (verdicts: [OmittedVerdict], count: Int) {
        try reading { () throws(StageError) in
            let verdicts = try connection.all(
                """
                SELECT entry.id, entry.document, coalesce(omitted.head, entry.head), NULL, entry.numbers,
                    entry.first_seen, omitted.state, filter, reason, until
                FROM (SELECT entry, head, state, filter, reason, until FROM pipeline_entry INDEXED BY pipeline_entry_open
                        WHERE pipeline = ?1 AND state <= 1 AND state = 1
                    UNION ALL SELECT entry, head, state, filter, reason, until FROM pipeline_entry
                        WHERE pipeline = ?1 AND state IN (2, 3) AND decided_at > ?2) AS omitted
                    JOIN entry ON entry.id = omitted.entry
                WHERE entry.document <> 0 ORDER BY entry.date DESC, entry.id DESC LIMIT ?3
                """, .integer(pipeline.number), .time(moment), .int(limit)
            ) { row throws(StageError) in
                OmittedVerdict(
                    entry: try bareDigestEntry(row, titles: titles), fate: OmittedEntry.Fate(row.integer(6)),
                    filter: row.optionalText(7), reason: row.optionalText(8).map { LocalizedText(stored: $0) },
                    until: row.time(9))
            }
            guard verdicts.count == limit else { return (verdicts, verdicts.count) }
            let count = try connection.first(
                """
                SELECT count(*) FROM pipeline_entry
                WHERE pipeline = ? AND (state = 1 OR state IN (2, 3) AND decided_at > ?)
                """, .integer(pipeline.number), .time(moment)
            ) { $0.int(0) }
            return (verdicts, max(count ?? 0, verdicts.count))
        }
    }

    package func target(
        before target: String, of sink: String, pipeline: PipelineID
    ) throws(StageError) -> String? {
        try connection.first(
            """
            SELECT target FROM message WHERE sink = ? AND pipeline = ? AND state = 1 AND entry_count > 0
                AND target <> ?
            ORDER BY id DESC LIMIT 1
            """, .text(sink), .integer(pipeline.number), .text(stored(target))
        ) { self.path(ofStored: $0.text(0)) }
    }
}

extension OmittedEntry.Fate {
    fileprivate init(_ state: Int64) {
        self =
            switch EntryState(rawValue: state) {
            case .held: .held
            case .quarantined: .quarantined
            default: .dropped
            }
    }
}
