import FeedFiles
import FeedStages
import Glibc

/// Writes a whole file at one stroke: readers see the old one or the new one.
enum AtomicFile {
    /// Writes `bytes` beside `path` and renames; throws `.unwritable`, `.diskFull` and the like. Blocks.
    static func write(_ bytes: [UInt8], to path: String) throws(StageError) {
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(path) }
        guard writeAll(bytes, to: descriptor), fsync(descriptor) == 0 else {
            let error = failure(path)
            close(descriptor)
            unlink(temporary)
            throw error
        }
        guard close(descriptor) == 0, rename(temporary, path) == 0 else {
            let error = failure(path)
            unlink(temporary)
            throw error
        }
    }

    private static func failure(_ path: String) -> StageError { .writing(errno, path: path) }
}
