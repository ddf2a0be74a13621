package import FeedMessages
import Glibc

/// Why a file or its folder is not used: another user can change it, or it is no regular file.
package enum FileFault: Error, Hashable, Sendable {
    /// The file is no regular file.
    case kind(FileKind)
    /// The file belongs to another user.
    case owner(UInt32)
    /// The file belongs to another user, and lies in a folder to which others may add files.
    case planted(UInt32)
    /// The file has this many names (hard links): its other names may belong to another purpose.
    case links(UInt64)
    /// The file's mode lets everybody, or a group with other members, write it.
    case writable(by: Writers)
    /// The file's folder at this path, or one above it, belongs to this other user.
    case folderOwner(String, UInt32)
    /// Others can write its folder at this path, or one above it, and so could put another file in its place.
    case folderWritable(String, by: Writers)

    /// The others who may write a file or folder.
    package enum Writers: Hashable, Sendable {
        case everybody
        case group(UInt32)
    }

    /// Whether the fault gives access to more than one other user, which nobody can have intended.
    package var letsManyIn: Bool {
        switch self {
        case .planted, .writable, .folderWritable: true
        case .kind, .owner, .links, .folderOwner: false
        }
    }

    /// Describes the fault of the file, which the sentence calls `name`; without a full stop. Blocks, because it looks
    /// up the names of users and groups.
    package func words(of name: MessageArgument = .message("file.it")) -> LocalizedText {
        switch self {
        case .kind(let kind): .message("file.wrong_kind", ["file": name, "kind": .message(kind.text)])
        case .owner(let user), .planted(let user):
            .message("file.foreign", ["file": name, "user": .text(DisplayName.user(user))])
        case .links(let count): .message("file.hard_links", ["file": name, "count": .number(Int(clamping: count))])
        case .writable(.everybody): .message("file.writable_by_everybody", ["file": name])
        case .writable(.group(let number)):
            .message("file.writable_by_group", ["file": name, "group": .text(DisplayName.group(number))])
        case .folderOwner(let path, let user):
            .message("file.folder_foreign", ["folder": .text(path), "user": .text(DisplayName.user(user))])
        case .folderWritable(let path, .everybody):
            .message("file.folder_writable_by_everybody", ["folder": .text(path)])
        case .folderWritable(let path, .group(let number)):
            .message(
                "file.folder_writable_by_group", ["folder": .text(path), "group": .text(DisplayName.group(number))])
        }
    }

    /// Describes what the user can do about the fault. `path` is the file for the sentence; nil: the file is named
    /// beside the sentence, which is shorter then. Blocks, because it looks up the names of users.
    package func cure(for path: String? = nil) -> LocalizedText {
        var facts: [String: MessageArgument] = path.map { ["file": .text($0)] } ?? [:]
        switch self {
        case .kind: return .message("file.cure.name_another")
        case .owner(let user):
            facts.merge(Self.users(user)) { $1 }
            // Only root can change a file's owner.
            return geteuid() == 0
                ? .message("file.cure.hand_over", facts) : .message("file.cure.hand_over_as_root", facts)
        case .planted: return .message("file.cure.planted")
        case .links: return .message("file.cure.hard_links", facts)
        case .writable(.everybody): return .message("file.cure.writable_by_everybody", facts)
        case .writable(.group): return .message("file.cure.writable_by_group", facts)
        case .folderOwner(_, let user): return .message("file.cure.own_folder", Self.users(user))
        case .folderWritable: return .message("file.cure.own_folder", Self.users(nil))
        }
    }

    /// Our user, and the other one as whom this program could run instead. That is never root: one run as root may have
    /// left the file, and no other should follow.
    private static func users(_ other: UInt32?) -> [String: MessageArgument] {
        var users: [String: MessageArgument] = ["us": .text(DisplayName.argument(geteuid()))]
        if let other, other != 0 { users["other"] = .text(DisplayName.argument(other)) }
        return users
    }
}
