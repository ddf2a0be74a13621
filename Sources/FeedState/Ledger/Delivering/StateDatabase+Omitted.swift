import FeedMessages
package import FeedModel
package import FeedStages

/// An entry that a pipeline left out of its digests, with the verdict on it.
package struct OmittedVerdict: Sendable {
    /// The entry as the filters left it, without its body.
    package let entry: DigestEntry
    /// What becomes of the entry.
    package let fate: OmittedEntry.Fate
    /// The filter that decided (`take#1`), or nil.
    package let filter: String?
    /// Why, in the filter's words, or nil.
    package let reason: LocalizedText?
    /// Until when the entry is held at the latest, or nil.
    package let until: Timestamp?
}

/// A page while it is composed.
package struct OmittingPage: Sendable {
    let target: String
    let sink: String
    let pipeline: PipelineID
    /// The keys of the entries that will stand on the page.
    let shown: [String]

    package init(target: String, sink: String, pipeline: PipelineID, shown: [String]) {
        (self.target, self.sink, self.pipeline, self.shown) = (target, sink, pipeline, shown)
    }
}

/// What a pipeline leaves out of its digests, and the pages that it made before.
extension StateDatabase {
    package func omitted(
        from page: OmittingPage, after moment: Timestamp, limit: Int,
        titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> (verdicts: [OmittedVerdict], count: Int) {
        var count = 0
        // An entry that an earlier part of the same delivery put on another page of the sink is not left out. Documents
        // and texts are read of the listed entries only.
        let verdicts = try connection.all(
            """
            SELECT entry.id, entry.document, coalesce(verdict.head, entry.head), NULL, entry.numbers, entry.first_seen,
                verdict.state, verdict.filter, verdict.reason, verdict.until, listed.total, verdict.numbers
            FROM (
                SELECT entry.id, count(*) OVER () AS total FROM (
                    SELECT entry FROM pipeline_entry INDEXED BY pipeline_entry_open
                    WHERE pipeline = ?1 AND state <= 1 AND state = 1
                    UNION ALL
                    SELECT entry FROM pipeline_entry
                    WHERE pipeline = ?1 AND decided_at > ?2 AND (state IN (2, 3) OR state = 4 AND NOT EXISTS(
                        SELECT 1 FROM target_entry JOIN target ON target.id = target_entry.target
                        WHERE target_entry.entry = pipeline_entry.entry AND target_entry.pipeline = ?1
                            AND target.sink = ?3 AND target.path <> ?4))
                ) AS omitted JOIN entry ON entry.id = omitted.entry
                WHERE entry.document <> 0 AND entry.id NOT IN (SELECT value FROM json_each(?5))
                ORDER BY entry.date DESC, entry.id DESC LIMIT ?6
            ) AS listed JOIN entry ON entry.id = listed.id
                JOIN pipeline_entry AS verdict ON verdict.pipeline = ?1 AND verdict.entry = listed.id
            ORDER BY entry.date DESC, entry.id DESC
            """, .integer(page.pipeline.number), .time(moment), .text(page.sink), .text(stored(page.target)),
            .list(page.shown.compactMap { EntryID(key: $0)?.number }), .int(limit)
        ) { row throws(StageError) in
            count = row.int(10)
            return OmittedVerdict(
                entry: try bareDigestEntry(row, added: 11, titles: titles), fate: OmittedEntry.Fate(row.integer(6)),
                filter: row.optionalText(7), reason: row.optionalText(8).map { LocalizedText(stored: $0) },
                until: row.time(9))
        }
        return (verdicts, count)
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
            case .kept: .gone
            default: .dropped
            }
    }
}
