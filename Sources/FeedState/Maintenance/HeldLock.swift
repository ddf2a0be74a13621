import FeedStages

/// Both locks of a state in SQLite, for as long as it lives.
struct HeldLock {
    private let lock: StateLock
    let database: LockedFile

    init(_ path: String) throws(StageError) {
        lock = try StateLock(of: path)
        database = try lock.lockDatabase()
    }

    /// Takes the locks; nil if a run is at work and they are no must.
    static func take(of path: String, mustHave: Bool) throws(StageError) -> HeldLock? {
        do throws(StageError) {
            return try HeldLock(path)
        } catch {
            guard error.code == .stateLocked, !mustHave else { throw error }
            return nil
        }
    }
}
