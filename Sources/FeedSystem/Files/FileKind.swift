public import Glibc

/// What stands under a name (inode(7) §The file type and mode).
public enum FileKind: String, Sendable {
    case regular = "a file"
    case folder = "a folder"
    case link = "a symbolic link"
    case pipe = "a named pipe"
    case socket = "a socket"
    case device = "a device"

    /// The kind that a mode tells.
    public init(of mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            default: .device
            }
    }
}
