import FeedStages
import FeedSystem
import Glibc

/// The lock that lets only one run at a time use a state. It ends with the process, so a kill leaves no stale lock.
///
/// Two files are locked: the lock file, which says who is at work, and the database itself, so that the lock holds
/// under every name of the database. The second alone would not do, since a repair replaces the database.
///
/// It is a class because it ends with its last owner. It belongs to one actor and never leaves it.
final class StateLock {
    /// The path of the state, and which files existed when the lock was taken.
    let place: StatePlace
    /// The content of the lock file when the lock was taken.
    let earlier: LockFileContent
    /// Whether other users could read the state or files beside it before the lock was taken.
    let wasReadable: Bool
    let file: LockedFile
    /// The present content of the lock file.
    private(set) var fileContent: LockFileContent

    /// Takes the lock of the database at `path`, whose folder must exist. Throws at once: `.stateLocked` if another
    /// process holds it, `.unsafePlace` if other users can change its files, `.stateAliased` if the database has
    /// several names, `.stateUnusable` if the file system has no locks.
    init(of path: String) throws(StageError) {
        // Links are resolved, so that a file has the same lock under every path.
        let parts = PathParts(realPath(path))
        let files = try StateFiles(parts)
        // No lock file may be made beside something that is no state.
        try files.refuseForeign(path: path)
        file = try LockedFile(parts.name + StateFiles.lock, in: files.folder, of: path)
        wasReadable = try files.narrow()
        place = StatePlace(path)
        earlier = try file.fileContent
        fileContent = earlier
        sign(instance: earlier.instance, generation: earlier.generation)
    }

    /// Writes who holds the lock and of which state. The time of the file says since when.
    func sign(instance: String?, generation: Int64?) {
        fileContent.process = getpid()
        fileContent.instance = instance
        fileContent.generation = generation
        file.write(fileContent)
    }

    /// Stores the failures that the state itself could not store.
    func keep(_ failures: NotifiedFailures) {
        guard fileContent.notifiedFailures != failures else { return }
        fileContent.notifiedFailures = failures
        file.write(fileContent)
    }

    /// Locks the database, too, or another file that is to replace it, and makes it if need be. Throws like
    /// `LockedFile`.
    ///
    /// The connection that opens the file must keep the returned lock until it is closed.
    func lockDatabase(named name: String? = nil) throws(StageError) -> LockedFile {
        let parts = PathParts(place.realPath)
        let files = try StateFiles(parts)
        let database = try LockedFile(name ?? parts.name, in: files.folder, of: place.path)
        database.yieldToRecordLocks()
        return database
    }
}
