import FeedStages
import FeedSystem
import Glibc

/// Where a state lies, and what lay there before it was opened.
struct StatePlace {
    /// As it was named.
    let path: String
    /// Without links.
    let realPath: String
    /// Whether there was a file.
    let hadFile: Bool
    /// Whether there was a log that nobody had put into the file: the state was not closed.
    let hadLog: Bool

    init(_ path: String) {
        self.path = path
        realPath = FeedSystem.realPath(path)
        hadFile = access(path, F_OK) == 0
        var status = stat()
        hadLog = stat(realPath + "-wal", &status) == 0 && status.st_size > 0
    }

    /// The path of the state of which this one is a copy, or nil: it was there before, or has been moved.
    func original(ofStateAt known: String?, instance: String?) throws(StageError) -> String? {
        guard let known, let instance, known != realPath, access(known, F_OK) == 0 else { return nil }
        var (here, there) = (stat(), stat())
        guard stat(realPath, &here) == 0, stat(known, &there) == 0,
            here.st_dev != there.st_dev || here.st_ino != there.st_ino
        else { return nil }
        // What cannot be read is not the original.
        guard let other = try? SQLiteConnection(path: known, isReadOnly: true),
            let found = try? other.first("SELECT value FROM meta WHERE key = 'instance'", read: { $0.text(0) })
        else { return nil }
        return found == instance ? known : nil
    }
}
