import FeedSystem

/// The lock of a state in PostgreSQL: transactions that collect share it, and every other one has it alone. So each rule
/// that was written for one writer holds, while workers store fetches beside each other.
enum PostgreSQLLock {
    /// How a transaction holds the lock, to its end.
    enum Mode {
        case shared, exclusive
    }

    /// The statements that begin a transaction and wait for its lock.
    static func begin(_ place: PostgreSQLPlace, _ mode: Mode) -> String {
        "BEGIN; SELECT pg_advisory_xact_lock\(mode == .shared ? "_shared" : "")(\(key(place)))"
    }

    /// The statement that waits for the lock and keeps it beyond transactions, until the connection ends.
    static func hold(_ place: PostgreSQLPlace) -> String { "SELECT pg_advisory_lock(\(key(place)))" }

    /// The statement that takes the lock if it is free.
    static func tryExclusive(_ place: PostgreSQLPlace) -> String { "SELECT pg_try_advisory_xact_lock(\(key(place)))" }

    /// Locks have numbers within their database, which all its users share.
    private static func key(_ place: PostgreSQLPlace) -> Int64 {
        SHA256.hash(Array("kawaraban \(place.schema)".utf8)).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}
