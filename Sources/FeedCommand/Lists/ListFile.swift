import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedSystem
import Glibc

/// Files of other programs, read as hostile bytes, and new files for the user, which never replace one.
struct ListFile {
    let context: CommandContext
    /// The words before each line: `import`, `export`.
    let command: String

    private var localized: Localizer { context.localized }

    /// Bytes of a list, at most.
    static let longest = 16 << 20

    /// Reads a regular file, or a pipe that does not stay silent.
    func read(
        _ path: String, limit: Int = ListFile.longest, allowsPipe: Bool = true
    ) async throws(CommandFailure) -> [UInt8] {
        let result = await context.blocking.run { SmallFile.read(path, limit: limit, allowsPipe: allowsPipe) }
        switch result {
        case .success(let file): return file.bytes
        case .failure(let failure):
            let what = failure.text(of: .text(VisibleText.line(path, limit: 200)))
            throw CommandFailure(.attention, line(.message("import.not_read", ["what": .message(what)])))
        }
    }

    /// Throws if a file of this name could not be made: it is there already, or its folder is missing.
    func requireNew(_ path: String) async throws(CommandFailure) {
        let found: Result<Bool, StageError> = await context.blocking.run {
            do throws(StageError) {
                let parts = PathParts(path)
                guard let folder = try Folder.open(parts.folder) else { throw .writing(ENOENT, path: path) }
                return .success(try folder.status(of: parts.name) != nil)
            } catch {
                return .failure(error)
            }
        }
        switch found {
        case .success(false): return
        case .success(true): throw taken(path)
        case .failure(let error): throw unwritten(path, error)
        }
    }

    /// Writes a new file in one step. Throws if the name is taken.
    func create(_ path: String, _ bytes: [UInt8]) async throws(CommandFailure) {
        let made: Result<Bool, StageError> = await context.blocking.run {
            do throws(StageError) {
                let parts = PathParts(path)
                guard let folder = try Folder.open(parts.folder) else { throw .writing(ENOENT, path: path) }
                return .success(try folder.create(parts.name, with: bytes, writtenTo: TemporaryName(of: parts.name)))
            } catch {
                return .failure(error)
            }
        }
        switch made {
        case .success(true): return
        case .success(false): throw taken(path)
        case .failure(let error): throw unwritten(path, error)
        }
    }

    /// A line of this command on stderr.
    func line(_ text: LocalizedText) -> String {
        VisibleText.line(localized("import.line", ["command": .text(command), "text": .message(text)]))
    }

    private func taken(_ path: String) -> CommandFailure {
        CommandFailure(
            .cannotCreate, line(.message("import.file_exists", ["file": .text(VisibleText.line(path, limit: 200))])))
    }

    private func unwritten(_ path: String, _ error: StageError) -> CommandFailure {
        let lines = ChangeLines(catalogue: context.catalogue, zone: .utc)
        var error = error
        error.subject = path
        return CommandFailure(.cannotCreate, lines.line(command, error))
    }
}
