import FeedSystem
import Glibc

/// A new file beside its target. It replaces the target when it is complete.
///
/// It is locked (flock(2)) while it is written. A temporary file without a lock was left by an interrupted attempt, and
/// the next attempt removes it.
struct TemporaryFile: ~Copyable {
    /// The file's name in its folder.
    let name: String
    let file: RegularFile

    /// Creates one. Other users may occupy a predictable name, or another process may use it. Then a random name is
    /// taken, and the file with the predictable name stays.
    static func make(
        _ wanted: TemporaryName, in folder: borrowing Folder, mode: mode_t
    ) throws(StageError) -> TemporaryFile {
        // `try?`: the second attempt below throws the reason if nothing can be created here.
        if try isFree(wanted.text, in: folder),
            let file = try? RegularFile.create(wanted.text, in: folder, mode: mode),
            try isHeld(file, under: wanted.text, in: folder)
        {
            return TemporaryFile(name: wanted.text, file: file)
        }
        let name = wanted.random
        return TemporaryFile(name: name, file: try RegularFile.create(name, in: folder, mode: mode))
    }

    /// Removes the file of an interrupted attempt; false if a file stays there.
    private static func isFree(_ name: String, in folder: borrowing Folder) throws(StageError) -> Bool {
        guard let present = try folder.status(of: name) else { return true }
        guard present.st_uid == geteuid() else { return false }
        if FileKind(of: present.st_mode) == .regular {
            guard let file = try RegularFile.open(name, in: folder, for: .reading) else { return true }
            guard try isHeld(file, under: name, in: folder) else { return false }
            // The lock lasts until `file` ends, so no other process has begun a new file under this name.
            try folder.remove(name)
            return true
        }
        try folder.remove(name)
        return true
    }

    /// Locks the file; false if another process has locked it, or has replaced or removed it. A file system without
    /// locks does not prevent writing.
    private static func isHeld(
        _ file: borrowing RegularFile, under name: String, in folder: borrowing Folder
    ) throws(StageError) -> Bool {
        guard retrying({ flock(file.descriptor, LOCK_EX | LOCK_NB) }) == 0 || errno != EWOULDBLOCK else { return false }
        let (mine, there) = (try file.status(), try folder.status(of: name))
        return there?.st_ino == mine.st_ino && there?.st_dev == mine.st_dev
    }
}

/// The name of a file until it replaces its target. The next attempt finds the file of an interrupted one by it.
public struct TemporaryName: Sendable {
    /// The prefix of all temporary files of one target, which no other file has.
    public let prefix: String
    /// The name, unless another file occupies it.
    public let text: String
    /// The suffix of all temporary files.
    public static let suffix = ".tmp"

    /// Makes the name for a target in its folder. `purpose` separates files that are written to one target.
    public init(of target: String, for purpose: String = "") {
        prefix = ".kawaraban-\(Base32.encode(SHA256.hash(target)).prefix(16))-"
        text = prefix + Base32.encode(SHA256.hash(purpose)).prefix(26) + Self.suffix
    }

    /// A name that nobody can predict.
    var random: String { prefix + String(UInt64.random(in: .min ... .max), radix: 36) + Self.suffix }
}
