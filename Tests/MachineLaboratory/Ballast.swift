import Glibc

/// A file that takes all the room of a small file system, so that its disk is full.
public struct Ballast: Sendable {
    private let path: String

    /// - Parameter folder: on a file system that nobody else needs.
    public init(in folder: String) { path = folder + "/ballast" }

    /// Takes what room there is.
    public func fill() {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var end = lseek(descriptor, 0, SEEK_END)
        for piece in [1 << 24, 1 << 18, 1 << 12] {
            while posix_fallocate(descriptor, end, off_t(piece)) == 0 { end += off_t(piece) }
        }
    }

    /// Gives it back.
    public func empty() { unlink(path) }
}
