package import FeedModel
package import FeedStages

/// What decides which message of a sink goes next, and when.
package struct SendingLine: Sendable {
    /// The configured name.
    package let sink: String
    /// Where the sink's messages go, as pauses know it.
    package let endpoint: EndpointID
    /// Messages in a time at most, or nil.
    package let rate: (count: Int, span: Duration)?

    package init(sink: String, endpoint: EndpointID, rate: (count: Int, span: Duration)?) {
        self.sink = sink
        self.endpoint = endpoint
        self.rate = rate
    }
}

/// Which message of a line is wanted.
package enum SendingChoice: Sendable {
    /// The next one after a place.
    case after(OpenMessage.Place)
    /// The next one after a place that has not failed yet.
    case unfailedAfter(OpenMessage.Place)
    /// This one.
    case number(Int64)
}

/// What a line has next.
package enum SendingTurn: Sendable {
    /// A message. Its attempt has begun, and that is committed: its bytes may leave.
    case message(OpenMessage)
    /// Nothing until then: its endpoint wants a pause.
    case pause(until: Timestamp)
    /// Nothing until then: the sink's rate allows no more.
    case rate(until: Timestamp)
    /// Nothing more.
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

    /// Takes a place in the rate of a sink; gives when the next one is free if there is none.
    private func takeSlot(of line: SendingLine, now: Timestamp) throws(StageError) -> Timestamp? {
        guard let rate = line.rate else { return nil }
        let kept = try connection.first("SELECT slots FROM sending WHERE sink = ?", .text(line.sink)) { $0.text(0) }
        var window = SendingWindow(span: rate.span, kept: kept ?? "", now: now)
        if let until = window.take(of: rate.count) { return until }
        try connection.run(
            "INSERT INTO sending(sink, slots) VALUES(?, ?) ON CONFLICT DO UPDATE SET slots = excluded.slots",
            .text(line.sink), .text(window.text))
        return nil
    }
}
