import FeedModel
import FeedRendering
import FeedStages
import FeedSystem
import Glibc

/// A temporary folder of our own below `TMPDIR`. It holds files only.
struct TemporaryFolder: Sendable {
    let path: String

    /// Makes a folder that no other user can read. Throws with status 73 if that fails.
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

    /// Removes the folder and its files. What cannot be removed is left to the system.
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
