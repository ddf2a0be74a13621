package import FeedModel
package import FeedStages

/// A failed attempt that will be repeated.
package struct Postponement: Sendable {
    /// The error of the attempt.
    package var reason: StageError
    /// Whether the receiver may have received the message.
    package var isFateUnknown: Bool
    /// Whether the attempt counts towards giving up. An attempt that failed on this machine, or that was stopped for
    /// safety before a byte was sent, does not count.
    package var isCounted: Bool
    /// Whether the attempt counts as a refusal that may be a temporary mistake.
    package var isRefusal: Bool
    /// The pause that the endpoint wants, or nil.
    package var pause: EndpointPause?

    package init(
        reason: StageError, isFateUnknown: Bool = false, isCounted: Bool = true, isRefusal: Bool = false,
        pause: EndpointPause? = nil
    ) {
        self.reason = reason
        self.isFateUnknown = isFateUnknown
        self.isCounted = isCounted
        self.isRefusal = isRefusal
        self.pause = pause
    }
}

/// Ends of attempts: T3, and the other outcomes of a message.
extension StateDatabase {
    package func completeMessage(_ message: Message, sink: String, receipt: Receipt, now: Timestamp) throws(StageError)
        -> Int
    {
        try transaction { () throws(StageError) in
            try markDelivered(message, sink: sink, receipt: receipt, now: now)
        }
    }

    func markDelivered(_ message: Message, sink: String, receipt: Receipt, now: Timestamp) throws(StageError) -> Int {
        let delivered = try entryCount(of: message.number)
        try advance(message, sink: sink, keeping: receipt.memo, now: now)
        try connection.run(
            "UPDATE message SET state = 1, attempt_open = 0, retained = NULL, finished_at = ? WHERE id = ?",
            .time(now), .integer(message.number))
        try connection.run("DELETE FROM payload WHERE message = ?", .integer(message.number))
        return delivered
    }

    package func postpone(_ number: Int64, _ how: Postponement, now: Timestamp) throws(StageError) {
        try transaction { () throws(StageError) in
            try connection.run(
                "UPDATE message SET attempt_open = ?, last_reason = ? WHERE id = ?", .flag(how.isFateUnknown),
                .text(how.reason.code.rawValue), .integer(number))
            if how.isCounted {
                // A failure in the future was recorded before the clock was set back.
                try connection.run(
                    "UPDATE message SET first_failure_at = min(coalesce(first_failure_at, ?1), ?1) WHERE id = ?2",
                    .time(now), .integer(number))
            } else {
                try connection.run(
                    "UPDATE message SET attempts = max(0, attempts - 1) WHERE id = ?", .integer(number))
            }
            if how.isRefusal {
                try connection.run(
                    "UPDATE message SET refusals = refusals + 1, refused_at = ? WHERE id = ?", .time(now),
                    .integer(number))
            }
            if let pause = how.pause { try setPause(pause) }
        }
    }

    package func giveUp(_ number: Int64, reason: StageError, now: Timestamp) throws(StageError) -> Int {
        try transaction { () throws(StageError) -> Int in
            let entries = try entryCount(of: number)
            try connection.run(
                "UPDATE message SET state = 2, attempt_open = 0, last_reason = ?, finished_at = ? WHERE id = ?",
                .text(reason.code.rawValue), .time(now), .integer(number))
            return entries
        }
    }

    package func refusedDigest(
        _ open: OpenMessage, titles: [FeedKey: (source: String, title: String)], locale: DigestLocale = .en
    ) throws(StageError) -> RefusedDigest? {
        try reading { () throws(StageError) -> RefusedDigest? in
            let row = try connection.first(
                "SELECT pipeline, entries, tally FROM message WHERE id = ? AND state = 0", .integer(open.message.number)
            ) {
                (
                    pipeline: PipelineID(number: $0.integer(0)), entries: $0.text(1),
                    tally: $0.optionalText(2).map(DigestTally.init(stored:))
                )
            }
            guard let row else { return nil }
            var entries: [DigestEntry] = []
            for entry in row.entries.split(separator: " ").compactMap({ Int64($0) }) {
                guard let found = try digestEntry(entry, in: row.pipeline, titles: titles, locale: locale) else {
                    return nil
                }
                entries.append(found)
            }
            return RefusedDigest(entries: entries, tally: row.tally, pipeline: row.pipeline)
        }
    }

