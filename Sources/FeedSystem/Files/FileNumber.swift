import Glibc

/// What tells a file from all others, whatever its name (inode(7)).
package struct FileNumber: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// Of the file to which a path leads, or nil if there is none.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, inode) = (status.st_dev, status.st_ino)
    }
}
