import FeedMessages
import FeedStages
import FeedSystem
import Glibc

/// A file of our own with one name that no other process can lock (flock(2)) for as long as this lives.
///
/// A class, because it owns a descriptor whose end matters: closing any descriptor of a file drops the locks that
/// SQLite has on it in this process (fcntl(2) §Record locks). So a connection keeps that of its database until it is
/// closed.
final class LockedFile {
    private let file: RegularFile
    /// A file is taken for another at most so often, when somebody swaps it while we are about to lock it.
    private static let mostAttempts = 3

    /// Locks the file `name`, and makes it if need be. Throws `.stateLocked` with the state's `path` at once if another
    /// process holds it, `.stateUnusable` if the file system has no locks, `.unsafePlace` if others have a hand in it.
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
        // A program that is being started shares the descriptor for a moment, and would hold the lock.
        flock(file.descriptor, LOCK_UN)
    }

    /// Where it was opened.
    var path: String { file.path }
    /// Of the open file.
    var descriptor: Int32 { file.descriptor }

    /// What stands in it.
    var fileContent: LockFileContent { get throws(StageError) { try Self.fileContent(of: file) } }

    /// Writes a content over what stands in it. If that fails, others know less.
    func write(_ fileContent: LockFileContent) {
        do throws(StageError) { try file.write(fileContent.bytes, at: 0) } catch {}
        file.truncate(to: Int64(fileContent.bytes.count))
        _ = futimens(file.descriptor, nil)
    }

    /// Whether `path` leads to this file still.
    func isAt(_ path: String) throws(StageError) -> Bool {
        var found = stat()
        guard lstat(path, &found) == 0 else { return false }
        return try Self.isSame(try file.status(), found)
    }

    /// Gives the lock up where it would keep SQLite from its own locks on the file: network file systems make a record
    /// lock on the whole file of it (flock(2) §NFS details, §CIFS details). To be called before SQLite opens the file.
    func yieldToRecordLocks() {
        // Of the first byte, which SQLite never locks (https://sqlite.org/lockingv3.html).
        var probe = flock()
        probe.l_type = Int16(F_RDLCK)
        probe.l_whence = Int16(SEEK_SET)
        probe.l_len = 1
        guard fcntl(file.descriptor, F_GETLK, &probe) == 0, probe.l_type != Int16(F_UNLCK) else { return }
        flock(file.descriptor, LOCK_UN)
    }

    /// Two that start at the same moment may both find no file; one of them makes it.
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

    /// Whether what was opened is what stands under its name, and has no other.
    private static func isSame(_ opened: stat, _ found: stat?) throws(StageError) -> Bool {
        guard let found else { return false }
        return opened.st_dev == found.st_dev && opened.st_ino == found.st_ino && opened.st_nlink == 1
    }

    private static func fileContent(of file: borrowing RegularFile) throws(StageError) -> LockFileContent {
        LockFileContent(try file.read(LockFileContent.longest, at: 0))
    }

    /// Who holds the lock of a file, as its content says, and for how many seconds.
    private static func holder(of file: borrowing RegularFile) throws(StageError) -> [StageError.Fact: String] {
        guard let process = try fileContent(of: file).process else { return [:] }
        let (age, hasOverflowed) = time(nil).subtractingReportingOverflow(try file.status().st_mtim.tv_sec)
        return [.process: String(process), .seconds: String(hasOverflowed ? 0 : max(0, age))]
    }
}
