package import FeedModel
package import FeedStages

/// What became of taking a request from a budget. The budgets are as they are then.
package enum RequestDebit: Sendable {
    /// The request may be sent.
    case taken(RequestBudget)
    /// The budget has nothing left in this period.
    case spent(RequestBudget)
    /// There is no budget.
    case unlimited
}

/// Requests that are taken from budgets one by one, before they are sent. So what a worker has asked counts although it dies.
extension StateDatabase {
    package func takeRequest(
        from server: String, credential: [UInt8], own: (count: Int, span: Duration)?, now: Timestamp
    ) throws(StageError) -> RequestDebit {
        // An end further ahead than that comes from a wrong clock.
        let longest = own?.span ?? Self.longestWait
        let (host, hash, time) = (StateValue.text(server), StateValue.blob(credential), StateValue.time(now))
        let span = StateValue.integer(longest.clampedMilliseconds)
        func budget(_ row: StateRow) -> RequestBudget {
            RequestBudget(
                server: server, credential: credential, allowed: row.optionalInteger(0).map { Int($0) },
                remaining: row.int(1), resetsAt: Timestamp(milliseconds: row.integer(2)))
        }
        return try besideOthers { () throws(StageError) in
            let taken = try connection.first(
                Statement(
                    sqlite: """
                        UPDATE budget SET remaining = remaining - 1
                        WHERE server = ?1 AND credential = ?2 AND remaining > 0 AND resets_at > ?3
                            AND resets_at <= ?3 + ?4
                        RETURNING allowed, remaining, resets_at
                        """,
                    postgresql: """
                        UPDATE budget SET remaining = remaining - 1
                        WHERE server = ?1 AND credential = ?2 AND remaining > 0 AND resets_at > clock_ms() + 0 * ?3
                            AND resets_at <= clock_ms() + ?4
                        RETURNING allowed, remaining, resets_at
                        """), host, hash, time, span, read: budget)
            if let taken { return .taken(taken) }
            if let own {
                // Nothing is left, or the period of the user's own budget is over: then a new one begins with a request.
                let begun = try connection.first(
                    Statement(
                        sqlite: """
                            INSERT INTO budget(server, credential, allowed, remaining, resets_at)
                                VALUES(?1, ?2, ?5, ?5 - 1, ?3 + ?4)
                            ON CONFLICT(server, credential) DO UPDATE SET allowed = excluded.allowed,
                                remaining = excluded.remaining, resets_at = excluded.resets_at
                            WHERE budget.resets_at <= ?3 OR budget.resets_at > ?3 + ?4
                            RETURNING allowed, remaining, resets_at
                            """,
                        postgresql: """
                            INSERT INTO budget(server, credential, allowed, remaining, resets_at)
                                VALUES(?1, ?2, ?5, ?5 - 1, clock_ms() + ?4 + 0 * ?3)
                            ON CONFLICT(server, credential) DO UPDATE SET allowed = excluded.allowed,
                                remaining = excluded.remaining, resets_at = excluded.resets_at
                            WHERE budget.resets_at <= clock_ms() OR budget.resets_at > clock_ms() + ?4
                            RETURNING allowed, remaining, resets_at
                            """), host, hash, time, span, .int(own.count), read: budget)
                if let begun { return .taken(begun) }
            }
            let spent = try connection.first(
                Statement(
                    sqlite: """
                        SELECT allowed, remaining, resets_at FROM budget
                        WHERE server = ?1 AND credential = ?2 AND resets_at > ?3 AND resets_at <= ?3 + ?4
                        """,
                    postgresql: """
                        SELECT allowed, remaining, resets_at FROM budget
                        WHERE server = ?1 AND credential = ?2 AND resets_at > clock_ms() + 0 * ?3
                            AND resets_at <= clock_ms() + ?4
                        """), host, hash, time, span, read: budget)
            return spent.map { .spent($0) } ?? .unlimited
        }
    }

    package func giveBackRequest(
        to server: String, credential: [UInt8], resetsAt: Timestamp
    ) throws(StageError) {
        try besideOthers { () throws(StageError) in
            try connection.run(
                """
                UPDATE budget SET remaining = remaining + 1
                WHERE server = ? AND credential = ? AND resets_at = ? AND (allowed IS NULL OR remaining < allowed)
                """, .text(server), .blob(credential), .time(resetsAt))
        }
    }

    /// Runs `body` as a transaction that waits for no other worker's.
    private func besideOthers<Value>(_ body: () throws(StageError) -> Value) throws(StageError) -> Value {
        let value = try asWorker { _, _ throws(StageError) in try body() }
        if let value { return value }
        return try transaction(body)
    }
}
