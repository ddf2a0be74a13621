import FeedStages
import FeedSystem
import Glibc

/// Where a saved state is read from: a file that nobody else can change, or stdin.
struct SavedStateSource {
    /// The path of the file; nil: stdin.
    private let path: String?
    private static let piece = 1 << 20

    /// Throws `.savedStateUnusable` if the file is no saved state, `.unsafePlace` if others can change it, and the errors
    /// of `StageError.reading`.
    init(_ path: String?) throws(StageError) {
        self.path = path
        guard let path else { return }
        try Self.reading(path) { file throws(StageError) in _ = try SavedStateSeal.read(from: file, path: path) }
    }

    /// What errors are about.
    private var subject: String { path ?? "stdin" }

    /// Calls `body` with the open file.
    private static func reading(
        _ path: String, _ body: (borrowing RegularFile) throws(StageError) -> Void
    ) throws(StageError) {
        var status = stat()
        // Looked at before it is opened: to open a pipe or a device can wait, or have an effect.
        guard stat(path, &status) == 0 else { throw .reading(errno, path: path) }
        let kind = FileKind(of: status.st_mode)
        guard kind == .regular else { throw .reading(SmallFile.Failure.kind(kind), path: path) }
        let guardian = FileGuard()
        guard guardian.trusts(status.st_uid) || guardian.user == 0 else {
            throw .refused(.owner(status.st_uid), path: path)
        }
        if let writers = guardian.writers(of: status) { throw .refused(.writable(by: writers), path: path) }
        let parts = PathParts(realPath(path))
        guard let folder = try Folder.open(parts.folder),
            let file = try RegularFile.open(parts.name, in: folder, for: .reading)
        else { throw .reading(ENOENT, path: path) }
        try body(file)
    }

    /// Copies the database into an empty file, and checks it against its seal. Returns the last generation of which it
    /// has everything.
    func copy(to target: LockedFile) throws(StageError) -> Int64 {
        if let path {
            try Self.reading(path) { file throws(StageError) in
                let size = Int64(try file.status().st_size)
                for start in stride(from: 0, to: size, by: Self.piece) {
                    try Self.write(try file.read(Int(min(Int64(Self.piece), size - start)), at: start), to: target)
                }
            }
        } else {
            try copyInput(to: target)
        }
        return try Self.unseal(target, subject: subject)
    }

    /// Checks a database against its seal, and removes that. Returns the last generation of which it has everything.
    static func unseal(_ target: LockedFile, subject: String) throws(StageError) -> Int64 {
        let parts = PathParts(target.path)
        // Opened once more for its functions: no connection of SQLite has the file yet, so no lock of it is dropped.
        guard let folder = try Folder.open(parts.folder),
            let copy = try RegularFile.open(parts.name, in: folder, for: .changing)
        else { throw .writing(ENOENT, path: target.path) }
        let seal = try SavedStateSeal.read(from: copy, path: subject)
        try seal.verify(copy, path: subject)
        guard retrying({ ftruncate(target.descriptor, off_t(seal.length)) }) == 0 else {
            throw .writing(errno, path: target.path)
        }
        return seal.generation
    }

    private func copyInput(to target: LockedFile) throws(StageError) {
        var chunk = [UInt8](repeating: 0, count: Self.piece)
        var isFirst = true
        while true {
            var filled = 0
            while filled < chunk.count {
                let count = retrying {
                    chunk.withUnsafeMutableBytes { bytes in
                        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
                        return read(STDIN_FILENO, rest.baseAddress, rest.count)
                    }
                }
                guard count >= 0 else { throw .reading(errno, path: subject) }
                if count == 0 { break }
                filled += count
            }
            let piece = Array(chunk.prefix(filled))
            // Before a whole disk is filled with something else.
            if isFirst { try SavedStateSeal.refuseOthers(Array(piece.prefix(SQLiteHeader.length)), path: subject) }
            isFirst = false
            if piece.isEmpty { return }
            try Self.write(piece, to: target)
        }
    }

    private static func write(_ bytes: [UInt8], to target: LockedFile) throws(StageError) {
        guard writeAll(bytes, to: target.descriptor) else { throw .writing(errno, path: target.path) }
    }
}
