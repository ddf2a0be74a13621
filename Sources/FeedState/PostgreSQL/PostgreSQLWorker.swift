import FeedStages

/// A process that has a state in PostgreSQL open for writing: a row whose id is never used again.
///
/// All its leases last as long as the row, by the server's clock. Every transaction of the worker holds the row, so that
/// nobody takes over its leases in the midst of it; and the first one after that finds no row.
struct PostgreSQLWorker: Sendable {
    /// The id of the row.
    let id: Int64
    /// What no other worker is called: the name that it was given, and its id.
    let name: String
    /// The name by which its run is remembered; nil if it is no run.
    let runName: String?

    /// How long a worker lives without renewal, in milliseconds.
    static let lifetime: Int64 = 60_000

    /// Registers a worker within the open transaction, and removes those that died: one that is started again may die
    /// again before it claims anything.
    static func register(
        _ introduction: WorkerIntroduction, in connection: PostgreSQLConnection
    ) throws(StageError) -> PostgreSQLWorker {
        try removeEnded(in: connection)
        let name = introduction.name
        let id = try connection.insert(
            "INSERT INTO worker(name, until_ms) VALUES(?, clock_ms() + ?)", [.text(name), .integer(lifetime)])
        if let run = introduction.run { try KnownWorkers(connection: connection).record(name, run) }
        return PostgreSQLWorker(id: id, name: "\(name)#\(id)", runName: introduction.run == nil ? nil : name)
    }

    /// The statement that holds the row until the transaction ends. Without a row the worker's leases may be another's.
    var holding: String { "SELECT 1 FROM worker WHERE id = \(id) FOR KEY SHARE" }

    /// Deletes the workers whose time is over. They write no more then. One in the midst of a transaction is left: the
    /// server ends that, and the next call finds the worker.
    static func removeEnded(besides id: Int64 = 0, in connection: PostgreSQLConnection) throws(StageError) {
        try connection.run(
            """
            DELETE FROM worker WHERE id IN (
                SELECT id FROM worker WHERE until_ms < clock_ms() AND id <> ? FOR UPDATE SKIP LOCKED)
            """, [.integer(id)])
    }

    /// Takes leases within the open transaction, which holds the row. Returns the names that the worker holds then.
    func claim(
        _ names: [String], of kind: LeaseKind, in connection: PostgreSQLConnection
    ) throws(StageError) -> Set<String> {
        try Self.removeEnded(besides: id, in: connection)
        let list = StateValue.text(Self.list(names))
        // In one order, or two workers could wait for each other.
        try connection.run(
            """
            INSERT INTO lease(kind, name, worker)
                SELECT ?1, name, ?2 FROM unnest(string_to_array(?3, chr(31))) AS name ORDER BY name
            ON CONFLICT(kind, name) DO NOTHING
            """, [.text(kind.rawValue), .integer(id), list])
        let held = Set(
            try connection.all(
                """
                SELECT name FROM lease
                WHERE kind = ?1 AND worker = ?2 AND name = ANY(string_to_array(?3, chr(31)))
                """, [.text(kind.rawValue), .integer(id), list]
            ) { $0.text(0) })
        return Set(names.filter { held.contains(Self.storable($0)) })
    }

    /// Gives leases back within the open transaction.
    func release(_ names: [String], of kind: LeaseKind, in connection: PostgreSQLConnection) throws(StageError) {
        try connection.run(
            "DELETE FROM lease WHERE kind = ?1 AND worker = ?2 AND name = ANY(string_to_array(?3, chr(31)))",
            [.text(kind.rawValue), .integer(id), .text(Self.list(names))])
    }

    /// Lets the worker live for another minute. Returns whether it was still there.
    func renew(in connection: PostgreSQLConnection) throws(StageError) -> Bool {
        try connection.run(
            "UPDATE worker SET until_ms = clock_ms() + ? WHERE id = ?", [.integer(Self.lifetime), .integer(id)])
        return try connection.changes == 1
    }

    /// Ends the worker, and with it its leases. With a call other workers hear of it, as it leaves them work.
    func end(in connection: PostgreSQLConnection, with call: PostgreSQLCall?) throws(StageError) {
        if let call {
            try call.send(atTheEndOf: id, in: connection)
        } else {
            try connection.run("DELETE FROM worker WHERE id = ?", [.integer(id)])
        }
        if let runName { try KnownWorkers(connection: connection).recordEnd(of: runName) }
    }

    private static func list(_ names: [String]) -> String {
        names.map(storable).joined(separator: "\u{1F}")
    }

    /// A name without the character that parts names.
    private static func storable(_ name: String) -> String { name.replacing("\u{1F}", with: "\u{FFFD}") }
}
