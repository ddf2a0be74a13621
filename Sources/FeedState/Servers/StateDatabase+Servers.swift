package import FeedModel
package import FeedStages

/// Pauses and request budgets of servers.
extension StateDatabase {
    /// The longest believable wait. A later moment comes from a clock that was wrong.
    static let longestWait: Duration = .seconds(7 * 86_400)

    /// How long the number of refusals is kept after the pause that followed them.
    private static let memory: Duration = .seconds(2 * 86_400)

    package func pauses(at now: Timestamp, withOurOwn: Bool = true) throws(StageError) -> [String: Timestamp] {
        let rows = try connection.all(
            "SELECT name, not_before FROM server WHERE not_before > ? AND not_before <= ? AND (refusals = 0 OR ? <> 0)",
            .time(now), .time(now + Self.longestWait), .flag(withOurOwn)
        ) { ($0.text(0), Timestamp(milliseconds: $0.integer(1))) }
        return Dictionary(rows) { first, _ in first }
    }

    package func refusals() throws(StageError) -> [String: Int] {
        let rows = try connection.all("SELECT name, refusals FROM server WHERE refusals > 0") {
            ($0.text(0), $0.int(1))
        }
        return Dictionary(rows) { first, _ in first }
    }

    package func budgets(at now: Timestamp) throws(StageError) -> [RequestBudget] {
        try connection.all(
            """
            SELECT server, credential, allowed, remaining, resets_at FROM budget
            WHERE resets_at > ? AND resets_at <= ?
            """, .time(now), .time(now + Self.longestWait)
        ) { row in
            RequestBudget(
                server: row.text(0), credential: row.blob(1), allowed: row.optionalInteger(2).map { Int($0) },
                remaining: row.int(3), resetsAt: Timestamp(milliseconds: row.integer(4)))
        }
    }

    package func recordLimits(
        pauses: [String: Timestamp], refusals: [String: Int], budgets: [RequestBudget], now: Timestamp
    ) throws(StageError) {
        guard !pauses.isEmpty || !refusals.isEmpty || !budgets.isEmpty else { return }
        try grouped { () throws(StageError) in
            // A pause after refusals is kept longer than others, so that refusals in a row add up.
            try connection.run(
                "DELETE FROM server WHERE not_before <= CASE WHEN refusals > 0 THEN ?1 ELSE ?2 END",
                .time(now - Self.memory), .time(now))
            for (name, count) in refusals where count == 0 {
                try connection.run("DELETE FROM server WHERE name = ?", .text(name))
            }
            try connection.run("DELETE FROM budget WHERE resets_at <= ?", .time(now))
            for (name, until) in pauses.sorted(by: { $0.key < $1.key }) {
                try connection.run(
                    """
                    INSERT INTO server(name, not_before, refusals) VALUES(?, ?, ?)
                    ON CONFLICT(name) DO UPDATE SET not_before = excluded.not_before, refusals = excluded.refusals
                    """, .text(name), .time(until), .int(refusals[name] ?? 0))
            }
            for budget in budgets {
                try connection.run(
                    """
                    INSERT INTO budget(server, credential, allowed, remaining, resets_at) VALUES(?, ?, ?, ?, ?)
                    ON CONFLICT(server, credential) DO UPDATE SET allowed = excluded.allowed,
                        remaining = excluded.remaining, resets_at = excluded.resets_at
                    """, .text(budget.server), .blob(budget.credential), .int(budget.allowed), .int(budget.remaining),
                    .time(budget.resetsAt))
            }
        }
    }
}

/// How many requests a server still takes from the holder of a credential.
package struct RequestBudget: Sendable, Hashable {
    /// `host`, or `host:port` where the port is unusual.
    package var server: String
    /// A hash that tells credentials apart without revealing them; empty for none.
    package var credential: [UInt8]
    /// Requests per period, or nil if the server does not say.
    package var allowed: Int?
    /// Requests left in this period, at least 0.
    package var remaining: Int
    /// When the next period begins.
    package var resetsAt: Timestamp

    package init(server: String, credential: [UInt8], allowed: Int?, remaining: Int, resetsAt: Timestamp) {
        self.server = server
        self.credential = credential
        self.allowed = allowed
        self.remaining = remaining
        self.resetsAt = resetsAt
    }
}
