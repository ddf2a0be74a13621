import CLibPQ
import FeedMessages
import FeedStages

/// Finds out whether a connection pool such as PgBouncer lies between this program and the server, and whether the pool
/// keeps a connection to one session of the server.
///
/// A session has prepared statements, settings and, while a state is saved to be moved, a lock. A pool in transaction or
/// statement mode gives each transaction any session, so that they are lost, and others get them.
enum PostgreSQLPool {
    /// How long the second connection may wait for a session. In session mode a pool may have none left.
    private static let patience = Duration.seconds(5)
    /// How often two connections look for each other's session: other clients of the pool may come between.
    private static let looks = 2

    /// Returns whether there is a pool. Throws `.databaseUnfit` if it is one that changes the session, before anything is
    /// set that others would get.
    ///
    /// - Parameter connect: makes a second connection to the same address.
    static func isBetween(
        _ handle: OpaquePointer, name: String, connect: () throws(StageError) -> OpaquePointer
    ) throws(StageError) -> Bool {
        // A pool makes up a number for the session, because the session is not yet known, or another one later.
        guard let own = session(handle), own != "\(clibpq_backend_pid(handle))" else { return false }
        let pooled = StageError(
            .databaseUnfit, subject: name,
            phrases: [.found: .message("postgresql.pooled"), .advice: .message("postgresql.pooled.advice")])
        // Some pools keep the session of a connection that has set something.
        clibpq_clear(clibpq_run(handle, "SET kawaraban.pool = 'probe'"))
        let other: OpaquePointer
        // Without a second connection nothing is known. What a changed session lacks is told when it is missed.
        do throws(StageError) { other = try connect() } catch { return true }
        defer { clibpq_finish(other) }
        guard let first = session(handle) else { throw pooled }
        for _ in 0..<looks {
            switch sessionOfTransaction(other) {
            case .none: return true
            case .refused: throw pooled
            case .found(let theirs): guard theirs != first else { throw pooled }
            }
            guard session(handle) == first else { throw pooled }
            clibpq_clear(clibpq_run(other, "COMMIT"))
        }
        return true
    }

    private enum Answer {
        /// The number of the session.
        case found(String)
        /// The pool allows no transaction of several statements.
        case refused
        /// There was none in time.
        case none
    }

    /// The number of the session that runs a statement.
    private static func session(_ handle: OpaquePointer) -> String? {
        text(clibpq_run(handle, "SELECT pg_backend_pid()"))
    }

    /// Begins a transaction, which holds its session.
    private static func sessionOfTransaction(_ handle: OpaquePointer) -> Answer {
        guard clibpq_send(handle, "BEGIN; SELECT pg_backend_pid()") == 1 else { return .refused }
        let deadline = ContinuousClock.now + patience
        while clibpq_is_busy(handle) == 1 {
            guard PostgreSQLSession.wait(for: clibpq_socket(handle), writing: false, until: deadline) else {
                return .none
            }
            guard clibpq_consume(handle) == 1 else { return .refused }
        }
        var answer: Answer = .refused
        while let result = clibpq_next_result(handle) {
            if let found = text(result) { answer = .found(found) }
        }
        return answer
    }

    /// Returns the first value of a result, and clears it.
    private static func text(_ result: OpaquePointer?) -> String? {
        defer { clibpq_clear(result) }
        guard let result, clibpq_row_count(result) == 1 else { return nil }
        return clibpq_value(result, 0, 0).map { String(cString: $0) }
    }
}
