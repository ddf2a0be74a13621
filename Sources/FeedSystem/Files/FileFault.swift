package import FeedMessages
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

    /// What the user can do about it where the file is `path`, or is named beside the sentence (nil: shorter). Blocks,
    /// as users are told by name.
    package func cure(for path: String? = nil) -> LocalizedText {
        var facts: [String: MessageArgument] = path.map { ["file": .text($0)] } ?? [:]
        switch self {
        case .kind: return .message("file.cure.name_another")
        case .owner(let user):
            facts.merge(Self.users(user)) { $1 }
            // Only root can give a file away.
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

    /// Who we are, and as whom this can run as well: not as root, for a single run as root has left the file there, and
    /// no other should follow.
    private static func users(_ other: UInt32?) -> [String: MessageArgument] {
        var users: [String: MessageArgument] = ["us": .text(DisplayName.argument(geteuid()))]
        if let other, other != 0 { users["other"] = .text(DisplayName.argument(other)) }
        return users
    }
}
