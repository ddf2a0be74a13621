public import FeedModel
public import FeedStages

/// The health of sinks.
extension StateDatabase {
    /// Notes that a sink failed. Returns whether that is new since it last worked.
    public func noteFailure(ofSink sink: String, error: StageError, now: Timestamp) throws(StageError) -> Bool {
        try transaction { () throws(StageError) -> Bool in
            try connection.run("INSERT INTO sink(name) VALUES(?) ON CONFLICT DO NOTHING", .text(sink))
            let isNew =
                try connection.first("SELECT failing_since FROM sink WHERE name = ?", .text(sink)) { $0.isNull(0) }
                ?? true
            try connection.run(
                """
                UPDATE sink SET failing_since = coalesce(failing_since, ?), told_at = coalesce(told_at, ?),
                    error_code = ?, error_subject = ?, error_facts = ? WHERE name = ?
                """, .time(now), .time(now), .text(error.code.rawValue), .text(error.subject),
                ErrorJSON.encode(error).map { .text($0) } ?? .null, .text(sink))
            return isNew
        }
    }

    /// Notes that a sink works. Returns whether the user had been told that it does not.
    public func noteSuccess(ofSink sink: String) throws(StageError) -> Bool {
        let wasTold =
            try connection.first("SELECT told_at FROM sink WHERE name = ?", .text(sink)) { !$0.isNull(0) } ?? false
        guard wasTold else { return false }
        try transaction { () throws(StageError) in
            try connection.run("DELETE FROM sink WHERE name = ?", .text(sink))
        }
        return true
    }

    /// Whether the user is to be told, once, that entries have waited for a sink for more than 24 h.
    public func turnsOverdue(sink: String, since: Timestamp, now: Timestamp) throws(StageError) -> Bool {
        guard now - since > .seconds(86_400) else { return false }
        return try transaction { () throws(StageError) -> Bool in
            try connection.run("INSERT INTO sink(name) VALUES(?) ON CONFLICT DO NOTHING", .text(sink))
            try connection.run(
                "UPDATE sink SET waiting_told_at = ?, told_at = coalesce(told_at, ?) WHERE name = ? AND waiting_told_at IS NULL",
                .time(now), .time(now), .text(sink))
            return connection.changes > 0
        }
    }
}
