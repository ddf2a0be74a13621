import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedSystem
import Glibc

/// A file that a command makes, and that must not exist before.
struct NewFile {
    let path: String
    let context: CommandContext

    /// Throws with status 73 if the file exists.
    func requireAbsence() async throws(CommandFailure) {
        let path = path
        let isThere = await context.blocking.run {
            var status = stat()
            return lstat(path, &status) == 0
        }
        if isThere { throw taken }
    }

    /// Makes the file and the folders above it. Throws with status 73 if it exists, or the system's error.
    func write(_ text: String) async throws(CommandFailure) {
        let (path, bytes) = (path, Array(text.utf8))
        do throws(StageError) {
            let isNew = try await context.blocking.run { () throws(StageError) in
                let parts = PathParts(path)
                let folder = try Folder.make(parts.folder)
                return try folder.create(parts.name, with: bytes, writtenTo: TemporaryName(of: parts.name))
            }
            guard !isNew else { return }
        } catch {
            let lines = ChangeLines(catalogue: context.catalogue, zone: .utc)
            throw CommandFailure(.state(error), lines.line(VisibleText.line(path), error))
        }
        throw taken
    }

    private var taken: CommandFailure {
        CommandFailure(.cannotCreate, context.localized("starter.exists", ["file": .text(VisibleText.line(path))]))
    }
}
