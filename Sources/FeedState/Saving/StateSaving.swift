package import FeedStages
import FeedSystem
import Glibc

/// Saves a state as one file, from which it can be loaded elsewhere (`StateLoading`).
package enum StateSaving {
    /// What was saved.
    package struct Outcome: Sendable, Hashable {
        /// What the saved state holds.
        package let contents: StateContents
        /// Whether a run was at work: the file has what was committed until then.
        package let isDuringRun: Bool
    }

    /// Saves the state at `path` to `file`, or to stdout if that is nil. The file is replaced in one step and is for this
    /// user alone. With `moves` no run uses the state at `path` afterwards.
    ///
    /// Throws `.noSuchFile` if there is no state, `.stateMoved` if it was moved away, `.stateLocked` if a run is at work
    /// and the state should move, the errors of opening a state, and file errors.
    package static func save(path: String, to file: String?, moves: Bool) async throws(StageError) -> Outcome {
        let executor = SerialThreadExecutor()
        return try await Worker(executor: executor).save(path, file, moves).get()
    }

    /// Lets runs use a state again that was moved away. Returns where it had been moved to, or nil if it was not.
    ///
    /// Throws as `save`.
    package static func takeBack(path: String) async throws(StageError) -> String? {
        let executor = SerialThreadExecutor()
        return try await Worker(executor: executor).takeBack(path).get()
    }

    /// Works on a thread of its own, since all of it blocks.
    private actor Worker {
        let executor: SerialThreadExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(executor: SerialThreadExecutor) { self.executor = executor }

        func save(_ path: String, _ file: String?, _ moves: Bool) -> Result<Outcome, StageError> {
            do throws(StageError) {
                return .success(try StateSaving.save(path, to: file, moves: moves))
            } catch {
                return .failure(error)
            }
        }

        func takeBack(_ path: String) -> Result<String?, StageError> {
            do throws(StageError) {
                return .success(try StateSaving.takeBack(path))
            } catch {
                return .failure(error)
            }
        }
    }

    private static func save(_ path: String, to file: String?, moves: Bool) throws(StageError) -> Outcome {
        guard access(path, F_OK) == 0 || errno != ENOENT else { throw StageError(.noSuchFile, subject: path) }
        let lock = try lock(of: path, mustHave: moves)
        let (connection, generation) = try StateOpening.forSaving(path, locked: lock?.database)
        // A run at work may do more in its generation than the file has.
        let seal = lock == nil ? generation - 1 : generation
        let contents = try StateContents(of: .sqlite(connection))
        if let file {
            try write(connection, to: file, generation: seal)
        } else {
            try print(connection, of: path, generation: seal)
        }
        if moves {
            // The file is on the disk. If this process ends here, both can be used, as if it had been saved only.
            let changing = try SQLiteConnection(path: path, locked: lock?.database)
            try changing.run("PRAGMA synchronous = FULL")
            try changing.run(
                "INSERT INTO meta VALUES(?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                .text(MetaKey.movedTo), .text(file.map(truePath) ?? "-"))
        }
        withExtendedLifetime(lock) {}
        return Outcome(contents: contents, isDuringRun: lock == nil)
    }

    /// Takes the lock; nil if a run is at work and the lock is no must.
    private static func lock(of path: String, mustHave: Bool) throws(StageError) -> HeldLock? {
        do throws(StageError) {
            return try HeldLock(path)
        } catch {
            guard error.code == .stateLocked, !mustHave else { throw error }
            return nil
        }
    }

    /// Both locks of a state, for as long as it lives.
    private struct HeldLock {
        private let lock: StateLock
        let database: LockedFile

        init(_ path: String) throws(StageError) {
            lock = try StateLock(of: path)
            database = try lock.lockDatabase()
        }
    }

    private static func write(
        _ connection: SQLiteConnection, to file: String, generation: Int64
    ) throws(StageError) {
        let parts = PathParts(file)
        do throws(StageError) {
            guard let folder = try Folder.open(parts.folder) else { throw .writing(ENOENT, path: file) }
            try folder.replacePrivately(parts.name, writtenTo: TemporaryName(of: parts.name)) {
                new throws(StageError) in
                try snapshot(of: connection, to: new, generation: generation)
            }
        } catch {
            throw error.about(file)
        }
    }

    /// Writes a sealed copy of the database into an empty file. A full disk is one of that file.
    private static func snapshot(
        of connection: SQLiteConnection, to file: borrowing RegularFile, generation: Int64
    ) throws(StageError) {
        do throws(StageError) {
            try connection.run("VACUUM INTO ?", .text(file.path))
        } catch {
            throw error.code == .diskFull || error.code == .unwritable ? error.about(file.path) : error
        }
        try SavedStateSeal.put(on: file, generation: generation)
    }

    /// Prints a sealed copy, which is made beside the state first.
    private static func print(
        _ connection: SQLiteConnection, of path: String, generation: Int64
    ) throws(StageError) {
        let parts = PathParts(realPath(path))
        guard let folder = try Folder.open(parts.folder) else { throw .writing(ENOENT, path: path) }
        try folder.requireOwn()
        try folder.withPrivateFile(TemporaryName(of: parts.name, for: "stdout")) { file throws(StageError) in
            try snapshot(of: connection, to: file, generation: generation)
            let size = Int64(try file.status().st_size)
            for start in stride(from: 0, to: size, by: 1 << 20) {
                guard writeAll(try file.read(Int(min(1 << 20, size - start)), at: start), to: STDOUT_FILENO) else {
                    throw .writing(errno, path: "stdout")
                }
            }
        }
    }

    private static func takeBack(_ path: String) throws(StageError) -> String? {
        guard access(path, F_OK) == 0 || errno != ENOENT else { throw StageError(.noSuchFile, subject: path) }
        let lock = try HeldLock(path)
        let place: String?
        do throws(StageError) {
            _ = try StateOpening.forSaving(path, locked: lock.database)
            place = nil
        } catch {
            guard error.code == .stateMoved else { throw error }
            place = error.facts[.found] ?? ""
            let connection = try SQLiteConnection(path: path, locked: lock.database)
            try connection.run("PRAGMA synchronous = FULL")
            try connection.run("DELETE FROM meta WHERE key = ?", .text(MetaKey.movedTo))
        }
        withExtendedLifetime(lock) {}
        return place
    }
}

extension StageError {
    /// The same error about another subject.
    func about(_ subject: String) -> StageError {
        var error = self
        error.subject = subject
        return error
    }
}
