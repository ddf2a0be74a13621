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

    /// Saves a state to `file`, or to stdout if that is nil. The file is replaced in one step and is for this user alone.
    /// With `moves` no run uses the state afterwards.
    ///
    /// Throws `.noSuchFile` if there is no state, `.stateMoved` if it was moved away, `.stateLocked` if a run is at work
    /// and the state should move, the errors of opening a state, and file errors.
    package static func save(
        _ storage: StateStorage, to file: String?, moves: Bool
    ) async throws(StageError) -> Outcome {
        try await BlockingThread.run { () throws(StageError) in
            let state = try SavableState(storage, alone: moves)
            let contents: StateContents
            if let file {
                contents = try write(state, to: file)
            } else {
                contents = try print(state, from: storage)
            }
            // The file is on the disk.
            if moves { try state.retire(to: file.map(truePath) ?? "-") }
            return withExtendedLifetime(state) { Outcome(contents: contents, isDuringRun: state.isDuringRun) }
        }
    }

    /// Lets runs use a state again that was moved away. Returns where it had been moved to, or nil if it was not.
    ///
    /// Throws as `save`.
    package static func takeBack(_ storage: StateStorage) async throws(StageError) -> String? {
        try await BlockingThread.run { () throws(StageError) in
            switch storage {
            case .sqlite(let path): try takeBack(path)
            case .postgresql(let place): try takeBack(place)
            }
        }
    }

    private static func write(_ state: SavableState, to file: String) throws(StageError) -> StateContents {
        let parts = PathParts(file)
        guard let folder = try Folder.open(parts.folder) else { throw .writing(ENOENT, path: file) }
        var contents: StateContents?
        do throws(StageError) {
            try folder.replacePrivately(parts.name, writtenTo: TemporaryName(of: parts.name)) {
                new throws(StageError) in
                contents = try state.write(into: new)
            }
        } catch {
            throw error.subject == state.name ? error : error.about(file)
        }
        guard let contents else { throw StageError(.internalError, subject: file) }
        return contents
    }

    /// Prints a sealed copy, which is made beside the state first, or in a folder of its own.
    private static func print(_ state: SavableState, from storage: StateStorage) throws(StageError) -> StateContents {
        switch storage {
        case .sqlite(let path):
            let parts = PathParts(realPath(path))
            guard let folder = try Folder.open(parts.folder) else { throw .writing(ENOENT, path: path) }
            try folder.requireOwn()
            return try print(state, by: TemporaryName(of: parts.name, for: "stdout"), in: folder)
        case .postgresql:
            let temporary = try PrivateFolder()
            return try print(state, by: TemporaryName(of: "stdout"), in: temporary.folder)
        }
    }

    private static func print(
        _ state: SavableState, by name: TemporaryName, in folder: borrowing Folder
    ) throws(StageError) -> StateContents {
        var contents: StateContents?
        try folder.withPrivateFile(name) { file throws(StageError) in
            contents = try state.write(into: file)
            let size = Int64(try file.status().st_size)
            for start in stride(from: 0, to: size, by: 1 << 20) {
                guard writeAll(try file.read(Int(min(1 << 20, size - start)), at: start), to: STDOUT_FILENO) else {
                    throw .writing(errno, path: "stdout")
                }
            }
        }
        guard let contents else { throw StageError(.internalError, subject: "stdout") }
        return contents
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

    private static func takeBack(_ place: PostgreSQLPlace) throws(StageError) -> String? {
        try PostgreSQLOpening.repairing(place) { opening throws(StageError) in
            try opening.refuseDamaged()
            let moved = try opening.meta(MetaKey.movedTo)
            try opening.connection.run("DELETE FROM meta WHERE key = ?", [.text(MetaKey.movedTo)])
            return moved
        }
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
