import ArgumentParser
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState
import FeedSystem

/// `kawaraban state save`: writes the state as one file that `state load` reads on another machine.
struct StateSaveCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: Surroundings.localized("help.state_save"),
        discussion: Surroundings.localized("help.state_save.discussion"))

    @OptionGroup var common: CommonOptions

    @Argument(help: .localized("help.state_save.file", valueName: "file"), completion: .file())
    var file: String

    @Flag(help: .localized("help.state_save.move"))
    var move = false

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let location = try await StateLocation.find(context, common)
        let place = file == "-" ? nil : file
        if let place { try await refuseUsed(place, location, context) }
        let outcome: StateSaving.Outcome
        do throws(StageError) {
            let storage = try StateFile.storage(location.address)
            outcome = try await StateSaving.save(storage, to: place, moves: move)
        } catch {
            throw StateReading.failure(error, context.localized)
        }
        let lines = lines(outcome, context.localized)
        for line in lines where !common.quiet || place != nil {
            // Stdout may be the saved state itself.
            if place == nil { context.console.tell(line) } else { try context.console.print(text: line) }
        }
        return .done
    }

    /// Throws a usage error if the file has another use: it would be overwritten.
    private func refuseUsed(
        _ path: String, _ location: StateLocation, _ context: CommandContext
    ) async throws(CommandFailure) {
        let fault = await context.blocking.run { () -> LocalizedText? in
            let arguments: [String: MessageArgument] = ["option": "state save", "path": .text(path)]
            if let state = location.address.path, StateExamination.isFile(truePath(path), ofStateAt: truePath(state)) {
                return .message("run.file_is_state", arguments)
            }
            guard let use = location.plan?.usedFiles.use(of: path) else { return nil }
            return .message("run.file_in_use", arguments.merging(["use": MessageArgument(use)]) { $1 })
        }
        if let fault { throw CommandFailure(.usage, VisibleText.line(context.localized(fault))) }
    }

    private func lines(_ outcome: StateSaving.Outcome, _ localized: Localizer) -> [String] {
        let file = MessageArgument.text(VisibleText.line(file))
        let contents = MessageArgument.message(outcome.contents.text(in: localized.language))
        if move {
            return [
                localized("state.save.moved", ["contents": contents, "file": file]), localized("state.save.moved.next"),
            ]
        }
        let saved = localized("state.save.done", ["contents": contents, "file": file])
        return outcome.isDuringRun ? [saved, localized("state.save.during_run")] : [saved]
    }
}

extension StateContents {
    /// The numbers in words.
    func text(in language: DigestLocale) -> LocalizedText {
        .message(
            "state.check.contents",
            [
                "feeds": .number(feeds), "entries": .number(entries), "open": .number(open),
                "given_up": .number(givenUp), "size": .text(Quantity.roundSize(bytes, in: language)),
            ])
    }
}
