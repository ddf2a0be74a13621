import FeedStages

/// The leases of a worker of a state in PostgreSQL.
struct PostgreSQLLeases: WorkerLeases {
    let state: StateDatabase
    let worker: String
    let backend: Int32?
    var areShared: Bool { true }

    func claim(_ names: [String], of kind: LeaseKind) async throws(StageError) -> Set<String> {
        names.isEmpty ? [] : try await state.claim(names, of: kind)
    }

    func release(_ names: [String], of kind: LeaseKind) async throws(StageError) {
        if !names.isEmpty { try await state.release(names, of: kind) }
    }

    func renew() async throws(StageError) { try await state.renewLeases() }
}
