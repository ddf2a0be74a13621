import FeedStages
import Glibc

/// The lock that lets one run at a time work with a state: `flock` on a file beside the database, never on the
/// database itself. It goes with the process, so nothing is stale after a kill.
///
/// A class, because it owns a file descriptor; it belongs to one actor and never leaves it.
final class StateLock {
    /// Of the lock's file.
    let descriptor: Int32

    /// Takes the lock of the database at `path` or throws at once: `.stateLocked` if another process holds it.
    init(of path: String) throws(StageError) {
        // The same file reached by another path has the same lock.
        let lockPath = realPath(path) + ".lock"
        let opened = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard opened >= 0 else { throw StageError.writing(errno, path: lockPath) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            let holder = Self.holder(of: opened)
            close(opened)
            throw reason == EWOULDBLOCK
                ? StageError(.stateLocked, subject: path, facts: holder)
                : StageError(.stateUnusable, subject: path, explanation: String(cString: strerror(reason)))
        }
        descriptor = opened
        signBook()
    }

    deinit {
        // A program that is being started shares the descriptor for a moment, and would hold the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Tells others who holds the lock; the file's time says since when. If that fails, they know less.
    private func signBook() {
        let name = Array("\(getpid())\n".utf8)
        _ = ftruncate(descriptor, 0)
        _ = name.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        _ = futimens(descriptor, nil)
    }

    /// Who holds the lock of the file behind `descriptor`, and for how many seconds.
    private static func holder(of descriptor: Int32) -> [StageError.Fact: String] {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        var status = stat()
        guard count > 0, fstat(descriptor, &status) == 0,
            let process = Int32(String(decoding: bytes[..<count], as: UTF8.self).prefix { $0 != "\n" })
        else { return [:] }
        let (age, hasOverflowed) = time(nil).subtractingReportingOverflow(status.st_mtim.tv_sec)
        return [.process: String(process), .seconds: String(hasOverflowed ? 0 : max(0, age))]
    }
}
