import FeedStages
import FeedSystem
import Glibc

/// Replaces a file in one step: readers see the old file or the new one.
enum AtomicFile {
    /// Writes `bytes` beside `path` and renames the file. Throws `.unwritable`, `.diskFull` and similar errors. Blocks.
    static func write(_ bytes: [UInt8], to path: String) throws(StageError) {
        let parts = PathParts(path)
        do throws(StageError) {
            guard let folder = try Folder.open(parts.folder) else { throw .writing(ENOENT, path: path) }
            try folder.replace(
                parts.name, by: bytes, writtenTo: TemporaryName(of: parts.name),
                like: try folder.status(of: parts.name))
        } catch {
            var error = error
            error.subject = path
            throw error
        }
    }
}
