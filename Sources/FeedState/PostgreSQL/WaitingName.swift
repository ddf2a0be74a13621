import FeedSystem

/// The name by which the connection of a worker that waits for work is known to the server, and so to `status`.
///
/// It is a hint for people: whoever may connect to the database can take any such name.
struct WaitingName: Sendable, Hashable {
    /// At most 63 letters of ASCII, as in `pg_stat_activity.application_name` (PostgreSQL manual, "Error Reporting and
    /// Logging").
    let text: String

    /// All such names of a state begin with this.
    static func start(of call: PostgreSQLCall) -> String { "\(call.channel) " }

    init(of worker: String, _ call: PostgreSQLCall) {
        text = Self.start(of: call) + Hexadecimal.encode(Array(SHA256.hash(worker).prefix(12)))
    }
}
