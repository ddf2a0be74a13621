package import FeedModel
package import FeedStages

/// The sending line of a sink: what decides which of its messages goes next, and when.
package struct SendingLine: Sendable {
    /// The configured name of the sink.
    package let sink: String
    /// The endpoint of the sink's messages, for pauses.
    package let endpoint: EndpointID
    /// The most messages in any time of length `span`, or nil for no limit.
    package let rate: (count: Int, span: Duration)?

    package init(sink: String, endpoint: EndpointID, rate: (count: Int, span: Duration)?) {
        self.sink = sink
        self.endpoint = endpoint
        self.rate = rate
    }
}

/// The choice of the next message of a line.
package enum SendingChoice: Sendable {
    /// The next message after a place.
    case after(OpenMessage.Place)
    /// The next message after a place, without those that have failed.
    case unfailedAfter(OpenMessage.Place)
    /// The message with this number.
    case number(Int64)
}

/// The answer of a line to a choice.
package enum SendingTurn: Sendable {
    /// A message. The start of its attempt is committed, so its payload may be sent.
    case message(OpenMessage)
    /// No message until then: the endpoint wants a pause.
    case pause(until: Timestamp)
    /// No message until then: the rate of the sink allows no more.
    case rate(until: Timestamp)
    /// No message is left.
    case none
}

extension StateDatabase {
    package func begin(_ choice: SendingChoice, in line: SendingLine, now: Timestamp) throws(StageError) -> SendingTurn
    {
        try transaction { () throws(StageError) in try turn(choice, in: line, now: now) }
    }

    package func completeMessage(
        _ message: Message, receipt: Receipt, thenBegin choice: SendingChoice, in line: SendingLine, now: Timestamp
    ) throws(StageError) -> (delivered: Int, next: SendingTurn) {
        try transaction { () throws(StageError) in
            let delivered = try markDelivered(message, sink: line.sink, receipt: receipt, now: now)
            return (delivered, try turn(choice, in: line, now: now))
        }
    }

    package func failedMessages(of sink: String, limit: Int) throws(StageError) -> [Int64] {
        try connection.all(
            """
            SELECT id FROM message WHERE state = 0 AND sink = ? AND first_failure_at IS NOT NULL
            ORDER BY attempts, coalesce(place, id), turn, id LIMIT ?
            """, .text(sink), .int(limit)
        ) { $0.integer(0) }
    }

    private func turn(_ choice: SendingChoice, in line: SendingLine, now: Timestamp) throws(StageError) -> SendingTurn {
        guard let number = try number(of: choice, sink: line.sink), let open = try openMessage(number) else {
            return .none
        }
        if let until = try pause(of: line.endpoint, now: now) { return .pause(until: until) }
        if let until = try takeSlot(of: line, now: now) { return .rate(until: until) }
        try connection.run(
            "UPDATE message SET attempt_open = 1, attempts = attempts + 1 WHERE id = ?", .integer(number))
        return .message(open)
    }

    private func number(of choice: SendingChoice, sink: String) throws(StageError) -> Int64? {
        switch choice {
        case .number(let number): return number
        case .after(let place):
            return try connection.first(
                """
                SELECT id FROM message WHERE state = 0 AND sink = ?1 AND coalesce(place, id) >= ?2
                    AND (coalesce(place, id) > ?2 OR turn > ?3 OR turn = ?3 AND id > ?4)
                    AND EXISTS(SELECT 1 FROM payload WHERE payload.message = message.id)
                ORDER BY coalesce(place, id), turn, id LIMIT 1
                """, .text(sink), .integer(place.first), .integer(place.turn), .integer(place.number)
            ) { $0.integer(0) }
        case .unfailedAfter(let place):
            return try connection.first(
                """
                SELECT id FROM message WHERE state = 0 AND sink = ?1 AND coalesce(place, id) >= ?2
                    AND (coalesce(place, id) > ?2 OR turn > ?3 OR turn = ?3 AND id > ?4)
                    AND EXISTS(SELECT 1 FROM payload WHERE payload.message = message.id) AND first_failure_at IS NULL
                ORDER BY coalesce(place, id), turn, id LIMIT 1
                """, .text(sink), .integer(place.first), .integer(place.turn), .integer(place.number)
            ) { $0.integer(0) }
        }
    }

    /// Counts a message against the rate of a sink. If the rate is used up, returns when the next message may go.
    private func takeSlot(of line: SendingLine, now: Timestamp) throws(StageError) -> Timestamp? {
        guard let rate = line.rate else { return nil }
        let kept = try connection.first("SELECT slots FROM sending WHERE sink = ?", .text(line.sink)) { $0.text(0) }
        var window = SendingWindow(span: rate.span, kept: kept ?? "", now: now)
        if let until = window.take(of: rate.count) { return until }
        try connection.run(
            "INSERT INTO sending(sink, slots) VALUES(?, ?) ON CONFLICT(sink) DO UPDATE SET slots = excluded.slots",
            .text(line.sink), .text(window.text))
        return nil
    }
}
