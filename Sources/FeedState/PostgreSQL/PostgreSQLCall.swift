import FeedStages
import FeedSystem

/// The call by which workers of a state in PostgreSQL wake each other (NOTIFY).
///
/// It says only that there is work, and holds nothing of the state: every user of the database may hear it, and send it.
struct PostgreSQLCall: Sendable {
    /// What is sent. Anything else is no call.
    static let word = "work"
    /// The channel of the state. Each schema of a database has its own.
    let channel: String

    init(_ place: PostgreSQLPlace) {
        channel = "kawaraban_" + Hexadecimal.encode(Array(SHA256.hash(Array(place.schema.utf8)).prefix(8)))
    }

    /// Calls at the end of the open transaction. Where the server's queue is half full nobody is called: without room in
    /// it the whole transaction would fail.
    func send(in connection: PostgreSQLConnection) throws(StageError) {
        try connection.run(
            "SELECT pg_notify(?, ?) WHERE pg_notification_queue_usage() < 0.5", [.text(channel), .text(Self.word)])
    }

    /// Ends a worker and calls, if it was still there.
    func send(atTheEndOf worker: Int64, in connection: PostgreSQLConnection) throws(StageError) {
        try connection.run(
            """
            WITH ended AS (DELETE FROM worker WHERE id = ?1 RETURNING 1)
            SELECT pg_notify(?2, ?3) FROM ended WHERE pg_notification_queue_usage() < 0.5
            """, [.integer(worker), .text(channel), .text(Self.word)])
    }
}
