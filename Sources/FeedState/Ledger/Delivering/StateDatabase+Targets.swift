package import FeedModel
package import FeedStages

/// What the ledger knows of a target, as it was at one moment.
package struct KnownTarget: Sendable, Hashable {
    /// The memo that the sink keeps of the target, or nil.
    package let memo: [UInt8]?
    /// The tally of the digest in the target, or nil.
    package let tally: DigestTally?
    /// The number of the message that was last delivered there. No other message ever has it.
    let message: Int64
}

/// Targets: files, and other places of delivery.
extension StateDatabase {
    package func entries(
        heldBy path: String, of sink: String, titles: [FeedKey: (source: String, title: String)],
        locale: DigestLocale = .en
    ) throws(StageError) -> [DigestEntry] {
        return try connection.all(
            """
            SELECT entry.id, entry.document, coalesce(pipeline_entry.head, entry.head),
                coalesce(pipeline_entry.body, entry_body.body), entry.numbers, entry.first_seen,
                CASE WHEN pipeline_entry.state = 4 THEN reason END, pipeline_entry.numbers,
                CASE WHEN pipeline_entry.state = 4 THEN buzz END, story, story_role, target_entry.pipeline
            FROM target JOIN target_entry ON target_entry.target = target.id
                JOIN entry ON entry.id = target_entry.entry
                LEFT JOIN entry_body ON entry_body.entry = entry.id
                LEFT JOIN pipeline_entry
                    ON pipeline_entry.pipeline = target_entry.pipeline AND pipeline_entry.entry = target_entry.entry
            WHERE target.sink = ? AND target.path = ? ORDER BY target_entry.position
            """, .text(sink), .text(stored(path))
        ) { row throws(StageError) in
            try digestEntry(row, in: PipelineID(number: row.integer(11)), titles: titles, locale: locale)
        }
    }

    package func target(_ target: String, of sink: String) throws(StageError) -> KnownTarget? {
        try connection.first(
            "SELECT memo, tally, message FROM target WHERE sink = ? AND path = ? AND message <> 0", .text(sink),
            .text(stored(target))
        ) {
            KnownTarget(
                memo: $0.optionalBlob(0), tally: $0.optionalText(1).map(DigestTally.init(stored:)),
                message: $0.integer(2))
        }
    }

    /// Records that a target holds a message. A target of posted messages is recorded only if its sink keeps a memo.
    func advance(
        _ message: Message, sink: String, keeping memo: [UInt8]?, now: Timestamp
    ) throws(StageError) {
        guard message.mode != .post || memo != nil else { return }
        try connection.run(
            """
            INSERT INTO target(sink, path, message, memo, delivered_at) VALUES(?, ?, ?, ?, ?)
            ON CONFLICT(sink, path) DO UPDATE SET message = excluded.message, memo = coalesce(excluded.memo, target.memo),
                delivered_at = excluded.delivered_at
            """, .text(sink), .text(stored(message.target)), .integer(message.number), .blob(orNull: memo), .time(now))
        guard message.mode == .replace else { return }
        try connection.run(
            "UPDATE target SET tally = (SELECT tally FROM message WHERE id = ?) WHERE sink = ? AND path = ?",
            .integer(message.number), .text(sink), .text(stored(message.target)))
        let row = try connection.first(
            """
            SELECT target.id, message.pipeline, message.retained FROM target, message
            WHERE target.sink = ? AND target.path = ? AND message.id = ?
            """, .text(sink), .text(stored(message.target)), .integer(message.number)
        ) { (target: $0.integer(0), pipeline: $0.integer(1), retained: $0.text(2)) }
        guard let row else { return }
        try connection.run("DELETE FROM target_entry WHERE target = ?", .integer(row.target))
        for (position, key) in row.retained.split(separator: " ").enumerated() {
            guard let entry = EntryID(key: String(key)) else { continue }
            try connection.run(
                "INSERT INTO target_entry(target, position, pipeline, entry) VALUES(?, ?, ?, ?)",
                .integer(row.target), .int(position), .integer(row.pipeline), .integer(entry.number))
        }
    }
}
