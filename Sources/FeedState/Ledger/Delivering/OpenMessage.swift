import FeedMessages
package import FeedModel
package import FeedStages

/// An unfinished message.
package struct OpenMessage: Sendable {
    /// The message.
    package let message: Message
    /// The message's place in the sending order of its sink.
    package let place: Place
    /// Whether an attempt was begun whose outcome was not recorded.
    package let wasInterrupted: Bool
    /// When a counted attempt first failed, or nil.
    package let firstFailureAt: Timestamp?
    /// How many refusals were counted that may be temporary mistakes.
    package let refusals: Int
    /// When the last of them was counted, or nil.
    package let refusedAt: Timestamp?

    /// A place in the sending order of a sink, which goes by `first`, then by `turn`, then by `number`.
    package struct Place: Sendable, Hashable, Comparable {
        let first: Int64
        let turn: Int64
        let number: Int64

        /// The place before every message.
        package static let beginning = Place(first: 0, turn: 0, number: 0)

        /// Whether the message at `left` is sent first.
        package static func < (left: Place, right: Place) -> Bool {
            (left.first, left.turn, left.number) < (right.first, right.turn, right.number)
        }
    }
}

extension StateDatabase {
    package func openMessages(of sink: String, limit: Int = 100) throws(StageError) -> [OpenMessage] {
        let numbers = try connection.all(
            "SELECT id FROM message WHERE state = 0 AND sink = ? ORDER BY coalesce(place, id), turn, id LIMIT ?",
            .text(sink), .int(limit)
        ) { $0.integer(0) }
        var messages: [OpenMessage] = []
        for number in numbers {
            if let message = try openMessage(number) { messages.append(message) }
        }
        return messages
    }

    /// Returns an unfinished message, or nil if there is none of that number. Throws `.stateDamaged` for a bad mode.
    func openMessage(_ number: Int64) throws(StageError) -> OpenMessage? {
        let fresh = freshPayloads.take(number)
        return try connection.first(
            """
            SELECT message.id, webhook_id, pipeline.name, target, mode, CASE WHEN ?2 = 0 THEN payload.bytes END, memo, attempts, attempt_open,
                first_failure_at, coalesce(place, message.id), form, refusals, refused_at, turn
            FROM message JOIN payload ON payload.message = message.id
                LEFT JOIN pipeline ON pipeline.id = message.pipeline
            WHERE message.id = ?1 AND state = 0
            """, .integer(number), .flag(fresh != nil)
        ) { row throws(StageError) in
            guard let mode = ComposedMessage.Mode(rawValue: row.text(4)) else {
                throw StageError(
                    .stateDamaged, subject: path,
                    phrases: [.found: .message("database.message_mode", ["value": .text(row.text(4))])])
            }
            return OpenMessage(
                message: Message(
                    number: row.integer(0), id: row.text(1), pipeline: row.text(2), target: path(ofStored: row.text(3)),
                    mode: mode, payload: fresh ?? row.blob(5), memo: row.optionalBlob(6), attempts: row.int(7),
                    form: row.int(11)
                ),
                place: OpenMessage.Place(first: row.integer(10), turn: row.integer(14), number: row.integer(0)),
                wasInterrupted: row.flag(8), firstFailureAt: row.time(9), refusals: row.int(12),
                refusedAt: row.time(13))
        }
    }

    package func sinksWithOpenMessages() throws(StageError) -> [String: Int] {
        let rows = try connection.all("SELECT sink, count(*) FROM message WHERE state = 0 GROUP BY sink") {
            (sink: $0.text(0), count: $0.int(1))
        }
        return Dictionary(rows.map { ($0.sink, $0.count) }) { first, _ in first }
    }

    package func openMessageCount(of sink: String) throws(StageError) -> Int {
        try connection.first("SELECT count(*) FROM message WHERE state = 0 AND sink = ?", .text(sink)) { $0.int(0) }
            ?? 0
    }
}
