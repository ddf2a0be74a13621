import Glibc
import Testing

/// A real folder of its own for each test, taken away afterwards.
///
/// A class, because its end is what removes it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/file-sink-XXXXXX".utf8CString)
        path = try #require(
            template.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
            })
    }

    deinit { Self.remove(path) }

    func callAsFunction(_ name: String) -> String { path + "/" + name }

    func write(_ text: String, to name: String, mode: mode_t = 0o644) throws {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o644) throws {
        let descriptor = open(self(name), O_WRONLY | O_CREAT | O_TRUNC, mode)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        fchmod(descriptor, mode)
        try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    func bytes(_ name: String) throws -> [UInt8] {
        let descriptor = open(self(name), O_RDONLY)
        try #require(descriptor >= 0, "no file \(name)")
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(count, 0)))
    }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    func mode(_ name: String) throws -> mode_t {
        var status = stat()
        try #require(lstat(self(name), &status) == 0)
        return status.st_mode & 0o7777
    }

    var names: [String] { Self.names(path) }

    private static func names(_ path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }

    private static func remove(_ path: String) {
        chmod(path, 0o755)
        for name in names(path) {
            let child = path + "/" + name
            if unlink(child) != 0 { remove(child) }
        }
        rmdir(path)
    }
}
