import ArgumentParser
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban state forget`: lets go what nobody wants any more.
struct StateForgetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Lets go what was given up or held back, or all that is known.",
        discussion: """
            --sink NAME lets go the given-up messages of a sink, --source NAME the entries of a source that came in a \
            flood. With --history, a source is forgotten whole: at the next run it counts as new. --all puts the whole \
            state aside, so that everything counts as new.
            """)

    @OptionGroup var common: CommonOptions

    @Option(help: ArgumentHelp("The given-up messages of this sink.", valueName: "name"))
    var sink: String?

    @Option(help: ArgumentHelp("The held-back entries of this source.", valueName: "name"))
    var source: String?

    @Flag(help: "With --source: all that is known of it.")
    var history = false

    @Flag(help: "The whole state; the old file is kept beside it.")
    var all = false

    func validate() throws {
        guard all != (sink != nil || source != nil) else {
            throw ValidationError(
                all ? "--all goes alone" : "say what: --sink NAME, --source NAME [--history], or --all")
        }
        guard !history || source != nil else { throw ValidationError("--history goes with --source NAME") }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        guard !all else { return try await forgetAll(context) }
        let editing = try await StateEditing.open(context, common)
        try await editing.require(source: source, pipeline: nil, sink: sink)
        if let sink {
            let count = try await editing.change { [now = editing.now] state throws(StageError) in
                try state.forgetGivenUp(of: sink, now: now)
            }
            try context.console.print(
                "\(StateEditing.count(count.messages, "given-up message", "given-up messages")) "
                    + "(\(StateEditing.count(count.entries, "entry", "entries"))) of sink \(VisibleText.line(sink)) let go"
            )
        }
        guard let source else { return .done }
        let count = try await editing.change { [history, now = editing.now] state throws(StageError) in
            var count = 0
            for feed in try state.feeds(ofSource: source) {
                count += history ? try state.forget(feed) : try state.discardQuarantined(of: feed, now: now)
            }
            return count
        }
        let entries = StateEditing.count(count, "entry", "entries")
        try context.console.print(
            history
                ? "source \(VisibleText.line(source)) forgotten with \(entries): it counts as new"
                : "\(entries) of source \(VisibleText.line(source)) that were held back let go")
        return .done
    }

    private func forgetAll(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let location = try await StateLocation.find(context, common)
        let kept: String?
        do throws(StageError) {
            kept = try await StateRepair.putAside(path: location.path, now: SystemClock().now)
        } catch {
            throw StateReading.failure(error)
        }
        try context.console.print(
            kept.map { "the state was put aside as \(VisibleText.line($0)); everything counts as new" }
                ?? "there is no state yet")
        return .done
    }
}
