package import FeedStages

/// The leases by which several workers share one state: what one of them holds, no other holds.
///
/// A worker is an opened state. Its leases last 60 s from the last renewal by the clock of the state, and end when the
/// state is closed. Once another worker may have taken them, every write of this one throws `.leaseLost`, and nothing
/// of it is stored.
package protocol WorkerLeases: Sendable {
    /// Whether other workers may use the same state. If not, there is nothing to claim, and no member is called.
    var areShared: Bool { get }

    /// A text that no other worker of the state has. It decides where this one begins.
    var worker: String { get }

    /// The number of the process that serves this worker in the database's server; nil without a server. Workers that are
    /// called know by it who has called.
    var backend: Int32? { get }

    /// Takes the leases on those of `names` that nobody holds, in one transaction, without waiting for others. Returns
    /// those of `names` that this worker holds now, with those that it had held already.
    ///
    /// What other workers committed before their leases ended is visible to every later call. Throws `.leaseLost` and
    /// errors of the state.
    func claim(_ names: [String], of kind: LeaseKind) async throws(StageError) -> Set<String>

    /// Gives leases back at once. Names that this worker does not hold are left out. Throws as `claim` does.
    func release(_ names: [String], of kind: LeaseKind) async throws(StageError)

    /// Lets all leases of this worker last 60 s from now. To be called each 20 s. Throws `.leaseLost` if another worker
    /// may have taken them already, and errors of the state.
    func renew() async throws(StageError)
}

extension WorkerLeases {
    package var backend: Int32? { nil }
}

/// What a lease is on.
package enum LeaseKind: String, Sendable, CaseIterable {
    /// A server, as `host` or `host:port`, to which requests go; or a source whose requests name none.
    case host
    /// A pipeline, by its configured name: its filters decide.
    case pipeline
    /// A sink, by its configured name: messages are composed and delivered.
    case sink
    /// Work for the whole state, by the `MaintenanceLease`.
    case maintenance
}

/// The names of leases on work for the whole state.
package enum MaintenanceLease: String, Sendable, CaseIterable {
    /// Deleting what is old.
    case retention
    /// Reading the whole state once a week.
    case check
    /// Telling people what waits to be told.
    case lines
}

/// The only worker of a state: it holds everything.
package struct SoleWorker: WorkerLeases {
    package init() {}

    package var areShared: Bool { false }
    package var worker: String { "" }

    package func claim(_ names: [String], of kind: LeaseKind) async throws(StageError) -> Set<String> { Set(names) }
    package func release(_ names: [String], of kind: LeaseKind) async throws(StageError) {}
    package func renew() async throws(StageError) {}
}
