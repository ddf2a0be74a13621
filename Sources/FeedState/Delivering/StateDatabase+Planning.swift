public import FeedModel
public import FeedStages
import FeedSystem

/// T2, second half: waiting deliveries become messages.
extension StateDatabase {
    /// Whether a sink has deliveries of a pipeline that wait to be planned.
    public func hasWaiting(sink: String, pipeline: PipelineID) throws(StageError) -> Bool {
        try connection.first(
            "SELECT 1 FROM waiting WHERE sink = ? AND pipeline = ? LIMIT 1", .text(sink),
            .integer(pipeline.number)
        ) { _ in true } ?? false
    }

    /// Bytes of entries that are planned at once, about: bounds the memory of a digest.
    private static let mostBytes = 1 << 20

    /// Plans messages for the oldest waiting deliveries of a pipeline to a sink, at most `limit` of them, or about a
    /// MiB.
    ///
    /// `plan` is called once, within the transaction, on the state's thread; it must be quick and write nothing. A
    /// message for a file that still has an unfinished one is not taken: its entries go on waiting.
    public func plan(
        sink: String, pipeline: PipelineID, limit: Int, now: Timestamp,
        titles: [FeedKey: (source: String, title: String)],
        _ plan: (_ entries: [DigestEntry], _ targets: Targets) throws(StageError) -> [ComposedMessage]
    ) throws(StageError) -> PlanningOutcome {
        try transaction { () throws(StageError) -> PlanningOutcome in
            let waiting = try waitingDeliveries(sink: sink, pipeline: pipeline, limit: limit, titles: titles)
            // The last of the digests that are made at once tells what became of everything.
            let isLast = try !isWaiting(beyond: waiting.count, sink: sink, pipeline: pipeline)
            let tally = isLast ? try pendingTally(of: pipeline, for: sink) : nil
            let targets = Targets(state: self, sink: sink, titles: titles, tally: tally)
            var plans = try targets.whileValid { () throws(StageError) in
                try plan(waiting.map(\.entry), targets)
            }
            if let last = plans.indices.last, plans[last].mode != .replace { plans[last].tally = tally }
            var outcome = PlanningOutcome()
            var busy = try busyTargets(of: sink)
            var planned: Set<String> = []
            for plan in plans {
                if plan.mode != .post, !busy.insert(stored(plan.target)).inserted { continue }
                // An entry goes with the first message that has it.
                let entries = plan.entries.filter { planned.insert($0).inserted }
                outcome.messages += 1
                outcome.entries += entries.count
                try insert(plan, entries, sink: sink, pipeline: pipeline, now: now)
            }
            try removeWaiting(planned, from: waiting, sink: sink, pipeline: pipeline)
            if isLast, !plans.isEmpty, outcome.messages == plans.count {
                try removePendingTally(of: pipeline, for: sink)
            }
            return outcome
        }
    }

    private func isWaiting(beyond count: Int, sink: String, pipeline: PipelineID) throws(StageError) -> Bool {
        try connection.first(
            "SELECT 1 FROM waiting WHERE sink = ? AND pipeline = ? LIMIT 1 OFFSET ?", .text(sink),
            .integer(pipeline.number), .int(count)
        ) { _ in true } ?? false
    }

    /// A waiting delivery, with its place in the queue.
    private struct WaitingDelivery {
        let entry: DigestEntry
        let number: Int64
        let since: Int64
        let position: Int64
    }

