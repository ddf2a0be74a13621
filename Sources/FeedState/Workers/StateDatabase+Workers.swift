package import FeedStages

/// The workers of a state. A state in SQLite has one, which holds the lock of its file.
extension StateDatabase {
    package nonisolated var leases: any WorkerLeases {
        guard let worker = server?.worker else { return SoleWorker() }
        return PostgreSQLLeases(state: self, worker: worker.name, backend: server?.backend)
    }

    package nonisolated var clockOffset: Duration { server?.clockOffset ?? .zero }

    package func workers() throws(StageError) -> WorkerRecords? {
        guard let server, let connection = connection.postgresql else { return nil }
        return try reading { () throws(StageError) in
            try KnownWorkers(connection: connection).read(PostgreSQLCall(server.place))
        }
    }

    /// See `WorkerLeases.claim`.
    func claim(_ names: [String], of kind: LeaseKind) throws(StageError) -> Set<String> {
        try asWorker { worker, connection throws(StageError) in
            try worker.claim(names, of: kind, in: connection)
        } ?? Set(names)
    }

    /// See `WorkerLeases.release`.
    func release(_ names: [String], of kind: LeaseKind) throws(StageError) {
        _ = try asWorker { worker, connection throws(StageError) in
            try worker.release(names, of: kind, in: connection)
        }
    }

    /// See `WorkerLeases.renew`.
    func renewLeases() throws(StageError) {
        guard let worker = server?.worker, let connection = connection.postgresql else { return }
        if let loss { throw loss }
        guard try worker.renew(in: connection) else { throw StageError(.leaseLost, subject: path) }
    }

    package func callWorkers() throws(StageError) {
        guard mode == .readWrite, let server, let connection = connection.postgresql else { return }
        try transaction { () throws(StageError) in try PostgreSQLCall(server.place).send(in: connection) }
    }

    /// Runs `body` as a transaction that waits for no other worker's. Returns nil if there is no worker.
    func asWorker<Value>(
        _ body: (PostgreSQLWorker, PostgreSQLConnection) throws(StageError) -> Value
    ) throws(StageError) -> Value? {
        guard let server, let worker = server.worker, let connection = connection.postgresql else { return nil }
        if let loss { throw loss }
        do throws(StageError) {
            try server.begin(nil, in: connection)
            let value = try body(worker, connection)
            try connection.commit()
            return value
        } catch {
            connection.rollBack()
            throw error
        }
    }
}
