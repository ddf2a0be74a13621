import FeedStages
import FeedSystem
import Glibc

/// The lock that lets one run at a time work with a state. It goes with the process, so nothing is stale after a kill.
///
/// Two files are locked: one beside the database, which tells who is at work, and the database itself, so that the lock
/// holds whatever name led here. The second alone would not do: repairs put another file in the place of a database.
///
/// A class, because it ends with its last owner; it belongs to one actor and never leaves it.
final class StateLock {
    /// Where the state lies, and what lay there when the lock was taken.
    let place: StatePlace
    /// What stood in the lock's file when it was taken.
    let earlier: LockFileContent
    /// Whether others could read the state or what lies beside it, until the lock was taken.
    let wasReadable: Bool
    let file: LockedFile
    /// What stands in its file now.
    private(set) var fileContent: LockFileContent

    /// Takes the lock of the database at `path`, whose folder is there, or throws at once: `.stateLocked` if another
    /// process holds it, `.unsafePlace` and `.stateAliased` if others have a hand in its files, or it has several
    /// names.
    init(of path: String) throws(StageError) {
        // The same file reached by another path has the same lock.
        let parts = PathParts(realPath(path))
        let files = try StateFiles(parts)
        // Before a lock is made beside something that is no state.
        try files.refuseForeign(path: path)
        file = try LockedFile(parts.name + StateFiles.lock, in: files.folder, of: path)
        wasReadable = try files.narrow()
        place = StatePlace(path)
        earlier = try file.fileContent
        fileContent = earlier
        sign(instance: earlier.instance, generation: earlier.generation)
    }

    /// Tells others who holds the lock (the file's time says since when) and which state is behind it.
    func sign(instance: String?, generation: Int64?) {
        fileContent.process = getpid()
        fileContent.instance = instance
        fileContent.generation = generation
        file.write(fileContent)
    }

    /// Keeps what the state itself could not.
    func keep(_ troubles: NotifiedFailures) {
        guard fileContent.troubles != troubles else { return }
        fileContent.troubles = troubles
        file.write(fileContent)
    }

    /// Locks the database too, or another one that is to take its place, and makes it if need be.
    ///
    /// Whoever opens it with SQLite keeps what is given until the connection is closed.
    func lockDatabase(named name: String? = nil) throws(StageError) -> LockedFile {
        let parts = PathParts(place.realPath)
        let files = try StateFiles(parts)
        let database = try LockedFile(name ?? parts.name, in: files.folder, of: place.path)
        database.yieldToRecordLocks()
        return database
    }
}
