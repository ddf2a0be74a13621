import FeedStages
import FeedSystem
import Glibc

/// A real folder for one test, removed afterwards.
///
/// It is a class, because its `deinit` removes the folder.
public final class TemporaryFolder: Sendable {
    /// The absolute path of the folder.
    public let path: String

    /// Makes the folder in `parent`. Throws if the system cannot create it.
    public init(in parent: String = "/tmp") throws(TemporaryFolderError) {
        var template = Array("\(parent)/kawaraban-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw TemporaryFolderError(errno: errno) }
        path = made
    }

    deinit { Self.remove(path) }

    /// Returns the path of `name` in the folder.
    public func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Writes a file, and creates the folders of its path. Throws if the system cannot write it.
    public func write(_ bytes: [UInt8], to name: String, mode: UInt32 = 0o644) throws(TemporaryFolderError) {
        let parts = name.split(separator: "/")
        for length in 1..<max(parts.count, 1) { mkdir(self(parts.prefix(length).joined(separator: "/")), 0o755) }
        let descriptor = open(self(name), O_WRONLY | O_CREAT | O_TRUNC, mode)
        guard descriptor >= 0 else { throw TemporaryFolderError(errno: errno) }
        defer { close(descriptor) }
        guard writeAll(bytes, to: descriptor), fchmod(descriptor, mode) == 0 else {
            throw TemporaryFolderError(errno: errno)
        }
    }

    /// Writes a text file, and creates the folders of its path. Throws if the system cannot write it.
    public func write(_ text: String, to name: String, mode: UInt32 = 0o644) throws(TemporaryFolderError) {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    /// Returns the content of a file. Throws if it cannot be opened.
    public func bytes(_ name: String) throws(TemporaryFolderError) -> [UInt8] {
        let descriptor = open(self(name), O_RDONLY)
        guard descriptor >= 0 else { throw TemporaryFolderError(errno: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = retrying({ read(descriptor, &piece, piece.count) }), count > 0 {
            bytes += piece[..<count]
        }
        return bytes
    }

    /// Returns the text of a file. Throws if it cannot be opened.
    public func text(_ name: String) throws(TemporaryFolderError) -> String {
        String(decoding: try bytes(name), as: UTF8.self)
    }

    /// Returns the names in the folder, or in a folder inside it, sorted.
    public func names(in folder: String = "") -> [String] { Self.names(self(folder)).sorted() }

    private static func remove(_ path: String) {
        chmod(path, 0o755)
        for name in names(path) where unlink(path + "/" + name) != 0 { remove(path + "/" + name) }
        rmdir(path)
    }

    private static func names(_ path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

/// The error that the system could not do what a test needs.
public struct TemporaryFolderError: Error, Sendable, Hashable {
    /// The error number (errno(3)).
    public let errno: Int32
}
