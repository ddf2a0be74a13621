import FeedStages
import FeedSystem
import Glibc

/// The path of a state, and which files existed before it was opened.
struct StatePlace {
    /// The path as it was given.
    let path: String
    /// The path without links.
    let realPath: String
    /// Whether the database file existed.
    let hadFile: Bool
    /// Whether a log existed that was not written back into the database: the state had not been closed.
    let hadLog: Bool

    init(_ path: String) {
        self.path = path
        realPath = FeedSystem.realPath(path)
        hadFile = access(path, F_OK) == 0
        var status = stat()
        hadLog = stat(realPath + "-wal", &status) == 0 && status.st_size > 0
    }

    /// Returns the path of the state of which this one is a copy; nil if it is no copy, or was moved.
    func original(ofStateAt known: String?, instance: String?) throws(StageError) -> String? {
        guard let known, let instance, known != realPath, access(known, F_OK) == 0 else { return nil }
        var (here, there) = (stat(), stat())
        guard stat(realPath, &here) == 0, stat(known, &there) == 0,
            here.st_dev != there.st_dev || here.st_ino != there.st_ino
        else { return nil }
        // A state that cannot be read is not the original.
        guard let other = try? SQLiteConnection(path: known, isReadOnly: true),
            let found = try? other.first("SELECT value FROM meta WHERE key = 'instance'", read: { $0.text(0) })
        else { return nil }
        return found == instance ? known : nil
    }
}
