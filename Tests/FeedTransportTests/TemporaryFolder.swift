import FeedStages
import Glibc
import Testing

/// A folder of a test's own that goes with it.
final class TemporaryFolder: Sendable {
    private let root: String

    init() {
        var template = Array("/tmp/kawaraban-transport-XXXXXX".utf8CString)
        root = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
    }

    deinit {
        for folder in ["/recording", ""] {
            for name in (try? names(in: root + folder)) ?? [] { unlink(root + folder + "/" + name) }
            rmdir(root + folder)
        }
    }

    func path(_ name: String) -> String { root + "/" + name }

    func write(_ name: String, _ text: String) throws {
        mkdir(path("recording"), 0o700)
        let file = try #require(fopen(path(name), "w"))
        fputs(text, file)
        fclose(file)
    }

    /// The names and contents of all files of a folder.
    func everything(in folder: String) throws -> String {
        try names(in: path(folder)).sorted().reduce(into: "") { text, name in
            let file = try #require(fopen(path(folder) + "/" + name, "r"))
            defer { fclose(file) }
            var room = [UInt8](repeating: 0, count: 1 << 20)
            let count = fread(&room, 1, room.count, file)
            text += name + "\n" + String(decoding: room[..<count], as: UTF8.self)
        }
    }

    private func names(in folder: String) throws -> [String] {
        let handle = try #require(opendir(folder))
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
