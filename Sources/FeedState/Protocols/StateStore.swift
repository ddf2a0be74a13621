import FeedModel
package import FeedStages

/// The state of the engine: four protocols, and transactions across them.
///
/// It is an actor with synchronous members. All calls within one `asOne` are one transaction, whichever protocol they
/// belong to. A single call is one transaction, too.
package protocol StateStore: FeedRecords, DeliveryLedger, ServerRecords, StateMaintenance {
    /// The path of the database. Errors of the state have it as their subject.
    nonisolated var path: String { get }

    /// A random id that is made with the state, and anew when a saved one is loaded. As part of each message's id it keeps
    /// two states from using the same.
    nonisolated var instance: String { get }

    /// A random id that stays when a saved state is loaded, and may be shown to others: ids of published entries depend
    /// on it.
    nonisolated var origin: String { get }

    /// How the state was opened.
    nonisolated var mode: StateMode { get }

    /// Whether there is no state at its path yet, so that this is an empty one in memory.
    nonisolated var isImagined: Bool { get }

    /// What opening found that should be reported, such as `.stateCopied`, `.stateLost` or `.stateNarrowed`.
    nonisolated var findings: [StageError] { get }

    /// The leases that this worker may take. A state that is not opened for writing is not shared.
    nonisolated var leases: any WorkerLeases { get }

    /// How far the clock of the state is ahead of this machine's. Zero if the state has none of its own.
    nonisolated var clockOffset: Duration { get }

    /// How many statements were run since the state was opened.
    var statementCount: Int { get }

    /// Runs `body` as one transaction, or with `inGroup` in the open group. If `body` throws, all of it is rolled back.
    func asOne<Value>(
        inGroup: Bool, _ body: @Sendable (isolated any StateStore) throws(StageError) -> Value
    ) throws(StageError) -> Value

    /// Commits the open group, if there is one.
    func commitGroup() throws(StageError)

    /// Commits the open group if it is older than 200 ms. To be called from time to time while sources are slow.
    func commitOldGroup() throws(StageError)

    /// Calls other workers of the state when the open transaction is committed, or at once: there is work that one of them
    /// could do now. A call may be missed, so nothing may depend on it. It is not to be made for what this worker does
    /// itself, nor for what has just failed: two workers would wake each other for ever.
    func callWorkers() throws(StageError)

    /// Commits the open group. A dry run rolls everything back. Only reads, `keep` of failures and `markDamaged` may
    /// follow. With `leavingWork` other workers are called.
    func close(leavingWork: Bool) throws(StageError)
}

extension StateStore {
    /// Commits the open group. A dry run rolls everything back. Only reads, `keep` of failures and `markDamaged` may
    /// follow.
    package func close() throws(StageError) { try close(leavingWork: false) }

    /// Runs `body`, with all its calls of the state, as one transaction of its own.
    package func asOne<Value>(
        _ body: @Sendable (isolated any StateStore) throws(StageError) -> Value
    ) throws(StageError) -> Value {
        try asOne(inGroup: false, body)
    }
}

/// How a state is opened.
package enum StateMode: Sendable {
    /// Everything is stored.
    case readWrite
    /// Everything happens in one transaction that is rolled back at the end. A missing state is replaced by an empty
    /// one in memory.
    case dryRun
    /// Nothing can be written, and no other process is kept waiting, even while a run is at work. A missing state reads
    /// as an empty one.
    case readOnly
}
