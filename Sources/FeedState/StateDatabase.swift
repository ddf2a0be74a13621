package import FeedModel
package import FeedStages
import FeedSystem
import Glibc

/// The state in one SQLite database.
///
/// One thread owns the connection. The files beside this one hold its transactions, each of them one transition of the
/// ledger's state machine. The database holds the lock of the state until it is closed.
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
    /// Whether anything is known of what other programs have shown; nil: not looked up yet.
    var followsOthers: Bool?
    /// Why the open group was lost, or nil. Nothing more is written then: the end of a fetch must not be stored without
    /// its entries.
    private var loss: StageError?

    /// Opens the state at `path` and takes its lock. With `makes`, a missing state is created. Targets in `folder`,
    /// that of the configuration, are named relative to it.
    ///
    /// Throws `.stateLocked` at once if another run holds the lock, `.stateMoved` if it was moved away, `.stateDamaged`
    /// if it is corrupt or older than one that was here before, `.stateUnusable` if it is foreign or newer, `.stateUnreleased` if it is from
    /// before the first release, `.stateAliased` if its file has several names, `.unsafePlace` if other users can
    /// change its files, `.noSuchFile` if there is none and none is made, and file errors (`.unwritable`, `.diskFull`)
    /// before anything is fetched. With `.readOnly` it also throws `.stateOutdated` if no run has upgraded the schema
    /// yet.
    package static func open(
        path: String, mode: StateMode = .readWrite, makes: Bool = true, folder: String? = nil, now: Timestamp
    ) async throws(StageError) -> StateDatabase {
        let executor = SerialThreadExecutor()
        let opened: Result<StateDatabase, StageError> = await Opener(executor: executor).open(
            path, mode, makes, folder, now)
        return try opened.get()
    }

    /// Opens on the thread that will own the connection.
    private actor Opener {
        let executor: SerialThreadExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(executor: SerialThreadExecutor) { self.executor = executor }

        func open(
            _ path: String, _ mode: StateMode, _ makes: Bool, _ folder: String?, _ now: Timestamp
        ) -> Result<StateDatabase, StageError> {
            do throws(StageError) {
                return .success(
                    try StateDatabase(
                        path: path, mode: mode, makes: makes, folder: folder, now: now, executor: executor))
            } catch {
                return .failure(error)
            }
        }
    }

    private init(
        path: String, mode: StateMode, makes: Bool, folder: String?, now: Timestamp, executor: SerialThreadExecutor
    ) throws(StageError) {
        self.executor = executor
        self.path = path
        self.mode = mode
        targetNames = folder.map(TargetNames.init)
        let opening: StateOpening
        switch mode {
        case .readOnly:
            lock = nil
            let stored = try StateOpening.forReading(path)
            isImagined = stored == nil
            opening = if let stored { stored } else { try StateOpening.imagined(for: path, now: now) }
        case .dryRun where access(path, F_OK) != 0:
            lock = nil
            isImagined = true
            opening = try StateOpening.imagined(for: path, now: now)
        case .dryRun, .readWrite:
            isImagined = false
            guard makes || access(path, F_OK) == 0 || errno != ENOENT else {
                throw StageError(.noSuchFile, subject: path)
            }
            _ = try Folder.make(PathParts(path).folder, for: .privateData)
            let lock = try StateLock(of: path)
            self.lock = lock
            opening = try StateOpening.forWriting(
                path, lock: lock, makes: makes, keeps: mode == .readWrite, now: now)
        }
        connection = .sqlite(opening.connection)
        instance = opening.instance
        origin = opening.origin
        previousRunAt = opening.previousRunAt
        findings = opening.findings
        if mode != .readOnly { try targetNames?.adopt(in: connection) }
    }

    package var statementCount: Int { connection.statementCount }

    package func close() throws(StageError) {
        try commitGroup()
        if mode == .dryRun, loss == nil { try connection.run("ROLLBACK") }
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
        return try run(body, after: "BEGIN IMMEDIATE")
    }

    /// Runs many queries in one read transaction, so that the file is locked only once.
    func reading<Value>(_ body: () throws(StageError) -> Value) throws(StageError) -> Value {
        // A dry run and an imagined state are transactions already.
        guard mode != .dryRun, !isImagined, groupOpenedAt == nil, !isInTransaction else { return try body() }
        return try run(body, after: "BEGIN")
    }

    private func run<Value>(
        _ body: () throws(StageError) -> Value, after begin: Statement
    ) throws(StageError) -> Value {
        try connection.run(begin)
        let value: Value
        do throws(StageError) {
            value = try body()
            try connection.run("COMMIT")
        } catch {
            freshPayloads = FreshPayloads()
            connection.rollBack()
            throw error
        }
        return value
    }

    /// Runs `body` in the open group, which is committed once it holds 64 fetches or is 200 ms old: one fsync for many
    /// feeds. If `body` throws, the whole group is rolled back and nothing more can be written.
    func grouped<Value>(
        fetches: Int = 1, _ body: () throws(StageError) -> Value
    ) throws(StageError) -> Value {
        if let loss { throw loss }
        namedFeeds = [:]
        if isInTransaction {
            groupedFetches += fetches
            return try body()
        }
        if groupOpenedAt == nil {
            if mode == .readWrite { try connection.run("BEGIN IMMEDIATE") }
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

    package func commitOldGroup() throws(StageError) {
        guard let opened = groupOpenedAt, opened.duration(to: .now) >= .milliseconds(200) else { return }
        try commitGroup()
    }

    package func commitGroup() throws(StageError) {
        guard groupOpenedAt != nil, !isInTransaction else { return }
        groupOpenedAt = nil
        guard mode == .readWrite else { return }
        do throws(StageError) {
            try connection.run("COMMIT")
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
