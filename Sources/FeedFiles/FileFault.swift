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
            case .group(let number): "the group \(number)"
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

    /// What is wrong with the file that is called `name` in the sentence, without a full stop.
    package func words(of name: String = "it") -> String {
        switch self {
        case .kind(let kind): "\(name) is \(kind.rawValue)"
        case .owner(let user), .planted(let user): "\(name) belongs to the user \(user)"
        case .links(let count): "\(name) has \(count) names (hard links)"
        case .writable(let writers): "\(writers.words) may write \(name)"
        case .folderOwner(let path, let user): "its folder \(path) belongs to the user \(user)"
        case .folderWritable(let path, let writers): "\(writers.words) may write its folder \(path)"
        }
    }

    /// What the user can do about it where the file is `path`.
    package func cure(for path: String) -> String {
        switch self {
        case .kind: "name another file"
        case .owner, .planted, .links: "take the file away, or give it to the user of this process alone"
        case .writable(.everybody): "chmod o-w \(path)"
        case .writable(.group): "chmod g-w \(path)"
        case .folderOwner, .folderWritable: "keep it in a folder that only the user of this process can write"
        }
    }
}
