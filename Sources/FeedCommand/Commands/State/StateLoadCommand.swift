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
        let path = try location.path(context)
        do throws(StageError) {
            guard let file else { return try await takeBack(path, context) }
            let outcome = try await StateLoading(
                path: path, file: file == "-" ? nil : file, forces: force,
                movedFolders: paths.map(\.folder), now: SystemClock().now
            ).perform()
            for line in lines(outcome, file, context.localized) { try print(line, context) }
            return .done
        } catch {
            throw Self.failure(error, context.localized)
        }
    }

    /// The failure, with a line for each thing that `--force` delivers again or loses.
    private static func failure(_ error: StageError, _ localized: Localizer) -> CommandFailure {
        let failure = StateReading.failure(error, localized)
        let consequences = StateDifference.facts.compactMap { error.phrases[$0] }
            .map { ChangeLines.name + VisibleText.line(localized($0)) }
        return CommandFailure(failure.status, failure.notices + CommandFailure(failure.status, consequences).notices)
    }

    private func takeBack(
        _ path: String, _ context: CommandContext
    ) async throws(StageError) -> ExitStatus {
        let place = try await StateSaving.takeBack(path: path)
        let line =
            place.map { context.localized("state.load.back", ["place": .text(VisibleText.line($0))]) }
            ?? context.localized("state.load.not_moved")
        try print(line, context)
        return .done
    }

    /// A line that cannot be printed is no reason to call the load a failure; the next output tells it.
    private func print(_ line: String, _ context: CommandContext) throws(StageError) {
        do throws(CommandFailure) {
            try context.console.print(text: line)
        } catch {
            throw StageError(.outputClosed, subject: "stdout")
        }
    }

    private func lines(_ outcome: StateLoading.Outcome, _ file: String, _ localized: Localizer) -> [String] {
        let contents = outcome.contents.text(in: localized.language)
        var lines = [
            localized(
                "state.load.done", ["contents": .message(contents), "file": .text(VisibleText.line(file))])
        ]
        if let kept = outcome.kept {
            lines.append(localized("state.load.kept", ["path": .text(VisibleText.line(kept))]))
        }
        return lines + outcome.differences.map { VisibleText.line(localized($0)) }
            + outcome.places.map { localized("state.load.elsewhere", ["path": .text(VisibleText.line($0))]) }
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
