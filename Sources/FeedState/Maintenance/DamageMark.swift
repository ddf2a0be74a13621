import FeedMessages
import FeedStages
import FeedSystem
import Glibc

/// A file beside a state in which damage was found: until `state repair` takes it away, nothing is delivered from it.
struct DamageMark {
    /// The state, as it was named.
    private let state: String
    private let path: String
    /// Bytes that are read of it at most.
    private static let longest = 4096
    /// Bytes of the database's own words that are kept of a reason.
    private static let longestWords = 280

    init(of state: String) {
        self.state = state
        path = realPath(state) + StateFiles.mark
    }

    /// What was found, or nil if nothing was. Throws if it cannot be told whether there is a mark.
    func reason() throws(StageError) -> LocalizedText? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            // Nobody knows of a mark here: it is the state that cannot be looked at.
            throw .reading(errno, path: state)
        }
        let kind = FileKind(of: status.st_mode)
        guard kind == .regular else { throw .refused(.kind(kind), path: path) }
        // Not waited for, should it have become a pipe meanwhile.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw .reading(errno, path: path) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        let text = String(decoding: bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        if text.isEmpty { return .message("database.marked") }
        return LocalizedText(stored: text)
    }

    /// Leaves the mark. If that cannot be done, the damage is found again, or not.
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

    /// Takes it away.
    func remove() { unlink(path) }
}
