import FeedMessages
import FeedStages
import FeedSystem
import Glibc

/// A file of our own with only one name, locked (flock(2)) against other processes as long as this object lives.
///
/// It is a class because it owns a descriptor. Closing any descriptor of a file drops the locks that SQLite has on it
/// in this process (fcntl(2) §Record locks). A connection therefore keeps this object until it is closed.
final class LockedFile {
    private let file: RegularFile
    /// The most times that the file is opened, where somebody replaces it just before it is locked.
    private static let mostAttempts = 3

    /// Locks the file `name` and makes it if need be. Throws `.stateLocked` with the state's `path` at once if another
    /// process holds the lock, `.stateUnusable` if the file system has no locks, `.unsafePlace` if other users can
    /// change it, and file errors.
    init(_ name: String, in folder: borrowing Folder, of path: String) throws(StageError) {
        for _ in 0..<Self.mostAttempts {
            let opened = try Self.openOrCreate(name, in: folder)
            guard flock(opened.descriptor, LOCK_EX | LOCK_NB) == 0 else {
                guard errno == EWOULDBLOCK else {
                    throw StageError(
                        .stateUnusable, subject: path, phrases: [.found: .message("database.no_locks")],
                        explanation: String(cString: strerror(errno)))
                }
                throw StageError(.stateLocked, subject: path, facts: try Self.holder(of: opened))
            }
            guard try Self.isSame(try opened.status(), try folder.status(of: name)) else { continue }
            file = opened
            return
        }
        throw StageError(.stateLocked, subject: path)
    }

    deinit {
        // A program that is just being started shares the descriptor for a moment, and would keep the lock.
        flock(file.descriptor, LOCK_UN)
    }

    /// The path of the file when it was opened.
    var path: String { file.path }
    /// The descriptor of the open file.
    var descriptor: Int32 { file.descriptor }

    /// The content of the file.
    var fileContent: LockFileContent { get throws(StageError) { try Self.fileContent(of: file) } }

    /// Replaces the content of the file. A failure is ignored, and others then know less.
    func write(_ fileContent: LockFileContent) {
        do throws(StageError) { try file.write(fileContent.bytes, at: 0) } catch {}
        file.truncate(to: Int64(fileContent.bytes.count))
        _ = futimens(file.descriptor, nil)
    }

    /// Whether `path` still leads to this file.
    func isAt(_ path: String) throws(StageError) -> Bool {
        var found = stat()
        guard lstat(path, &found) == 0 else { return false }
        return try Self.isSame(try file.status(), found)
    }

    /// Releases the lock where it would keep SQLite from its own locks: network file systems implement it as a record
    /// lock on the whole file (flock(2) §NFS details, §CIFS details). To be called before SQLite opens the file.
    func yieldToRecordLocks() {
        // Probes the first byte, which SQLite never locks (https://sqlite.org/lockingv3.html).
        var probe = flock()
        probe.l_type = Int16(F_RDLCK)
        probe.l_whence = Int16(SEEK_SET)
        probe.l_len = 1
        guard fcntl(file.descriptor, F_GETLK, &probe) == 0, probe.l_type != Int16(F_UNLCK) else { return }
        flock(file.descriptor, LOCK_UN)
    }

    /// Opens or creates a file. Two processes that start at once may both find none, and one of them makes it.
    private static func openOrCreate(_ name: String, in folder: borrowing Folder) throws(StageError) -> RegularFile {
        if let present = try RegularFile.open(name, in: folder, for: .changing) { return present }
        try folder.requireOwn()
        do throws(StageError) {
            return try RegularFile.create(name, in: folder, mode: FilePurpose.privateData.fileMode)
        } catch {
            guard let present = try RegularFile.open(name, in: folder, for: .changing) else { throw error }
            return present
        }
    }

    /// Whether an open file is the one under its name, and has no other name.
    private static func isSame(_ opened: stat, _ found: stat?) throws(StageError) -> Bool {
        guard let found else { return false }
        return opened.st_dev == found.st_dev && opened.st_ino == found.st_ino && opened.st_nlink == 1
    }

    private static func fileContent(of file: borrowing RegularFile) throws(StageError) -> LockFileContent {
        LockFileContent(try file.read(LockFileContent.longest, at: 0))
    }

    /// Returns which process holds the lock, as the file says, and for how many seconds.
    private static func holder(of file: borrowing RegularFile) throws(StageError) -> [StageError.Fact: String] {
        guard let process = try fileContent(of: file).process else { return [:] }
        let (age, hasOverflowed) = time(nil).subtractingReportingOverflow(try file.status().st_mtim.tv_sec)
        return [.process: String(process), .seconds: String(hasOverflowed ? 0 : max(0, age))]
    }
}
