import FeedMessages
import FeedStages
import FeedSystem
import Glibc

/// The files of a state in their folder: private data of this program, which nobody else has a hand in.
struct StateFiles: ~Copyable {
    /// What is appended to the database's name for its lock.
    static let lock = ".lock"
    /// For what SQLite keeps beside the database while it is open, or would take back into it.
    static let companions = ["-wal", "-shm", "-journal"]
    /// For the mark that damage was found.
    static let mark = ".damaged"
    /// For all that one state has at most, and for nothing: the database itself.
    static let suffixes = ["", lock] + companions + [mark]
    /// For what is kept beside it; a number, a time or the name of a companion follows.
    private static let keepsakes = [".damaged-", ".forgotten-", ".repairing", ".version-", ".given-up-"]

    /// Whether a path is of the files of a state, or of those that are kept beside it; true paths both.
    static func hold(_ path: String, ofStateAt state: String) -> Bool {
        suffixes.contains { path == state + $0 } || keepsakes.contains { path.hasPrefix(state + $0) }
    }

    let folder: Folder
    private let name: String

    /// Opens the folder of a database; throws if there is none.
    init(_ database: PathParts) throws(StageError) {
        guard let folder = try Folder.open(database.folder) else {
            throw .writing(ENOENT, path: database.folder)
        }
        self.folder = folder
        name = database.name
    }

    /// Throws `.stateAliased` if the database has more than one name, `.unsafePlace` if it, its log, its lock or its mark
    /// is not ours alone, `.unwritable` if one of them is no file.
    func refuseForeign(path: String) throws(StageError) {
        if let fault = try severalNames(path: path) { throw fault }
        for suffix in Self.suffixes { _ = try folder.ownFile(name + suffix) }
    }

    /// Throws if the database or its lock is there and this user may not write it.
    func refuseUnwritable() throws(StageError) {
        for suffix in ["", Self.lock]
        where faccessat(folder.descriptor, name + suffix, W_OK, AT_EACCESS) != 0 && errno != ENOENT {
            throw .writing(errno, path: folder.path(of: name + suffix))
        }
    }

    /// Throws `.unwritable` if something else than a file stands where SQLite would open one: at a named pipe it would
    /// wait for ever.
    func refuseOtherKinds() throws(StageError) {
        for suffix in [""] + Self.companions {
            guard let status = try folder.status(of: name + suffix) else { continue }
            let kind = FileKind(of: status.st_mode)
            if kind != .regular { throw .refused(.kind(kind), path: folder.path(of: name + suffix)) }
        }
    }

    /// How the database can be reached by another name, beside which another log would lie; nil if it cannot.
    func severalNames(path: String) throws(StageError) -> StageError? {
        guard let status = try folder.status(of: name), FileKind(of: status.st_mode) == .regular else { return nil }
        guard status.st_nlink == 1 else {
            let words = FileFault.links(UInt64(status.st_nlink)).words(of: .message("file.its"))
            return StageError(.stateAliased, subject: path, phrases: [.found: words])
        }
        guard MountedFile.isMounted(name, in: folder) else { return nil }
        return StageError(
            .stateAliased, subject: path, facts: [.folder: folder.path],
            phrases: [.found: .message("database.mounted")])
    }

    /// Takes the rights of others from every file; gives whether these could read anything. Where a file system has no such rights,
    /// or a file that is kept beside the database is another's, it stays as it is.
    func narrow() throws(StageError) -> Bool {
        var wasReadable = false
        for file in names {
            guard (try? folder.narrow(file)) != nil, let now = try folder.status(of: file) else { continue }
            if now.st_mode & 0o077 == 0 { wasReadable = true }
        }
        return wasReadable && isReachable
    }

    /// Whether others can read a file that is ours.
    var areOpenToOthers: Bool {
        isReachable
            && names.contains { name in
                guard let status = try? folder.ownFile(name) else { return false }
                return status.st_mode & 0o077 != 0
            }
    }

    /// Whether every folder on the way lets others through: behind a closed one, modes mean nothing.
    private var isReachable: Bool {
        var way = realPath(folder.path)
        while true {
            var status = stat()
            if stat(way, &status) == 0, !FileGuard().letsOthers(into: status) { return false }
            if way == "/" || way == "." { return true }
            way = PathParts(way).folder
        }
    }

    /// The names of all files that may be there, and of those that are kept.
    private var names: [String] {
        let kept = folder.names(beginningWith: name + ".", endingWith: "").filter { other in
            Self.keepsakes.contains { other.utf8.dropFirst(name.utf8.count).starts(with: $0.utf8) }
        }
        return Self.suffixes.map { name + $0 } + kept
    }
}