    private func waitingDeliveries(
        sink: String, pipeline: PipelineID, limit: Int, titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> [WaitingDelivery] {
        var bytes = 0
        let hasDuplicates = try hasDuplicates(pipeline)
        return try connection.rows(
            """
            SELECT entry.id, entry.document, coalesce(pipeline_entry.head, entry.head),
                coalesce(pipeline_entry.body, entry_body.body), entry.numbers, entry.first_seen,
                waiting.since, waiting.position
            FROM waiting JOIN entry ON entry.id = waiting.entry
                LEFT JOIN entry_body ON entry_body.entry = entry.id
                LEFT JOIN pipeline_entry
                    ON pipeline_entry.pipeline = waiting.pipeline AND pipeline_entry.entry = waiting.entry
            WHERE waiting.sink = ? AND waiting.pipeline = ?
            ORDER BY waiting.since, waiting.position, waiting.entry LIMIT ?
            """, .text(sink), .integer(pipeline.number), .int(limit)
        ) { row throws(StageError) -> WaitingDelivery? in
            guard bytes < Self.mostBytes else { return nil }
            bytes += row.length(2) + row.length(3)
            var entry = try bareDigestEntry(row, titles: titles)
            if hasDuplicates { entry.duplicates = try duplicates(of: row.integer(0), in: pipeline, titles: titles) }
            return WaitingDelivery(
                entry: entry, number: row.integer(0),
                since: row.integer(6), position: row.integer(7))
        }
    }

    /// What is planned waits no more. Throws `.stateDamaged` if it cannot be taken away: it would be delivered for ever.
    private func removeWaiting(
        _ planned: Set<String>, from waiting: [WaitingDelivery], sink: String, pipeline: PipelineID
    ) throws(StageError) {
        if let last = waiting.last, waiting.allSatisfy({ planned.contains($0.entry.key) }) {
            try connection.run(
                """
                DELETE FROM waiting
                WHERE sink = ? AND pipeline = ? AND (since, position, entry) <= (?, ?, ?)
                """, .text(sink), .integer(pipeline.number), .integer(last.since), .integer(last.position),
                .integer(last.number))
            return try requireChanges(waiting.count)
        }
        for delivery in waiting where planned.contains(delivery.entry.key) {
            try connection.run(
                "DELETE FROM waiting WHERE sink = ? AND pipeline = ? AND since = ? AND position = ? AND entry = ?",
                .text(sink), .integer(pipeline.number), .integer(delivery.since), .integer(delivery.position),
                .integer(delivery.number))
            try requireChanges(1)
        }
    }

    private func requireChanges(_ count: Int) throws(StageError) {
        guard connection.changes < count else { return }
        throw StageError(.stateDamaged, subject: path, facts: [.found: "damaged rows of waiting entries"])
    }

    private func hasDuplicates(_ pipeline: PipelineID) throws(StageError) -> Bool {
        try connection.first(
            "SELECT 1 FROM pipeline_entry INDEXED BY pipeline_entry_same WHERE pipeline = ? AND same_as IS NOT NULL LIMIT 1",
            .integer(pipeline.number)
        ) { _ in true } ?? false
    }

    func digestEntry(
        _ row: SQLiteRow, in pipeline: PipelineID, titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> DigestEntry {
        var entry = try bareDigestEntry(row, titles: titles)
        entry.duplicates = try duplicates(of: row.integer(0), in: pipeline, titles: titles)
        return entry
    }

    private func bareDigestEntry(
        _ row: SQLiteRow, titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> DigestEntry {
        let feed = try named(row.integer(1))
        let names = titles[feed.key]
        let source = names?.source ?? feed.source
        return DigestEntry(
            key: EntryID(number: row.integer(0)).key,
            entry: try EntryCodec.decode(row, head: 2, body: 3, numbers: 4), source: source,
            sourceTitle: names.map(\.title).flatMap { $0.isEmpty ? nil : $0 } ?? feed.title ?? source,
            firstSeen: Timestamp(milliseconds: row.integer(5)))
    }

    /// What a pipeline dropped in favour of an entry, with what its source says of it now: nothing of it is copied.
    func duplicates(
        of entry: Int64, in pipeline: PipelineID, titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> [Duplicate] {
        try connection.all(
            """
            SELECT entry.id, entry.document, coalesce(pipeline_entry.head, entry.head), NULL, entry.numbers, entry.first_seen
            FROM pipeline_entry INDEXED BY pipeline_entry_same JOIN entry ON entry.id = pipeline_entry.entry
            WHERE pipeline_entry.pipeline = ? AND pipeline_entry.same_as = ? AND pipeline_entry.state = 3
            ORDER BY pipeline_entry.entry LIMIT ?
            """, .integer(pipeline.number), .integer(entry), .int(Self.mostDuplicates)
        ) { row throws(StageError) in
            let other = try bareDigestEntry(row, titles: titles)
            return Duplicate(
                key: other.key, source: other.source, sourceTitle: other.sourceTitle, title: other.entry.title,
                url: other.entry.url, numbers: other.entry.numbers)
        }
    }

    /// Duplicates that an entry tells of.
    private static let mostDuplicates = 20

    /// An entry as a pipeline's filters left it, or nil if the state has it no more.
    func digestEntry(
        _ entry: Int64, in pipeline: PipelineID, titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> DigestEntry? {
        try connection.first(
            """
            SELECT entry.id, entry.document, coalesce(pipeline_entry.head, entry.head),
                coalesce(pipeline_entry.body, entry_body.body), entry.numbers, entry.first_seen
            FROM entry LEFT JOIN entry_body ON entry_body.entry = entry.id
                LEFT JOIN pipeline_entry ON pipeline_entry.pipeline = ?2 AND pipeline_entry.entry = entry.id
            WHERE entry.id = ?1
            """, .integer(entry), .integer(pipeline.number)
        ) { row throws(StageError) in try digestEntry(row, in: pipeline, titles: titles) }
    }

    /// A feed's names, which are asked for with every entry of it.
    func named(_ document: Int64) throws(StageError) -> NamedFeed {
        if let known = namedFeeds[document] { return known }
        let known = try connection.first(
            """
            SELECT source.key, name, title FROM document JOIN source ON source.id = document.source
            WHERE document.id = ?
            """, .integer(document)
        ) {
            NamedFeed(key: FeedKey(hash: $0.blob(0)), source: $0.text(1), title: $0.optionalText(2))
        }
        guard let known else { throw StageError(.stateDamaged, subject: path, facts: [.found: "document \(document)"]) }
        namedFeeds[document] = known
        return known
    }

    private func busyTargets(of sink: String) throws(StageError) -> Set<String> {
        Set(
            try connection.all(
                "SELECT target FROM message WHERE state = 0 AND sink = ? AND mode <> 'post'", .text(sink)
            ) { $0.text(0) })
    }

    /// Stores a planned message: behind all others, or at the place of the one that it replaces.
    func insert(
        _ plan: ComposedMessage, _ entries: [String], sink: String, pipeline: PipelineID,
        place: OpenMessage.Place? = nil,
        now: Timestamp
    ) throws(StageError) {
        let numbers = entries.compactMap { EntryID(key: $0)?.number }
        try connection.run(
            """
            INSERT INTO message(pipeline, sink, target, mode, memo, retained, entries, entry_count, webhook_id, state,
                created_at, place, turn, form, tally)
            VALUES(?1, ?2, ?3, ?4, coalesce(?5, (SELECT memo FROM target WHERE sink = ?2 AND path = ?3)), ?6, ?7, ?8, '',
                0, ?9, ?10, ?11, ?12, ?13)
            """, .integer(pipeline.number), .text(sink), .text(stored(plan.target)), .text(plan.mode.rawValue),
            .blob(orNull: plan.memo),
            .text(orNull: plan.retained.isEmpty ? nil : plan.retained.joined(separator: " ")),
            .text(numbers.map(String.init).joined(separator: " ")), .int(numbers.count), .time(now),
            place.map { .integer($0.first) } ?? .null, .integer(place?.turn ?? 0), .int(plan.form),
            .text(orNull: plan.tally?.stored))
        let number = connection.lastInsertedRow
        try connection.run(
            "UPDATE message SET webhook_id = ? WHERE id = ?",
            .text(messageID(sink: sink, pipeline: pipeline, number: number, now: now)), .integer(number))
        try connection.run(
            "INSERT INTO payload(message, bytes) VALUES(?, ?)", .integer(number), lending: plan.payload)
        forgetEntriesOnTheirWay()
    }

    /// An id for life: no other message ever has it, also after an older copy of the state was put back, where numbers
    /// begin anew. A receiver would take it for one that it has.
    private func messageID(sink: String, pipeline: PipelineID, number: Int64, now: Timestamp) -> String {
        let seed = "\(instance)\u{0}\(pipeline.number)\u{0}\(sink)\u{0}\(number)\u{0}\(now.milliseconds)"
        return "msg_" + Base32.encode(SHA256.hash(seed))
    }
}

/// A feed with its names as the state has them.
struct NamedFeed {
    let key: FeedKey
    let source: String
    let title: String?
}

/// What became of waiting deliveries.
public struct PlanningOutcome: Sendable {
    /// Messages taken.
    public var messages = 0
    /// Entries that are in them.
    public var entries = 0

    /// Makes the outcome of planning nothing.
    public init() {}
}
