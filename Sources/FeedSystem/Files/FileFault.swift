import Glibc

/// Why a file or its folder is not used: somebody else has a hand in it, or it is no file.
package enum FileFault: Error, Hashable, Sendable {
    /// It is no regular file.
    case kind(FileKind)
    /// It belongs to another user.
    case owner(UInt32)
    /// It belongs to another user, and lies where everybody may add files.
    case planted(UInt32)
    /// It has several names (hard links): whoever made another may have meant another file.
    case links(UInt64)
    /// Its mode lets everybody, or a group of others, write it.
    case writable(by: Writers)
    /// Its folder, or one above it, belongs to another user.
    case folderOwner(String, UInt32)
    /// Its folder, or one above it, can be written by others, who could put another file in its place.
    case folderWritable(String, by: Writers)

    /// Others who may write something.
    package enum Writers: Hashable, Sendable {
        case everybody
        case group(UInt32)

        var words: String {
            switch self {
            case .everybody: "everybody"
            case .group(let number): "the group \(SpokenName.group(number))"
            }
        }
    }

    /// Whether it lets more than one user in: nobody can have meant that.
    package var letsManyIn: Bool {
        switch self {
        case .planted, .writable, .folderWritable: true
        case .kind, .owner, .links, .folderOwner: false
        }
    }

    /// What is wrong with the file that is called `name` in the sentence, without a full stop. Blocks, as users and
    /// groups are told by name.
    package func words(of name: String = "it") -> String {
        switch self {
        case .kind(let kind): "\(name) is \(kind.rawValue)"
        case .owner(let user), .planted(let user): "\(name) belongs to the user \(SpokenName.user(user))"
        case .links(let count): "\(name) has \(count) names (hard links)"
        case .writable(let writers): "\(writers.words) may write \(name)"
        case .folderOwner(let path, let user): "its folder \(path) belongs to the user \(SpokenName.user(user))"
        case .folderWritable(let path, let writers): "\(writers.words) may write its folder \(path)"
        }
    }

    /// What the user can do about it where the file is `path`, or is named beside the sentence (nil: shorter). Blocks, as
    /// users are told by name.
    package func cure(for path: String? = nil) -> String {
        switch self {
        case .kind: "name another file"
        case .owner(let user): Self.handingOver(path) + Self.running(as: user)
        case .planted: "look at it, then take it away, or use a folder of your own"
        case .links: "keep one of its names (find / -samefile\(path.map { " " + $0 } ?? "")), or copy it"
        case .writable(.everybody): "chmod o-w \(path ?? "it")"
        case .writable(.group): "chmod g-w \(path ?? "it")"
        case .folderOwner(_, let user): Self.folderOfOurs + Self.running(as: user)
        case .folderWritable: Self.folderOfOurs
        }
    }

    private static var ourName: String { SpokenName.argument(geteuid()) }
    private static var folderOfOurs: String { "keep it in a folder that only \(ourName) can write" }

    /// Only root can give a file away.
    private static func handingOver(_ path: String?) -> String {
        let command = path.map { "chown \(ourName) \($0)" } ?? "chown it to \(ourName)"
        return geteuid() == 0 ? command : command + " as root"
    }

    /// Nothing where it is root's: a single run as root has left it there, and no other should follow.
    private static func running(as user: UInt32) -> String {
        user == 0 ? "" : ", or run this as \(SpokenName.argument(user))"
    }
}
