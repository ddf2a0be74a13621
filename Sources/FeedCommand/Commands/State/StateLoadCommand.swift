import ArgumentParser
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban state load`: puts a saved state in the place of the state.
struct StateLoadCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: Surroundings.localized("help.state_load"),
        discussion: Surroundings.localized("help.state_load.discussion"))

    @OptionGroup var common: CommonOptions

    @Argument(help: .localized("help.state_load.file", valueName: "file"), completion: .file())
    var file: String?

    @Flag(help: .localized("help.state_load.force"))
    var force = false

    @Option(name: .customLong("path"), help: .localized("help.state_load.path", valueName: "old=new"))
    var paths: [MovedFolderOption] = []

    @Flag(help: .localized("help.state_load.back"))
    var back = false

    func validate() throws {
        guard (file != nil) != back, !back || (!force && paths.isEmpty) else {
            throw ValidationError(Surroundings.localized("usage.load_what"))
        }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let location = try await StateLocation.find(context, common)
        do throws(StageError) {
            let storage = try StateFile.storage(location.address)
            guard let file else { return try await takeBack(storage, context) }
            let outcome = try await StateLoading(
                target: storage, file: file == "-" ? nil : file, forces: force,
                movedFolders: paths.map(\.folder), now: SystemClock().now
            ).perform()
            let done = context.localized(
                "state.load.done",
                [
                    "contents": .message(outcome.contents.text(in: context.localized.language)),
                    "file": .text(VisibleText.line(file)),
                ])
            for line in [done] + outcome.lines(in: storage, context.localized) {
                try context.console.confirm(line)
            }
            return .done
        } catch {
            throw StateReading.failure(ofReplacing: error, context.localized)
        }
    }

    private func takeBack(
        _ storage: StateStorage, _ context: CommandContext
    ) async throws(StageError) -> ExitStatus {
        let place = try await StateSaving.takeBack(storage)
        let line =
            place.map { context.localized("state.load.back", ["place": .text(VisibleText.line($0))]) }
            ?? context.localized("state.load.not_moved")
        try context.console.confirm(line)
        return .done
    }
}

/// `--path OLD=NEW`: a folder that has another path here.
struct MovedFolderOption: ExpressibleByArgument, Sendable {
    let folder: StateLoading.MovedFolder

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts.allSatisfy({ $0.hasPrefix("/") }) else { return nil }
        folder = StateLoading.MovedFolder(old: parts[0], new: parts[1])
    }
}
