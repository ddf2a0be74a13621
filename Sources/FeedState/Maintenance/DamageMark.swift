import FeedMessages
import FeedStages
import FeedSystem
import Glibc

/// A file beside a state in which damage was found. Nothing is delivered from that state until `state repair` removes
/// it.
struct DamageMark {
    /// The path of the state, as it was given.
    private let state: String
    private let path: String
    /// The most bytes of the file that are read.
    private static let longest = 4096
    /// The most bytes of the database's own words that are stored.
    private static let longestWords = 280

    init(of state: String) {
        self.state = state
        path = realPath(state) + StateFiles.mark
    }

    /// Returns what was found, or nil if there is no mark. Throws a file error if the file cannot be read or is no
    /// regular file.
    func reason() throws(StageError) -> LocalizedText? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            // Without access there may be no mark at all, so the error names the state.
            throw .reading(errno, path: state)
        }
        let kind = FileKind(of: status.st_mode)
        guard kind == .regular else { throw .refused(.kind(kind), path: path) }
        // `O_NONBLOCK` prevents waiting if the file has become a pipe meanwhile.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw .reading(errno, path: path) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        let text = String(decoding: bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        if text.isEmpty { return .message("database.marked") }
        return LocalizedText(stored: text)
    }

    /// Writes the mark. If that fails, later runs may or may not find the damage again.
    func leave(_ reason: LocalizedText) {
        let parts = PathParts(path)
        let short = reason.replacingNames { words in
            let line = words.utf8.prefix { $0 != UInt8(ascii: "\n") }
            return String(decoding: line.prefix(Self.longestWords), as: UTF8.self)
        }
        let bytes = Array(short.stored.utf8) + [UInt8(ascii: "\n")]
        do throws(StageError) {
            let folder = try Folder.make(parts.folder)
            let file = try RegularFile.openOrCreate(parts.name, in: folder, for: .privateData)
            try file.write(bytes, at: 0)
            file.truncate(to: Int64(bytes.count))
            try file.synchronize()
        } catch {}
    }

    /// Removes the mark. Failures are ignored.
    func remove() { unlink(path) }
}
