public import FeedModel
public import FeedStages

/// The state of the engine: entries, validators, health, ledger, messages.
public actor StateDatabase {
    private let executor = SerialThreadExecutor()
    /// The thread that owns the connection.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens (or makes) the state at `path` and takes its lock.
    ///
    /// Throws `.stateLocked` at once if another run holds it, `.stateUnusable` if it is corrupt, foreign or newer, and
    /// file errors.
    public init(path: String, now: Timestamp) async throws(StageError) {}

    /// Closes the connection and frees the lock.
    public func close() {}
}
