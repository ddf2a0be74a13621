package import FeedModel
package import FeedStages
import FeedSystem
import Glibc

/// The state in one SQLite database.
///
/// One thread owns the connection; what stands in the files beside this one are its transactions, each of them one
/// arrow of the ledger's state machine. It holds the lock of the state until it is closed.
package actor StateDatabase: StateStore {
    private let executor: SerialThreadExecutor
    /// The thread that owns the connection.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package nonisolated let path: String
    package nonisolated let instance: String

    let connection: SQLiteConnection
    package nonisolated let mode: StateMode
    package nonisolated let isImagined: Bool
    /// When it was last opened for writing before, or nil.
    nonisolated let previousRunAt: Timestamp?
    package nonisolated let findings: [StageError]
    /// How files in the configuration's folder are named here; nil if no configuration is at hand.
    let targetNames: TargetNames?
    let lock: StateLock?
    /// When the open group was begun, or nil if none is open.
    private var groupOpenedAt: ContinuousClock.Instant?
    private var groupedFetches = 0
    /// Whether what is done now belongs to the transaction of `asOne`.
    private var isPart = false
    /// See `entriesOnTheirWay`.
    var knownEntriesOnTheirWay: Set<Int64>?
    /// Names of feeds that were asked for, by row; forgotten whenever something is collected.
    var namedFeeds: [Int64: NamedFeed] = [:]
    /// Why fetches that had been told to be stored were lost, or nil. Nothing more is written then: the end of a fetch
    /// must not be kept without its entries.
    private var loss: StageError?

    /// Opens the state at `path` and takes its lock; with `makes`, one is made if there is none. Files that are
    /// delivered to in `folder`, the configuration's, are known by their place in it.
    ///
    /// Throws `.stateLocked` at once if another run holds it, `.stateDamaged` if it is corrupt or has been put back,
    /// `.stateUnusable` if it is foreign or newer, `.stateUnreleased` if it is from before the first release,
    /// `.stateAliased` if its file has several names, `.unsafePlace` if others have a hand in its files, `.noSuchFile`
    /// if there is none and none is made, and file errors (`.unwritable`, `.diskFull`) before anything was fetched;
    /// with `.readOnly` also `.stateOutdated` if no run has brought it up to date yet.
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
        connection = opening.connection
        instance = opening.instance
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
        let whole = { () throws(StageError) -> Value in
            self.isPart = true
            defer { self.isPart = false }
            return try body(self)
        }
        return inGroup ? try grouped(0, whole) : try transaction(whole)
    }

    /// Runs `body` as one transaction: all of it is committed, or none. A part of a larger one (`asOne`) is committed
    /// with that.
    func transaction<Value>(_ body: () throws(StageError) -> Value) throws(StageError) -> Value {
        if isPart { return try body() }
        try commitGroup()
        if let loss { throw loss }
        guard mode == .readWrite else { return try savepoint(body) }
        return try run(body, after: "BEGIN IMMEDIATE")
    }

    /// Runs many queries as one: the file is locked once for all of them.
    func reading<Value>(_ body: () throws(StageError) -> Value) throws(StageError) -> Value {
        // A dry run and an imagined state are transactions already.
        guard mode != .dryRun, !isImagined, groupOpenedAt == nil, !isPart else { return try body() }
        return try run(body, after: "BEGIN")
    }

    private func run<Value>(
        _ body: () throws(StageError) -> Value, after begin: StaticString
    ) throws(StageError) -> Value {
        try connection.run(begin)
        let value: Value
        do throws(StageError) {
            value = try body()
            try connection.run("COMMIT")
        } catch {
            connection.rollBack()
            throw error
        }
        return value
    }

    /// Runs `body` in the open group, which is committed by itself once it holds 64 fetches or is 200 ms old: one fsync
    /// for many feeds. If it throws, the state has failed, and the whole group is taken back.
    func grouped<Value>(
        _ fetches: Int = 1, _ body: () throws(StageError) -> Value
    ) throws(StageError) -> Value {
        if let loss { throw loss }
        namedFeeds = [:]
        if isPart {
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
        guard groupOpenedAt != nil, !isPart else { return }
        groupOpenedAt = nil
        guard mode == .readWrite else { return }
        do throws(StageError) {
            try connection.run("COMMIT")
        } catch {
            rollBackForGood(error)
            throw error
        }
    }

    /// Takes back what is open, for good.
    private func rollBackForGood(_ error: StageError) {
        loss = error
        groupOpenedAt = nil
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
            do throws(StageError) {
                guard connection.isInTransaction else { throw reason }
                try connection.run("ROLLBACK TO step")
                try connection.run("RELEASE step")
            } catch {
                // After a full disk SQLite takes back the whole transaction, and with it the fetches before this one.
                rollBackForGood(reason)
            }
            throw reason
        }
        return value
    }
}
