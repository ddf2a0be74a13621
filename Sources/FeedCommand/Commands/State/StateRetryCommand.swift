import ArgumentParser
import FeedStages
import FeedState

/// `kawaraban state retry`: what was given up, held back or stopped gets another chance.
struct StateRetryCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Tries again what was given up, held back or stopped.",
        discussion: """
            Given-up messages go out at the next run, with the ids and bytes they had; sources that are gone or in a \
            long pause are asked at the next run; entries that came in a flood are delivered. Without an option: all \
            of this, for every source and sink.
            """)

    @OptionGroup var common: CommonOptions

    @Option(help: ArgumentHelp("Only this sink's messages.", valueName: "name"))
    var sink: String?

    @Option(help: ArgumentHelp("Only this source.", valueName: "name"))
    var source: String?

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let editing = try await StateEditing.open(context, common)
        try await editing.require(source: source, pipeline: nil, sink: sink)
        if sink != nil || source == nil {
            let count = try await editing.change { [sink, now = editing.now] state throws(StageError) in
                try state.retryGivenUp(of: sink, now: now)
            }
            try context.console.print(
                "\(StateEditing.count(count.messages, "given-up message", "given-up messages")) "
                    + "(\(StateEditing.count(count.entries, "entry", "entries"))) will be sent at the next run")
        }
        if source != nil || sink == nil {
            let revived = try await editing.change { [source, now = editing.now] state throws(StageError) in
                try state.reviveFeeds(of: source, now: now)
            }
            try context.console.print(
                "\(StateEditing.count(revived.feeds, "source", "sources")) will be asked at the next run, "
                    + "\(StateEditing.count(revived.released, "held-back entry", "held-back entries")) released")
        }
        return .done
    }
}
