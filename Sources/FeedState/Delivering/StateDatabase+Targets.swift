public import FeedModel
public import FeedStages

/// Files that are delivered to.
extension StateDatabase {
    /// The entries that a target holds, oldest delivery first.
    func entries(
        heldBy path: String, of sink: String, titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> [DigestEntry] {
        return try connection.all(
            """
            SELECT entry.id, entry.document, coalesce(pipeline_entry.head, entry.head),
                coalesce(pipeline_entry.body, entry_body.body), entry.numbers, entry.first_seen,
                target_entry.pipeline
            FROM target JOIN target_entry ON target_entry.target = target.id
                JOIN entry ON entry.id = target_entry.entry
                LEFT JOIN entry_body ON entry_body.entry = entry.id
                LEFT JOIN pipeline_entry
                    ON pipeline_entry.pipeline = target_entry.pipeline AND pipeline_entry.entry = target_entry.entry
            WHERE target.sink = ? AND target.path = ? ORDER BY target_entry.position
            """, .text(sink), .text(stored(path))
        ) { row throws(StageError) in
            try digestEntry(row, in: PipelineID(number: row.integer(6)), titles: titles)
        }
    }

    /// What a sink keeps of a target, or nil.
    func memo(of target: String, in sink: String) throws(StageError) -> [UInt8]? {
        try connection.first(
            "SELECT memo FROM target WHERE sink = ? AND path = ?", .text(sink), .text(stored(target))
        ) { $0.optionalBlob(0) } ?? nil
    }

    /// A target holds a message; of one that is posted to it is known only if its sink keeps something of it.
    func advance(
        _ message: Message, sink: String, keeping memo: [UInt8]?, now: Timestamp
    ) throws(StageError) {
        guard message.mode != .post || memo != nil else { return }
        try connection.run(
            """
            INSERT INTO target(sink, path, message, memo, delivered_at) VALUES(?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET message = excluded.message, memo = coalesce(excluded.memo, memo),
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

/// What a sink may ask of the ledger while it plans; valid only until the planning returns.
///
/// A class, so that it can be made invalid: it stands on the state's own thread within a transaction.
public final class Targets {
    private var state: StateDatabase?
    private let sink: String
    private let titles: [FeedKey: (source: String, title: String)]
    /// What the digest that is planned tells of everything that competed for it, or nil.
    public let tally: DigestTally?

    init(
        state: StateDatabase, sink: String, titles: [FeedKey: (source: String, title: String)], tally: DigestTally?
    ) {
        self.state = state
        self.sink = sink
        self.titles = titles
        self.tally = tally
    }

    func whileValid<Value>(_ body: () throws(StageError) -> Value) throws(StageError) -> Value {
        defer { state = nil }
        return try body()
    }

    /// What the sink keeps of a target.
    public func memo(of target: String) throws(StageError) -> [UInt8]? {
        guard let state else { return nil }
        let sink = sink
        return try onStateThread(state) { state throws(StageError) in try state.memo(of: target, in: sink) }
    }

    /// The entries that a target holds, oldest delivery first.
    public func entries(heldBy path: String) throws(StageError) -> [DigestEntry] {
        guard let state else { return [] }
        let (sink, titles) = (sink, titles)
        return try onStateThread(state) { state throws(StageError) in
            try state.entries(heldBy: path, of: sink, titles: titles)
        }
    }

    /// What the digest that a target holds tells, or nil.
    public func tally(heldBy path: String) throws(StageError) -> DigestTally? {
        guard let state else { return nil }
        let sink = sink
        return try onStateThread(state) { state throws(StageError) in try state.tally(heldBy: path, of: sink) }
    }

    /// Planning happens synchronously within the actor's own method: this is checked, not assumed blindly.
    private func onStateThread<Value: Sendable>(
        _ state: StateDatabase, _ body: @Sendable (isolated StateDatabase) throws(StageError) -> Value
    ) throws(StageError) -> Value {
        let outcome: Result<Value, StageError> = state.assumeIsolated { state in
            do throws(StageError) {
                return .success(try body(state))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}
