import FeedModel
import FeedRendering
import FeedStages
import FeedSystem
import Glibc

/// A folder of our own below `TMPDIR` for files that are thrown away; it holds no folders.
struct TemporaryFolder: Sendable {
    let path: String

    /// Makes one that nobody else can read.
    static func make(_ context: CommandContext) async throws(CommandFailure) -> TemporaryFolder {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let made: Result<String, StageError> = await context.blocking.run {
            var template = Array("\(parent)/kawaraban-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { return .failure(.writing(errno, path: parent)) }
            return .success(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        switch made {
        case .success(let path): return TemporaryFolder(path: path)
        case .failure(let error):
            let lines = ChangeLines(catalogue: context.catalogue, zone: .utc)
            throw CommandFailure(.cannotCreate, lines.line("temporary folder", error))
        }
    }

    /// Removes it with its files; what cannot be removed is left to the system.
    func remove(_ blocking: BlockingExecutor) async {
        await blocking.run {
            guard let folder = opendir(path) else { return }
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    // d_name is an array of 256 bytes that ends with a 0.
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { unlink("\(path)/\(name)") }
            }
            closedir(folder)
            rmdir(path)
        }
    }
}
