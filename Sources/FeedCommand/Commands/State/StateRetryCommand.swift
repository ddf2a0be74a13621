import ArgumentParser
import FeedStages
import FeedState

/// `kawaraban state retry`: retries given-up messages, held entries and stopped sources.
struct StateRetryCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: Surroundings.localized("help.state_retry"),
        discussion: Surroundings.localized("help.state_retry.discussion"))

    @OptionGroup var common: CommonOptions

    @Option(help: .localized("help.state_retry.sink", valueName: "name"), completion: .sinks)
    var sink: String?

    @Option(help: .localized("help.state_retry.source", valueName: "name"), completion: .sources)
    var source: String?

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        try await StateEditing.perform(context, common) { editing throws(CommandFailure) in
            try await retry(editing, context)
        }
        return .done
    }

    private func retry(_ editing: StateEditing, _ context: CommandContext) async throws(CommandFailure) {
        try await editing.require(source: source, pipeline: nil, sink: sink)
        if sink != nil || source == nil {
            let count = try await editing.change { [sink, now = editing.now] state throws(StageError) in
                try state.retryGivenUp(of: sink, now: now)
            }
            try context.console.print(
                text: context.localized(
                    "state.retry.messages", ["messages": .number(count.messages), "entries": .number(count.entries)]))
        }
        if source != nil || sink == nil {
            let revived = try await editing.change { [source, now = editing.now] state throws(StageError) in
                try state.reviveFeeds(of: source, now: now)
            }
            try context.console.print(
                text: context.localized(
                    "state.retry.sources", ["sources": .number(revived.feeds), "entries": .number(revived.released)]))
        }
    }
}
