import FeedStages

/// What a state in PostgreSQL has besides its connection.
struct PostgreSQLServerState: Sendable {
    let place: PostgreSQLPlace
    /// The worker that this state is; nil if nothing is written for good.
    let worker: PostgreSQLWorker?
    /// How far the server's clock is ahead of this machine's.
    let clockOffset: Duration
    /// The number of the server's process that serves the connection.
    let backend: Int32

    /// Begins a transaction, takes the lock of the state and holds the worker's row. Throws `.leaseLost` if there is no
    /// such row: another worker may have taken over.
    func begin(_ mode: PostgreSQLLock.Mode?, in connection: PostgreSQLConnection) throws(StageError) {
        let begin = mode.map { PostgreSQLLock.begin(place, $0) } ?? "BEGIN"
        guard let worker else { return try connection.runScript(begin) }
        guard try connection.firstOfScript("\(begin); \(worker.holding)") != nil else {
            throw StageError(.leaseLost, subject: connection.name)
        }
    }
}
