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
        return try besideOthers { () throws(StageError) in
            try connection.run(
                Statement(
                    sqlite: """
                        UPDATE budget SET remaining = remaining - 1
                        WHERE server = ?1 AND credential = ?2 AND remaining > 0 AND resets_at > ?3
                            AND resets_at <= ?3 + ?4
                        """,
                    postgresql: """
                        UPDATE budget SET remaining = remaining - 1
                        WHERE server = ?1 AND credential = ?2 AND remaining > 0 AND resets_at > clock_ms() + 0 * ?3
                            AND resets_at <= clock_ms() + ?4
                        """), .text(server), .blob(credential), .time(now), .integer(longest.clampedMilliseconds))
            if connection.changes == 0, let own { try begin(own, of: server, credential, now: now) }
            let isTaken = connection.changes > 0
            let found = try connection.first(
                Statement(
                    sqlite: """
                        SELECT allowed, remaining, resets_at FROM budget
                        WHERE server = ?1 AND credential = ?2 AND resets_at > ?3 AND resets_at <= ?3 + ?4
                        """,
                    postgresql: """
                        SELECT allowed, remaining, resets_at FROM budget
                        WHERE server = ?1 AND credential = ?2 AND resets_at > clock_ms() + 0 * ?3
                            AND resets_at <= clock_ms() + ?4
                        """), .text(server), .blob(credential), .time(now), .integer(longest.clampedMilliseconds)
            ) { row in
                RequestBudget(
                    server: server, credential: credential, allowed: row.optionalInteger(0).map { Int($0) },
                    remaining: row.int(1), resetsAt: Timestamp(milliseconds: row.integer(2)))
            }
            guard let found else { return .unlimited }
            return isTaken ? .taken(found) : .spent(found)
        }
    }

    /// Begins a new period of the user's own budget with a request, unless one is under way.
    private func begin(
        _ own: (count: Int, span: Duration), of server: String, _ credential: [UInt8], now: Timestamp
    ) throws(StageError) {
        try connection.run(
            Statement(
                sqlite: """
                    INSERT INTO budget(server, credential, allowed, remaining, resets_at)
                        VALUES(?1, ?2, ?5, ?5 - 1, ?3 + ?4)
                    ON CONFLICT(server, credential) DO UPDATE SET allowed = excluded.allowed,
                        remaining = excluded.remaining, resets_at = excluded.resets_at
                    WHERE budget.resets_at <= ?3 OR budget.resets_at > ?3 + ?4
                    """,
                postgresql: """
                    INSERT INTO budget(server, credential, allowed, remaining, resets_at)
                        VALUES(?1, ?2, ?5, ?5 - 1, clock_ms() + ?4 + 0 * ?3)
                    ON CONFLICT(server, credential) DO UPDATE SET allowed = excluded.allowed,
                        remaining = excluded.remaining, resets_at = excluded.resets_at
                    WHERE budget.resets_at <= clock_ms() OR budget.resets_at > clock_ms() + ?4
                    """), .text(server), .blob(credential), .time(now), .integer(own.span.clampedMilliseconds),
            .int(own.count))
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
