import FeedMessages
import FeedModel
import FeedStages
import FeedSystem
import Glibc

extension StateLoading {
    /// The suffix of the copy that is made beside the state.
    private static let fresh = ".loading"

    /// Copies the saved state beside the place of the state, and gives it the name in one step.
    func load(_ source: SavedStateSource, intoFileAt path: String) throws(StageError) -> Outcome {
        _ = try Folder.make(PathParts(path).folder, for: .privateData)
        let lock = try StateLock(of: path)
        let parts = PathParts(lock.place.realPath)
        guard let folder = try Folder.open(parts.folder) else { throw .writing(ENOENT, path: path) }
        let fresh = parts.name + Self.fresh
        try Self.remove(fresh, from: folder)
        do throws(StageError) {
            return try load(source, path, as: fresh, in: folder, lock)
        } catch {
            // What remains is removed by the next attempt.
            try? Self.remove(fresh, from: folder)
            throw error
        }
    }

    private func load(
        _ source: SavedStateSource, _ path: String, as fresh: String, in folder: borrowing Folder, _ lock: StateLock
    ) throws(StageError) -> Outcome {
        let name = PathParts(lock.place.realPath).name
        let target = try lock.lockDatabase(named: fresh)
        let generation = try source.copy(to: target)
        let old = lock.place.hadFile ? try lock.lockDatabase() : nil
        let loaded: (outcome: Outcome, instance: String, generation: Int64)
        do throws(StageError) {
            loaded = try prepare(target, path, knowing: generation, in: folder, old)
        } catch {
            // The user knows the file by its own name.
            throw error.subject.hasPrefix(target.path) ? error.about(subject) : error
        }
        guard retrying({ fsync(target.descriptor) }) == 0 else { throw .writing(errno, path: path) }
        // A log under the name of the database would be read into the new one.
        for suffix in StateFiles.companions { try folder.remove(name + suffix) }
        try folder.rename(fresh, to: name)
        try folder.synchronizeWithAncestors()
        lock.sign(instance: loaded.instance, generation: loaded.generation)
        withExtendedLifetime((target, old)) {}
        return loaded.outcome
    }

    /// Checks the copy, gives it an identity of its own, and closes the old state so that it has no log. The copy is closed
    /// afterwards, since its log has another name.
    private func prepare(
        _ target: LockedFile, _ path: String, knowing generation: Int64, in folder: borrowing Folder,
        _ old: LockedFile?
    ) throws(StageError) -> (Outcome, instance: String, generation: Int64) {
        let prepared = try check(target, knowing: generation)
        let replaced = try close(old, path, replacedBy: prepared, in: folder)
        let connection = prepared.opening.connection
        try identify(prepared, at: [("path", realPath(path))])
        // From its first moment on the state has a log: what is left of a killed write can be read by everybody then.
        _ = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
        var outcome = try outcome(connection)
        outcome.kept = replaced?.kept
        outcome.differences = replaced?.differences ?? []
        return (outcome, prepared.instance, prepared.generation)
    }

    /// Throws `.stateAhead` if the state here has what the saved one lacks, unless that is forced. Then its log is
    /// written back, so that its file is all of it. Returns the path of the copy that is kept and what only that one has,
    /// or nil.
    private func close(
        _ old: LockedFile?, _ path: String, replacedBy saved: Prepared, in folder: borrowing Folder
    ) throws(StageError) -> (kept: String, differences: [LocalizedText])? {
        if let reason = try DamageMark(of: path).reason() {
            throw StageError(.stateDamaged, subject: path, phrases: [.found: reason])
        }
        guard let old, let opening = try StateOpening.forReplacing(path, locked: old) else { return nil }
        let present = Present(
            instance: opening.instance, generation: try opening.generation(),
            ancestry: try opening.meta(MetaKey.ancestry) ?? "")
        let losses = try losses(of: present, called: path, replacedBy: saved) { () throws(StageError) in
            try StateDifference(of: .sqlite(opening.connection), from: saved.opening.connection)
        }
        let kept = try losses.map { losses throws(StageError) in
            (kept: try keep(opening.connection, path, in: folder), differences: losses)
        }
        // The log is written back and empty then. It is not while a command that only reads has the database open.
        let isBusy = try opening.connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.flag(0) } ?? true
        guard !isBusy else { throw StageError(.stateLocked, subject: path) }
        return kept
    }

    /// Keeps a copy of the state that is replaced.
    private func keep(
        _ connection: SQLiteConnection, _ path: String, in folder: borrowing Folder
    ) throws(StageError) -> String {
        let name = "\(PathParts(realPath(path)).name).replaced-\(now.stamp)"
        try folder.remove(name)
        // SQLite writes into an existing empty file; one that it made itself would be readable for everybody.
        let copy = try RegularFile.create(name, in: folder, mode: FilePurpose.privateData.fileMode)
        try connection.run("VACUUM INTO ?", .text(folder.path(of: name)))
        try copy.synchronize()
        return folder.path(of: name)
    }

    private static func remove(_ name: String, from folder: borrowing Folder) throws(StageError) {
        for suffix in [""] + StateFiles.companions { try folder.remove(name + suffix) }
    }
}