    package func replace(
        _ open: OpenMessage, by messages: [ComposedMessage], of digest: RefusedDigest, sink: String,
        reason: StageError, seen: [String: KnownTarget?], now: Timestamp
    ) throws(StageError) -> Int? {
        let number = open.message.number
        var messages = messages
        if let last = messages.indices.last { messages[last].tally = digest.tally }
        guard messages.flatMap(\.entries).sorted() == digest.entries.map(\.key).sorted() else { return 0 }
        return try transaction { () throws(StageError) -> Int? in
            let isOpen = try connection.first(
                "SELECT 1 FROM message WHERE id = ? AND state = 0", .integer(number)
            ) { _ in true }
            guard isOpen == true, try isUnmoved(seen, of: sink) else { return nil }
            // Messages behind it at the same place move back to make room.
            try connection.run(
                "UPDATE message SET turn = turn + ? WHERE state = 0 AND sink = ? AND coalesce(place, id) = ? AND turn > ?",
                .int(messages.count), .text(sink), .integer(open.place.first), .integer(open.place.turn))
            for (index, message) in messages.enumerated() {
                try insert(
                    message, message.entries, sink: sink, pipeline: digest.pipeline,
                    place: OpenMessage.Place(
                        first: open.place.first, turn: open.place.turn + Int64(index), number: 0), now: now)
            }
            try connection.run(
                "UPDATE message SET state = 4, attempt_open = 0, last_reason = ?, finished_at = ? WHERE id = ?",
                .text(reason.code.rawValue), .time(now), .integer(number))
            try connection.run("DELETE FROM payload WHERE message = ?", .integer(number))
            return messages.count
        }
    }

    private func entryCount(of number: Int64) throws(StageError) -> Int {
        forgetEntriesOnTheirWay()
        return try connection.first(
            "SELECT entry_count FROM message WHERE id = ? AND state = 0", .integer(number)
        ) { $0.int(0) } ?? 0
    }

    /// The entries in unfinished messages. Their content is not updated any more.
    func entriesOnTheirWay() throws(StageError) -> Set<Int64> {
        if let known = knownEntriesOnTheirWay { return known }
        var entries: Set<Int64> = []
        for list in try connection.all("SELECT entries FROM message WHERE state = 0", read: { $0.text(0) }) {
            entries.formUnion(list.split(separator: " ").lazy.compactMap { Int64($0) })
        }
        knownEntriesOnTheirWay = entries
        return entries
    }

    /// Clears the cache of `entriesOnTheirWay`. To be called whenever a message is made or finished.
    func forgetEntriesOnTheirWay() { knownEntriesOnTheirWay = nil }

    package func waiting(for sink: String) throws(StageError) -> (count: Int, since: Timestamp?) {
        let row = try connection.first(
            """
            SELECT CAST(sum(count) AS bigint), min(since) FROM (
                SELECT count(*) AS count, min(since) AS since FROM waiting WHERE sink = ?1
                UNION ALL
                SELECT coalesce(sum(entry_count), 0), min(created_at) FROM message WHERE state = 0 AND sink = ?1) AS both_kinds
            """, .text(sink)
        ) { (count: $0.int(0), since: $0.time(1)) }
        return row ?? (0, nil)
    }
}

/// The entries of a refused message, as they were at one moment.
package struct RefusedDigest: Sendable {
    /// The entries as the filters left them.
    package let entries: [DigestEntry]
    /// The tally of everything that competed for the message, or nil.
    package let tally: DigestTally?
    /// The pipeline of the message.
    package let pipeline: PipelineID
}
