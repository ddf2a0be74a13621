public import FeedModel
public import FeedStages

/// What servers asked of us: not to be asked for a while, or only so often.
extension StateDatabase {
    /// What is put off for longer comes from a clock that was wrong.
    private static let longestWait: Duration = .seconds(7 * 86_400)

    /// The servers that must not be asked before some later moment.
    public func pauses(at now: Timestamp) throws(StageError) -> [String: Timestamp] {
        let rows = try connection.all(
            "SELECT name, not_before FROM server WHERE not_before > ? AND not_before <= ?", .time(now),
            .time(now + Self.longestWait)
        ) { ($0.text(0), Timestamp(milliseconds: $0.integer(1))) }
        return Dictionary(rows) { first, _ in first }
    }

    /// The budgets that are not renewed yet.
    public func budgets(at now: Timestamp) throws(StageError) -> [RequestBudget] {
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

    /// Keeps what servers asked for in this run; what is over is forgotten.
    public func note(
        pauses: [String: Timestamp], budgets: [RequestBudget], now: Timestamp
    ) throws(StageError) {
        guard !pauses.isEmpty || !budgets.isEmpty else { return }
        try grouped { () throws(StageError) in
            try connection.run("DELETE FROM server WHERE not_before <= ?", .time(now))
            try connection.run("DELETE FROM budget WHERE resets_at <= ?", .time(now))
            for (name, until) in pauses.sorted(by: { $0.key < $1.key }) {
                try connection.run("INSERT OR REPLACE INTO server VALUES(?, ?)", .text(name), .time(until))
            }
            for budget in budgets {
                try connection.run(
                    "INSERT OR REPLACE INTO budget VALUES(?, ?, ?, ?, ?)", .text(budget.server),
                    .blob(budget.credential), .int(budget.allowed), .int(budget.remaining), .time(budget.resetsAt))
            }
        }
    }
}

/// How many requests a server still takes from the holder of a credential.
public struct RequestBudget: Sendable, Hashable {
    /// `host`, or `host:port` where the port is unusual.
    public var server: String
    /// Tells credentials apart without telling them; empty for none.
    public var credential: [UInt8]
    /// Requests a period, or nil if the server does not tell.
    public var allowed: Int?
    /// Requests left, at least 0.
    public var remaining: Int
    /// When the next period begins.
    public var resetsAt: Timestamp

    /// Makes a budget.
    public init(server: String, credential: [UInt8], allowed: Int?, remaining: Int, resetsAt: Timestamp) {
        self.server = server
        self.credential = credential
        self.allowed = allowed
        self.remaining = remaining
        self.resetsAt = resetsAt
    }
}
