import FeedSystem
import Glibc

/// A new file beside its target, of which it takes the place when it is whole.
///
/// It is locked (flock(2)) while it is written: one of ours that nobody has locked was left by an attempt that was cut
/// short, and is taken away by the next.
struct TemporaryFile: ~Copyable {
    /// Its name in its folder.
    let name: String
    let file: RegularFile

    /// Makes one. A name that can be foretold may be occupied where others can write, or be in use; then another is
    /// taken, and what stands there stays.
    static func make(
        _ wanted: TemporaryName, in folder: borrowing Folder, mode: mode_t
    ) throws(StageError) -> TemporaryFile {
        // `try?`: why nothing can be made here, the next attempt tells.
        if try isFree(wanted.text, in: folder),
            let file = try? RegularFile.create(wanted.text, in: folder, mode: mode),
            try isHeld(file, under: wanted.text, in: folder)
        {
            return TemporaryFile(name: wanted.text, file: file)
        }
        let name = wanted.random
        return TemporaryFile(name: name, file: try RegularFile.create(name, in: folder, mode: mode))
    }

    /// Takes away what an attempt that was cut short has left; false if something stays there.
    private static func isFree(_ name: String, in folder: borrowing Folder) throws(StageError) -> Bool {
        guard let present = try folder.status(of: name) else { return true }
        guard present.st_uid == geteuid() else { return false }
        if FileKind(of: present.st_mode) == .regular {
            guard let file = try RegularFile.open(name, in: folder, for: .reading) else { return true }
            guard try isHeld(file, under: name, in: folder) else { return false }
            // Before the lock ends with `file`: nobody has begun anew meanwhile.
            try folder.remove(name)
            return true
        }
        try folder.remove(name)
        return true
    }

    /// Locks the file; false if another process has locked it, or has taken it from under its name. A file system without
    /// locks keeps nothing from being written.
    private static func isHeld(
        _ file: borrowing RegularFile, under name: String, in folder: borrowing Folder
    ) throws(StageError) -> Bool {
        guard retrying({ flock(file.descriptor, LOCK_EX | LOCK_NB) }) == 0 || errno != EWOULDBLOCK else { return false }
        let (mine, there) = (try file.status(), try folder.status(of: name))
        return there?.st_ino == mine.st_ino && there?.st_dev == mine.st_dev
    }
}

/// What a file is called until it takes the place of its target: found again by the next attempt, if one is cut short.
public struct TemporaryName: Sendable {
    /// Tells the temporaries of one target from all other files.
    public let prefix: String
    /// What it is called, unless another has taken this name.
    public let text: String
    /// What all temporaries end with.
    public static let suffix = ".tmp"

    /// Makes the name for a target in its folder; `purpose` tells apart what may be written to one target.
    public init(of target: String, for purpose: String = "") {
        prefix = ".kawaraban-\(Base32.encode(SHA256.hash(target)).prefix(16))-"
        text = prefix + Base32.encode(SHA256.hash(purpose)).prefix(26) + Self.suffix
    }

    /// One that nobody can foretell.
    var random: String { prefix + String(UInt64.random(in: .min ... .max), radix: 36) + Self.suffix }
}
