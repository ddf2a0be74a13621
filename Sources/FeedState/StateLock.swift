import FeedFiles
import FeedStages
import Glibc

/// The lock that lets one run at a time work with a state: `flock` on a file beside the database, never on the
/// database itself. It goes with the process, so nothing is stale after a kill.
///
/// A class, because it owns a file descriptor; it belongs to one actor and never leaves it.
final class StateLock {
    /// Of the lock's file.
    let descriptor: Int32
    /// What stood in the lock's file when it was taken.
    let earlier: StateBook

    /// Takes the lock of the database at `path` or throws at once: `.stateLocked` if another process holds it.
    init(of path: String) throws(StageError) {
        // The same file reached by another path has the same lock.
        let lockPath = realPath(path) + ".lock"
        let opened = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard opened >= 0 else { throw StageError.writing(errno, path: lockPath) }
        let isTaken = flock(opened, LOCK_EX | LOCK_NB) == 0
        let reason = errno
        let book = Self.book(of: opened)
        guard isTaken else {
            let holder = Self.holder(of: opened, book)
            close(opened)
            throw reason == EWOULDBLOCK
                ? StageError(.stateLocked, subject: path, facts: holder)
                : StageError(
                    .stateUnusable, subject: path, facts: [.found: "a file system without locks"],
                    explanation: String(cString: strerror(reason)))
        }
        descriptor = opened
        earlier = book
        sign(instance: book.instance, generation: book.generation)
    }

    deinit {
        // A program that is being started shares the descriptor for a moment, and would hold the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Tells others who holds the lock (the file's time says since when) and which state is behind it. If that fails,
    /// they know less.
    func sign(instance: String?, generation: Int64?) {
        var book = StateBook()
        book.process = getpid()
        book.instance = instance
        book.generation = generation
        let bytes = book.bytes
        _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        _ = ftruncate(descriptor, off_t(bytes.count))
        _ = futimens(descriptor, nil)
    }

    private static func book(of descriptor: Int32) -> StateBook {
        var bytes = [UInt8](repeating: 0, count: StateBook.longest)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return StateBook(bytes.prefix(max(0, count)))
    }

    /// Who holds the lock of the file behind `descriptor`, and for how many seconds.
    private static func holder(of descriptor: Int32, _ book: StateBook) -> [StageError.Fact: String] {
        var status = stat()
        guard fstat(descriptor, &status) == 0, let process = book.process else { return [:] }
        let (age, hasOverflowed) = time(nil).subtractingReportingOverflow(status.st_mtim.tv_sec)
        return [.process: String(process), .seconds: String(hasOverflowed ? 0 : max(0, age))]
    }
}
