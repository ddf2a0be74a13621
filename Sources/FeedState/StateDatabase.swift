package import FeedModel
package import FeedStages
package import FeedSystem
import Glibc

/// The state in one database, of SQLite or PostgreSQL.
///
/// One thread owns the connection. The files beside this one hold its transactions, each of them one transition of the
/// ledger's state machine. A database of SQLite holds the lock of the state until it is closed; in PostgreSQL several
/// workers share a state, and each transaction takes its lock.
package actor StateDatabase: StateStore {
    private let executor: SerialThreadExecutor
    /// The thread that owns the connection.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package nonisolated let path: String
    package nonisolated let instance: String
    package nonisolated let origin: String

    let connection: StateConnection
    package nonisolated let mode: StateMode
    package nonisolated let isImagined: Bool
    /// When the state was last opened for writing before this time, or nil.
    nonisolated let previousRunAt: Timestamp?
    package nonisolated let findings: [StageError]
    /// The names of files in the configuration's folder; nil without a configuration.
    let targetNames: TargetNames?
    let lock: StateLock?
    /// What a state in PostgreSQL has besides its connection; nil for SQLite.
    nonisolated let server: PostgreSQLServerState?
    /// When the open group was begun, or nil if there is none.
    private var groupOpenedAt: ContinuousClock.Instant?
    private var groupedFetches = 0
    /// Whether the present call belongs to the transaction of `asOne`, and must not begin its own.
    private var isInTransaction = false
    /// See `entriesOnTheirWay`.
    var knownEntriesOnTheirWay: Set<Int64>?
    /// Payloads that were just stored. They are forgotten with a transaction that is rolled back: its numbers of messages
    /// may be used again.
    var freshPayloads = FreshPayloads()
    /// Names of feeds by document row, as a cache. It is cleared when anything is collected.
    var namedFeeds: [Int64: NamedFeed] = [:]
    /// Which entries have some keys of the document that is being recognised; see `fetchKeys`.
    var fetchedKeys: [EntryKey: Int64?] = [:]
    /// Whether anything is known of what other programs have shown; nil: not looked up yet.
    var followsOthers: Bool?
    /// Why the open group was lost, or nil. Nothing more is written then: the end of a fetch must not be stored without
    /// its entries.
    private(set) var loss: StageError?

    /// Opens the state at `path` and takes its lock. With `makes`, a missing state is created. Targets in `folder`,
    /// that of the configuration, are named relative to it. It works on `thread`.
    ///
    /// Throws `.stateLocked` at once if another run holds the lock, `.stateMoved` if it was moved away, `.stateDamaged`
    /// if it is corrupt or older than one that was here before, `.stateUnusable` if it is foreign or newer, `.stateUnreleased` if it is from
    /// before the first release, `.stateAliased` if its file has several names, `.unsafePlace` if other users can
    /// change its files, `.noSuchFile` if there is none and none is made, and file errors (`.unwritable`, `.diskFull`)
    /// before anything is fetched. With `.readOnly` it also throws `.stateOutdated` if no run has upgraded the schema
    /// yet.
    package static func open(
        path: String, mode: StateMode = .readWrite, makes: Bool = true, folder: String? = nil,
        on thread: SerialThreadExecutor = SerialThreadExecutor(), now: Timestamp
    ) async throws(StageError) -> StateDatabase {
        try await open(folder: folder, mode: mode, on: thread) { () throws(StageError) in
            try OpenedState.sqlite(path: path, mode: mode, makes: makes, now: now)
        }
    }

    /// Opens the state in PostgreSQL, where several workers may use it at the same time. With `makes`, missing tables are
    /// created. `worker` is how this process is known to others; the state works on `thread`.
    ///
    /// Throws `.libraryMissing` without libpq; `.databaseUnreachable`, `.databaseRefused`, `.databaseReadOnly` and
    /// `.databaseUnfit`, by what the server says; `.stateUnusable` if the tables are another program's or newer,
    /// `.stateDamaged` if they are marked so, and `.noSuchFile` if there are none and none are made. A dry run keeps all
    /// others from writing, and throws `.stateLocked` while one of them is at work. With `.readOnly` it also throws
    /// `.stateOutdated` if no run has upgraded the tables yet.
    package static func open(
        postgresql place: PostgreSQLPlace, mode: StateMode = .readWrite, makes: Bool = true, folder: String? = nil,
        worker: WorkerIntroduction = WorkerIntroduction("kawaraban"),
        on thread: SerialThreadExecutor = SerialThreadExecutor(), now: Timestamp
    ) async throws(StageError) -> StateDatabase {
        try await open(folder: folder, mode: mode, on: thread) { () throws(StageError) in
            try OpenedState.postgresql(place, mode: mode, makes: makes, worker: worker, now: now)
        }
    }

    private static func open(
        folder: String?, mode: StateMode, on thread: SerialThreadExecutor,
        _ open: @escaping @Sendable () throws(StageError) -> OpenedState
    ) async throws(StageError) -> StateDatabase {
        let opened: Result<StateDatabase, StageError> = await Opener(executor: thread).open(folder, mode, open)
        return try opened.get()
    }

    /// Opens on the thread that will own the connection.
    private actor Opener {
        let executor: SerialThreadExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(executor: SerialThreadExecutor) { self.executor = executor }

        func open(
            _ folder: String?, _ mode: StateMode, _ open: @Sendable () throws(StageError) -> OpenedState
        ) -> Result<StateDatabase, StageError> {
            do throws(StageError) {
                return .success(try StateDatabase(try open(), mode: mode, folder: folder, executor: executor))
            } catch {
                return .failure(error)
            }
        }
    }

    private init(
        _ opened: OpenedState, mode: StateMode, folder: String?, executor: SerialThreadExecutor
    ) throws(StageError) {
        self.executor = executor
        self.mode = mode
        targetNames = folder.map(TargetNames.init)
        connection = opened.connection
        (path, isImagined) = (opened.path, opened.isImagined)
        (instance, origin) = (opened.instance, opened.origin)
        (previousRunAt, findings) = (opened.previousRunAt, opened.findings)
        (lock, server) = (opened.lock, opened.server)
        if mode != .readOnly, server == nil { try targetNames?.adopt(in: connection) }
    }

    package var statementCount: Int { connection.statementCount }

    package func close(leavingWork: Bool) throws(StageError) {
        try commitGroup()
        if mode == .dryRun, loss == nil { try connection.run("ROLLBACK") }
        guard let server, let worker = server.worker, let postgresql = connection.postgresql else { return }
        let call = leavingWork ? PostgreSQLCall(server.place) : nil
        do throws(StageError) { try worker.end(in: postgresql, with: call) } catch { if loss == nil { throw error } }
    }

    package func asOne<Value>(
        inGroup: Bool, _ body: @Sendable (isolated any StateStore) throws(StageError) -> Value
    ) throws(StageError) -> Value {
        let joined = { () throws(StageError) -> Value in
            self.isInTransaction = true
            defer { self.isInTransaction = false }
            return try body(self)
        }
        // The fetches in `body` are counted by the calls that store them.
        return inGroup ? try grouped(fetches: 0, joined) : try transaction(joined)
    }

    /// Runs `body` as one transaction. As part of a larger one (`asOne`), it is committed with that one.
    func transaction<Value>(_ body: () throws(StageError) -> Value) throws(StageError) -> Value {
        if isInTransaction { return try body() }
        try commitGroup()
        if let loss { throw loss }
        guard mode == .readWrite else { return try savepoint(body) }
        return try run(body) { () throws(StageError) in try begin(.exclusive) }
    }

    /// Runs many queries in one read transaction, so that the file is locked only once.
    func reading<Value>(_ body: () throws(StageError) -> Value) throws(StageError) -> Value {
        // A dry run and an imagined state are transactions already.
        guard mode != .dryRun, !isImagined, groupOpenedAt == nil, !isInTransaction else { return try body() }
        return try run(body) { () throws(StageError) in
            if server != nil { forgetShared() }
            try connection.run(
                Statement(sqlite: "BEGIN", postgresql: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        }
    }

    /// Begins a transaction that writes. In PostgreSQL it waits for other workers.
    private func begin(_ mode: PostgreSQLLock.Mode) throws(StageError) {
        guard let server, let postgresql = connection.postgresql else { return try connection.run("BEGIN IMMEDIATE") }
        forgetShared()
        try server.begin(mode, in: postgresql)
    }

    /// Clears what another worker could have changed in the meantime.
    private func forgetShared() {
        knownEntriesOnTheirWay = nil
        namedFeeds = [:]
        followsOthers = nil
    }

    private func run<Value>(
        _ body: () throws(StageError) -> Value, begin: () throws(StageError) -> Void
    ) throws(StageError) -> Value {
        let value: Value
        do throws(StageError) {
            try begin()
            value = try body()
            try connection.commit()
        } catch {
            freshPayloads = FreshPayloads()
            connection.rollBack()
            throw error
        }
        return value
    }

    /// Runs `body` in the open group, which is committed once it holds 64 fetches or is 200 ms old: one fsync for many
    /// feeds. If `body` throws, the whole group is rolled back and nothing more can be written. In PostgreSQL each call is
    /// a group, so that no worker waits for another's, and `body` may be run again. With `alone` it is not run beside those of
    /// other workers.
    func grouped<Value>(
        fetches: Int = 1, alone: Bool = false, _ body: () throws(StageError) -> Value
    ) throws(StageError) -> Value {
        if let loss { throw loss }
        namedFeeds = [:]
        if isInTransaction {
            groupedFetches += fetches
            return try body()
        }
        if server != nil, mode == .readWrite { return try grouped(alone ? .exclusive : .shared, body) }
        if groupOpenedAt == nil {
            if mode == .readWrite { try begin(.exclusive) }
            groupOpenedAt = .now
            groupedFetches = 0
        }
        let value: Value
        do throws(StageError) {
            value = try body()
        } catch {
            rollBackForGood(error)
            throw error
        }
        groupedFetches += fetches
        if groupedFetches >= 64 { try commitGroup() } else { try commitOldGroup() }
        return value
    }

    /// Runs `body` as a group of its own. Where two wait for each other, PostgreSQL ends one, which is run again.
    private func grouped<Value>(
        _ lock: PostgreSQLLock.Mode, _ body: () throws(StageError) -> Value
    ) throws(StageError) -> Value {
        var attempts = 3
        while true {
            do throws(StageError) {
                return try run(body) { () throws(StageError) in try begin(lock) }
            } catch {
                attempts -= 1
                guard attempts > 0, error.code == .stateLocked, connection.postgresql?.mayRunAgain ?? false else {
                    rollBackForGood(error)
                    throw error
                }
            }
        }
    }

    package func commitOldGroup() throws(StageError) {
        guard let opened = groupOpenedAt, opened.duration(to: .now) >= .milliseconds(200) else { return }
        try commitGroup()
    }

    package func commitGroup() throws(StageError) {
        guard groupOpenedAt != nil, !isInTransaction else { return }
        groupOpenedAt = nil
        guard mode == .readWrite else { return }
        do throws(StageError) {
            try connection.commit()
        } catch {
            rollBackForGood(error)
            throw error
        }
    }

    /// Rolls back the open transaction and refuses every later write.
    private func rollBackForGood(_ error: StageError) {
        loss = error
        groupOpenedAt = nil
        freshPayloads = FreshPayloads()
        connection.rollBack()
    }

    private func savepoint<Value>(_ body: () throws(StageError) -> Value) throws(StageError) -> Value {
        try connection.run("SAVEPOINT step")
        let value: Value
        do throws(StageError) {
            value = try body()
            try connection.run("RELEASE step")
        } catch {
            let reason = error
            freshPayloads = FreshPayloads()
            do throws(StageError) {
                guard connection.isInTransaction else { throw reason }
                try connection.run("ROLLBACK TO step")
                try connection.run("RELEASE step")
            } catch {
                // After a full disk SQLite rolls back the whole transaction, and with it the group's earlier fetches.
                rollBackForGood(reason)
            }
            throw reason
        }
        return value
    }
}
