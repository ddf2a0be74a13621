public import FeedMessages
public import Glibc

/// The type of a file (inode(7) §The file type and mode).
public enum FileKind: String, Sendable {
    case regular, folder, link, pipe, socket, device

    /// The kind as words of a sentence: `a folder`.
    public var text: LocalizedText {
        switch self {
        case .regular: .message("file.kind.regular")
        case .folder: .message("file.kind.folder")
        case .link: .message("file.kind.link")
        case .pipe: .message("file.kind.pipe")
        case .socket: .message("file.kind.socket")
        case .device: .message("file.kind.device")
        }
    }

    /// Reads the kind from a mode; any unknown one is `.device`.
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

/// The identity of a file, independent of its names (inode(7)).
package struct FileNumber: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// Identifies the file to which a path leads; nil if there is none.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
    }
}
