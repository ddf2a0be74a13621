public import FeedModel
public import FeedStages

/// W and T3: messages on their way.
extension StateDatabase {
    /// A message that is not finished.
    public struct OpenMessage: Sendable {
        /// The message.
        public let message: Message
        /// Whether an attempt was begun whose end nobody wrote down.
        public let wasInterrupted: Bool
        /// The moment before which it must not be tried again, or nil.
        public let nextAt: Timestamp?
        /// When it failed first, or nil.
        public let firstFailureAt: Timestamp?
    }

    /// The unfinished messages of a sink, oldest first, at most `limit`.
    public func openMessages(of sink: String, after number: Int64 = 0, limit: Int = 100) throws(StageError)
        -> [OpenMessage]
    {
        try connection.all(
            """
            SELECT message.id, webhook_id, pipeline.name, target, mode, payload.bytes, base_device, base_inode, base_length,
                base_tail_hash, attempts, attempt_open, next_at, first_failure_at
            FROM message JOIN payload ON payload.message = message.id
                LEFT JOIN pipeline ON pipeline.id = message.pipeline
            WHERE state = 0 AND sink = ? AND message.id > ? ORDER BY message.id LIMIT ?
            """, .text(sink), .integer(number), .int(limit)
        ) { row throws(StageError) in
            guard let mode = MessagePlan.Mode(rawValue: row.text(4)) else {
                throw StageError(.stateDamaged, subject: path, facts: [.found: "message mode \(row.text(4))"])
            }
            var base: TargetState?
            if let length = row.optionalInteger(8) {
                base = TargetState(
                    device: UInt64(bitPattern: row.integer(6)), inode: UInt64(bitPattern: row.integer(7)),
                    length: length, tailHash: row.blob(9))
            }
            return OpenMessage(
                message: Message(
                    number: row.integer(0), id: row.text(1), pipeline: row.text(2), target: row.text(3), mode: mode,
                    payload: row.blob(5), base: base, attempts: row.int(10)),
                wasInterrupted: row.flag(11), nextAt: row.time(12), firstFailureAt: row.time(13))
        }
    }

    /// The sinks that have unfinished messages, with their number.
    public func sinksWithOpenMessages() throws(StageError) -> [String: Int] {
        let rows = try connection.all("SELECT sink, count(*) FROM message WHERE state = 0 GROUP BY sink") {
            (sink: $0.text(0), count: $0.int(1))
        }
        return Dictionary(rows.map { ($0.sink, $0.count) }) { first, _ in first }
    }

    /// Notes that an attempt begins; committed before the first byte leaves.
    public func beginAttempt(_ number: Int64) throws(StageError) {
        try transaction { () throws(StageError) in
            try connection.run(
                "UPDATE message SET attempt_open = 1, attempts = attempts + 1 WHERE id = ?", .integer(number))
        }
    }

    /// T3: the message was received; its entries are delivered, its bytes are dropped, its target is advanced.
    /// Returns how many entries that were.
    public func finish(_ message: Message, sink: String, receipt: Receipt, now: Timestamp) throws(StageError) -> Int {
        try transaction { () throws(StageError) -> Int in
            let delivered = try entryCount(of: message.number)
            if let state = receipt.target { try advance(message, sink: sink, to: state, now: now) }
            try connection.run(
                """
                UPDATE message SET state = 1, attempt_open = 0, retained = NULL, finished_at = ? WHERE id = ?
                """, .time(now), .integer(message.number))
            try connection.run("DELETE FROM payload WHERE message = ?", .integer(message.number))
            return delivered
        }
    }

    /// The message was surely not received, or nobody can tell: the same bytes go out again later.
    public func postpone(
        _ number: Int64, reason: StageError, isFateUnknown: Bool, nextAt: Timestamp?, now: Timestamp
    ) throws(StageError) {
        try transaction { () throws(StageError) in
            try connection.run(
                """
                UPDATE message SET attempt_open = ?, next_at = ?, last_reason = ?,
                    first_failure_at = coalesce(first_failure_at, ?) WHERE id = ?
                """, .flag(isFateUnknown), .time(nextAt), .text(reason.code.rawValue), .time(now), .integer(number))
        }
    }

    /// The message is given up; it is kept with its reason until the user acts. Returns how many entries it brings.
    public func giveUp(_ number: Int64, reason: StageError, now: Timestamp) throws(StageError) -> Int {
        try transaction { () throws(StageError) -> Int in
            let entries = try entryCount(of: number)
            try connection.run(
                "UPDATE message SET state = 2, attempt_open = 0, last_reason = ?, finished_at = ? WHERE id = ?",
                .text(reason.code.rawValue), .time(now), .integer(number))
            return entries
        }
    }

    private func entryCount(of number: Int64) throws(StageError) -> Int {
        forgetEntriesOnTheirWay()
        return try connection.first(
            "SELECT entry_count FROM message WHERE id = ? AND state = 0", .integer(number)
        ) { $0.int(0) } ?? 0
    }

    /// The entries that are in unfinished messages: their content stays as it was planned.
    func entriesOnTheirWay() throws(StageError) -> Set<Int64> {
        if let known = knownEntriesOnTheirWay { return known }
        var entries: Set<Int64> = []
        for list in try connection.all("SELECT entries FROM message WHERE state = 0", read: { $0.text(0) }) {
            entries.formUnion(list.split(separator: " ").lazy.compactMap { Int64($0) })
        }
        knownEntriesOnTheirWay = entries
        return entries
    }

    /// To be called whenever a message is made or finished.
    func forgetEntriesOnTheirWay() { knownEntriesOnTheirWay = nil }

    /// How many entries wait for a sink, and since when the oldest does.
    public func waiting(for sink: String) throws(StageError) -> (count: Int, since: Timestamp?) {
        let row = try connection.first(
            """
            SELECT sum(count), min(since) FROM (
                SELECT count(*) AS count, min(since) AS since FROM waiting WHERE sink = ?1
                UNION ALL
                SELECT coalesce(sum(entry_count), 0), min(created_at) FROM message WHERE state = 0 AND sink = ?1)
            """, .text(sink)
        ) { (count: $0.int(0), since: $0.time(1)) }
        return row ?? (0, nil)
    }

    /// What stands at a target, as far as the state knows.
    func target(_ path: String, of sink: String) throws(StageError) -> TargetState? {
        try connection.first(
            "SELECT device, inode, committed_length, tail_hash FROM target WHERE sink = ? AND path = ?", .text(sink),
            .text(path)
        ) { row in
            TargetState(
                device: UInt64(bitPattern: row.integer(0)), inode: UInt64(bitPattern: row.integer(1)),
                length: row.integer(2), tailHash: row.blob(3))
        }
    }

    private func advance(
        _ message: Message, sink: String, to state: TargetState, now: Timestamp
    ) throws(StageError) {
        try connection.run(
            """
            INSERT INTO target(sink, path, device, inode, committed_length, tail_hash, delivered_at)
            VALUES(?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET device = excluded.device, inode = excluded.inode,
                committed_length = excluded.committed_length, tail_hash = excluded.tail_hash,
                delivered_at = excluded.delivered_at
            """, .text(sink), .text(message.target), .integer(Int64(bitPattern: state.device)),
            .integer(Int64(bitPattern: state.inode)), .integer(state.length), .blob(state.tailHash), .time(now))
        guard message.mode == .replace else { return }
        let row = try connection.first(
            """
            SELECT target.id, message.pipeline, message.retained FROM target, message
            WHERE target.sink = ? AND target.path = ? AND message.id = ?
            """, .text(sink), .text(message.target), .integer(message.number)
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
