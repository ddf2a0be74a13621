import FeedMessages
import FeedStages
import FeedSystem
import Glibc

/// The files of a state in their folder: private data of this program that no other user may change.
struct StateFiles: ~Copyable {
    /// The suffix of the lock file.
    static let lock = ".lock"
    /// The suffixes of files that SQLite keeps beside an open database, or reads back into it.
    static let companions = ["-wal", "-shm", "-journal"]
    /// The suffix of the mark of damage.
    static let mark = ".damaged"
    /// The suffixes of all files that exist once for a state, with the empty one of the database itself.
    static let suffixes = ["", lock] + companions + [mark]
    /// The beginnings of suffixes of files that are kept beside it. A number, a time or a companion's suffix follows.
    private static let keepsakes = [
        ".damaged-", ".forgotten-", ".repairing", ".version-", ".given-up-", ".loading", ".replaced-",
    ]

    /// Whether a path is a file of a state, or one that is kept beside it. Both paths must be without links.
    static func hold(_ path: String, ofStateAt state: String) -> Bool {
        suffixes.contains { path == state + $0 } || keepsakes.contains { path.hasPrefix(state + $0) }
    }

    let folder: Folder
    private let name: String

    /// Opens the folder of a database. Throws a file error if there is none.
    init(_ database: PathParts) throws(StageError) {
        guard let folder = try Folder.open(database.folder) else {
            throw .writing(ENOENT, path: database.folder)
        }
        self.folder = folder
        name = database.name
    }

    /// Throws `.stateAliased` if the database has more than one name, `.unsafePlace` if other users can change it, its
    /// log, its lock or its mark, `.unwritable` if one of them is no regular file.
    func refuseForeign(path: String) throws(StageError) {
        if let fault = try severalNames(path: path) { throw fault }
        for suffix in Self.suffixes { _ = try folder.ownFile(name + suffix) }
    }

    /// Throws a file error if the database or its lock exists and this user may not write it.
    func refuseUnwritable() throws(StageError) {
        for suffix in ["", Self.lock]
        where faccessat(folder.descriptor, name + suffix, W_OK, AT_EACCESS) != 0 && errno != ENOENT {
            throw .writing(errno, path: folder.path(of: name + suffix))
        }
    }

    /// Throws `.unwritable` if something other than a regular file stands where SQLite would open one: SQLite would
    /// wait for ever at a named pipe.
    func refuseOtherKinds() throws(StageError) {
        for suffix in [""] + Self.companions {
            guard let status = try folder.status(of: name + suffix) else { continue }
            let kind = FileKind(of: status.st_mode)
            if kind != .regular { throw .refused(.kind(kind), path: folder.path(of: name + suffix)) }
        }
    }

    /// Returns the error for a database that has another name, beside which another log would lie; nil if it has none.
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

    /// Takes the rights of other users from every file. Returns whether they could read one. A file stays as it is if
    /// its file system has no such rights, or if it is another user's file that is kept beside the database.
    func narrow() throws(StageError) -> Bool {
        var wasReadable = false
        for file in names {
            guard (try? folder.narrow(file)) != nil, let now = try folder.status(of: file) else { continue }
            if now.st_mode & 0o077 == 0 { wasReadable = true }
        }
        return wasReadable && isReachable
    }

    /// Whether other users can read one of our files.
    var areOpenToOthers: Bool {
        isReachable
            && names.contains { name in
                guard let status = try? folder.ownFile(name) else { return false }
                return status.st_mode & 0o077 != 0
            }
    }

    /// Whether every folder on the way lets other users through: behind a closed one, file modes mean nothing.
    private var isReachable: Bool {
        var way = realPath(folder.path)
        while true {
            var status = stat()
            if stat(way, &status) == 0, !FileGuard().letsOthers(into: status) { return false }
            if way == "/" || way == "." { return true }
            way = PathParts(way).folder
        }
    }

    /// The names of all files that may exist, and of those that are kept.
    private var names: [String] {
        let kept = folder.names(beginningWith: name + ".", endingWith: "").filter { other in
            Self.keepsakes.contains { other.utf8.dropFirst(name.utf8.count).starts(with: $0.utf8) }
        }
        return Self.suffixes.map { name + $0 } + kept
    }
}
