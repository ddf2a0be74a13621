import FeedStages
import Glibc

/// The lock that lets one run at a time work with a state: `flock` on a file beside the database, never on the
/// database itself. It goes with the process, so nothing is stale after a kill.
///
/// A class, because it owns a file descriptor; it belongs to one actor and never leaves it.
final class StateLock {
    private let descriptor: Int32

    /// Takes the lock of the database at `path` or throws at once: `.stateLocked` if another process holds it.
    init(of path: String) throws(StageError) {
        let lockPath = Self.realPath(path) + ".lock"
        let opened = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard opened >= 0 else { throw StageError(posix: errno, subject: lockPath) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(opened)
            throw reason == EWOULDBLOCK
                ? StageError(.stateLocked, subject: path)
                : StageError(.stateUnusable, subject: path, explanation: String(cString: strerror(reason)))
        }
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// The same file reached by another path has the same lock.
    private static func realPath(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        // The database does not exist yet: its folder does.
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
        guard let resolved = realpath(folder.isEmpty ? "/" : folder, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved) + "/" + name
    }
}
