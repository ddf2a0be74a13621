import ArgumentParser
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban state forget`: deletes given-up messages, held entries or a source's history, or moves the state aside.
struct StateForgetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: Surroundings.localized("help.state_forget"),
        discussion: Surroundings.localized("help.state_forget.discussion"))

    @OptionGroup var common: CommonOptions

    @Option(help: .localized("help.state_forget.sink", valueName: "name"), completion: .sinks)
    var sink: String?

    @Option(help: .localized("help.state_forget.source", valueName: "name"), completion: .sources)
    var source: String?

    @Flag(help: .localized("help.state_forget.history"))
    var history = false

    @Flag(help: .localized("help.state_forget.all"))
    var all = false

    func validate() throws {
        guard all != (sink != nil || source != nil) else {
            throw ValidationError(
                all ? Surroundings.localized("usage.all_goes_alone") : Surroundings.localized("usage.forget_what"))
        }
        guard !history || source != nil else {
            throw ValidationError(Surroundings.localized("usage.history_wants_source"))
        }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        guard !all else { return try await forgetAll(context) }
        try await StateEditing.perform(context, common) { editing throws(CommandFailure) in
            try await forget(editing, context)
        }
        return .done
    }

    private func forget(_ editing: StateEditing, _ context: CommandContext) async throws(CommandFailure) {
        try await editing.require(source: source, pipeline: nil, sink: sink)
        if let sink {
            let count = try await editing.change { [now = editing.now] state throws(StageError) in
                try state.forgetGivenUp(of: sink, now: now)
            }
            try context.console.print(
                text: context.localized(
                    "state.forget.given_up",
                    [
                        "messages": .number(count.messages), "entries": .number(count.entries),
                        "sink": .text(VisibleText.line(sink)),
                    ]))
        }
        guard let source else { return }
        let count = try await editing.change { [history, now = editing.now] state throws(StageError) in
            var count = 0
            for feed in try state.feeds(ofSource: source) {
                count += history ? try state.forget(feed) : try state.discardQuarantined(of: feed, now: now)
            }
            return count
        }
        try context.console.print(
            // messages: state.forget.*
            text: context.localized(
                history ? "state.forget.source" : "state.forget.held_back",
                ["source": .text(VisibleText.line(source)), "entries": .number(count)]))
    }

    private func forgetAll(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let location = try await StateLocation.find(context, common)
        let path = try location.path(context)
        let kept: String?
        do throws(StageError) {
            kept = try await StateRepair.putAside(path: path, now: SystemClock().now)
        } catch {
            throw StateReading.failure(error, context.localized)
        }
        try context.console.print(
            text: kept.map { context.localized("state.forget.put_aside", ["path": .text(VisibleText.line($0))]) }
                ?? context.localized("state.forget.none"))
        return .done
    }
}
