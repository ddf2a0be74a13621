import FeedMessages
package import FeedModel
package import FeedStages
import FeedSystem
import Glibc

/// Puts a saved state (`StateSaving`) in the place of a state.
///
/// It is copied beside that place, checked and changed there, and gets its name in one step. Until then the state that
/// was there stays as it was.
package struct StateLoading: Sendable {
    /// The path of the state.
    package let path: String
    /// The saved state; nil: stdin.
    package let file: String?
    /// Whether a state may be replaced that has gone on since, or is another one. A copy of it is kept.
    package let forces: Bool
    /// Folders that have other paths here: files in them that the state names get those paths.
    package let movedFolders: [MovedFolder]
    package let now: Timestamp

    /// A folder that has another path on this machine.
    package struct MovedFolder: Sendable, Hashable {
        /// The path where the state was saved.
        package let old: String
        /// The path here.
        package let new: String

        package init(old: String, new: String) {
            self.old = old
            self.new = new
        }
    }

    /// What was loaded.
    package struct Outcome: Sendable, Hashable {
        /// What the state holds.
        package let contents: StateContents
        /// The path of the copy of the state that was replaced by force, or nil.
        package var kept: String?
        /// What only that state had: it is delivered again, or lost.
        package var differences: [LocalizedText] = []
        /// Files outside the folder of the configuration for which messages are on their way, at most ten.
        package var places: [String] = []
    }

    private static let mostPlaces = 10
    /// The suffix of the copy that is made beside the state.
    private static let fresh = ".loading"

    package init(path: String, file: String?, forces: Bool, movedFolders: [MovedFolder], now: Timestamp) {
        self.path = path
        self.file = file
        self.forces = forces
        self.movedFolders = movedFolders
        self.now = now
    }

    /// Loads the state. Throws `.savedStateUnusable` if the file is no saved state or damaged, `.stateUnusable` if it is
    /// of a newer version, `.stateAhead` if the state here has what the file lacks, `.stateLocked` if a run is at work,
    /// `.unsafePlace` if others can change the file, and file errors.
    package func perform() async throws(StageError) -> Outcome {
        let executor = SerialThreadExecutor()
        return try await Worker(executor: executor).load(self).get()
    }

    /// Works on a thread of its own, since all of it blocks.
    private actor Worker {
        let executor: SerialThreadExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(executor: SerialThreadExecutor) { self.executor = executor }

        func load(_ loading: StateLoading) -> Result<Outcome, StageError> {
            do throws(StageError) {
                return .success(try loading.load())
            } catch {
                return .failure(error)
            }
        }
    }

    private var subject: String { file ?? "stdin" }

    private func load() throws(StageError) -> Outcome {
        // A file that is no saved state makes no folder and no lock.
        let source = try SavedStateSource(file)
        _ = try Folder.make(PathParts(path).folder, for: .privateData)
        let lock = try StateLock(of: path)
        let parts = PathParts(lock.place.realPath)
        guard let folder = try Folder.open(parts.folder) else { throw .writing(ENOENT, path: path) }
        let fresh = parts.name + Self.fresh
        try Self.remove(fresh, from: folder)
        do throws(StageError) {
            return try load(source, as: fresh, in: folder, lock)
        } catch {
            // What remains is removed by the next attempt.
            try? Self.remove(fresh, from: folder)
            throw error
        }
    }

    private func load(
        _ source: SavedStateSource, as fresh: String, in folder: borrowing Folder, _ lock: StateLock
    ) throws(StageError) -> Outcome {
        let name = PathParts(lock.place.realPath).name
        let target = try lock.lockDatabase(named: fresh)
        let generation = try source.copy(to: target)
        let old = lock.place.hadFile ? try lock.lockDatabase() : nil
        let loaded: (outcome: Outcome, instance: String, generation: Int64)
        do throws(StageError) {
            loaded = try prepare(target, knowing: generation, in: folder, old)
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

    /// Checks the copy, gives it an identity of its own, and closes the old state so that it has no log.
    private func prepare(
        _ target: LockedFile, knowing generation: Int64, in folder: borrowing Folder, _ old: LockedFile?
    ) throws(StageError) -> (Outcome, instance: String, generation: Int64) {
        let opening = try StateOpening.forLoading(target.path, locked: target)
        var ancestry = StateAncestry(stored: try opening.meta(MetaKey.ancestry) ?? "")
        ancestry.add(opening.instance, generation)
        let next = try opening.generation() + 1
        let replaced = try close(old, replacedBy: opening.connection, ancestry, firstGeneration: next, in: folder)
        let instance = StateOpening.makeInstance()
        let connection = opening.connection
        try connection.run("BEGIN IMMEDIATE")
        try connection.run(
            "DELETE FROM meta WHERE key IN ('system_start', ?, ?)", .text(MetaKey.movedTo), .text("path"))
        for (key, value) in [
            (MetaKey.origin, opening.origin), (MetaKey.ancestry, ancestry.stored), ("instance", instance),
            ("generation", String(next)), ("path", realPath(path)),
        ] { try opening.set(key, value) }
        for moved in movedFolders { try rename(moved, in: connection) }
        try connection.run("COMMIT")
        // From its first moment on the state has a log: what is left of a killed write can be read by everybody then.
        _ = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
        var outcome = Outcome(contents: try StateContents(of: .sqlite(connection)))
        outcome.kept = replaced?.kept
        outcome.differences = replaced?.differences ?? []
        outcome.places = try connection.all(
            """
            SELECT DISTINCT target FROM message WHERE state = 0 AND mode <> 'post' AND target LIKE '/%' ORDER BY 1 LIMIT ?
            """, .int(Self.mostPlaces)
        ) { $0.text(0) }.filter { place in !movedFolders.contains { place.hasPrefix(Self.ended($0.new)) } }
        return (outcome, instance, next)
    }

    /// Gives files of a folder the paths that they have here.
    private func rename(_ moved: MovedFolder, in connection: SQLiteConnection) throws(StageError) {
        let (old, new) = (Self.ended(moved.old), Self.ended(moved.new))
        try connection.run(
            """
            UPDATE OR IGNORE target SET path = ?2 || substr(path, length(?1) + 1)
            WHERE substr(path, 1, length(?1)) = ?1
            """, .text(old), .text(new))
        try connection.run(
            """
            UPDATE message SET target = ?2 || substr(target, length(?1) + 1)
            WHERE mode <> 'post' AND substr(target, 1, length(?1)) = ?1
            """, .text(old), .text(new))
    }

    private static func ended(_ folder: String) -> String { folder.hasSuffix("/") ? folder : folder + "/" }

    /// Throws `.stateAhead` if the state here has what the saved one lacks, unless that is forced. Then its log is
    /// written back, so that its file is all of it. Returns the path of the copy that is kept and what only that one has,
    /// or nil.
    private func close(
        _ old: LockedFile?, replacedBy saved: SQLiteConnection, _ ancestry: StateAncestry, firstGeneration: Int64,
        in folder: borrowing Folder
    ) throws(StageError) -> (kept: String, differences: [LocalizedText])? {
        if let reason = try DamageMark(of: path).reason() {
            throw StageError(.stateDamaged, subject: path, phrases: [.found: reason])
        }
        guard let old, let present = try StateOpening.forReplacing(path, locked: old) else { return nil }
        let generation = try present.generation()
        var kept: (String, [LocalizedText])?
        let past = StateAncestry(stored: try present.meta(MetaKey.ancestry) ?? "")
        let known = ancestry.generation(of: present.instance)
        let isKnown = known.map { $0 >= generation } ?? false
        // Loaded from the same file before, and not used since: that attempt may have been ended just before it said so.
        let isUnused = generation == firstGeneration && past.latest.map { $0 == ancestry.latest ?? ("", 0) } ?? false
        if !isKnown, !isUnused {
            let difference = try StateDifference(of: present.connection, from: saved)
            let texts = difference?.texts(about: subject) ?? [:]
            guard forces else {
                let instance = ancestry.latest?.instance ?? ""
                let isLater = known != nil || past.generation(of: instance) != nil
                // messages: saved.*
                let found = LocalizedText.message(isLater ? "saved.ahead" : "saved.other", ["file": .text(subject)])
                throw StageError(
                    .stateAhead, subject: path, phrases: texts.merging([.found: found]) { $1 })
            }
            kept = (try keep(present.connection, in: folder), StateDifference.facts.compactMap { texts[$0] })
        }
        // The log is written back and empty then. It is not while a command that only reads has the database open.
        let isBusy = try present.connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.flag(0) } ?? true
        guard !isBusy else { throw StageError(.stateLocked, subject: path) }
        return kept
    }

    /// Keeps a copy of the state that is replaced.
    private func keep(_ connection: SQLiteConnection, in folder: borrowing Folder) throws(StageError) -> String {
        let stamp = now.rfc3339().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }.prefix(15)
        let name = "\(PathParts(realPath(path)).name).replaced-\(String(decoding: Array(stamp), as: UTF8.self))Z"
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
