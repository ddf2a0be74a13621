import FeedModel
package import FeedStages

/// The state of the engine: its four protocols, and what goes across them.
///
/// It is an actor, and its members are synchronous: what is asked in one `asOne` is one transaction, whichever
/// of the protocols it belongs to. A call of its own is one transaction, too.
package protocol StateStore: FeedRecords, DeliveryLedger, ServerRecords, StateMaintenance {
    /// Where it lies: a path; errors of the state have it as their subject.
    nonisolated var path: String { get }

    /// Made with the state, and told into the ids of messages, so that two states never use the same.
    nonisolated var instance: String { get }

    /// How it was opened.
    nonisolated var mode: StateMode { get }

    /// Whether there is no state yet at its path, so that an empty one was imagined.
    nonisolated var isImagined: Bool { get }

    /// What was noticed when it was opened, and should be told: that it is a copy, or that one before it was lost.
    nonisolated var findings: [StageError] { get }

    /// Statements that were run since it was opened.
    var statementCount: Int { get }

    /// Runs `body` as one transaction, or with `inGroup` in the open group; what is thrown within takes back all of it.
    func asOne<Value>(
        inGroup: Bool, _ body: @Sendable (isolated any StateStore) throws(StageError) -> Value
    ) throws(StageError) -> Value

    /// Commits the open group, if there is one.
    func commitGroup() throws(StageError)

    /// Commits the open group if it is older than 200 ms; called now and then while sources are slow.
    func commitOldGroup() throws(StageError)

    /// Commits the open group; a dry run takes back everything. The state is not asked after that.
    func close() throws(StageError)
}

extension StateStore {
    /// Runs `body`, with all that it asks of the state, as one transaction of its own.
    package func asOne<Value>(
        _ body: @Sendable (isolated any StateStore) throws(StageError) -> Value
    ) throws(StageError) -> Value {
        try asOne(inGroup: false, body)
    }
}

/// How a state is opened.
package enum StateMode: Sendable {
    /// Everything is kept.
    case readWrite
    /// Everything happens in one transaction that is rolled back at the end; a state that does not exist yet is
    /// imagined.
    case dryRun
    /// Nothing can be kept, and nobody is kept waiting, also while a run is at work. A state that does not exist yet is
    /// an empty one.
    case readOnly
}
