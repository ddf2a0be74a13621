import ArgumentParser
import FeedMessages
import FeedStages
import FeedState

/// `kawaraban state prune`: deletes old data at once and compacts the file.
struct StatePruneCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: Surroundings.localized("help.state_prune"),
        discussion: Surroundings.localized("help.state_prune.discussion"))

    @OptionGroup var common: CommonOptions

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let rules = RetentionRules(memories: nil, livingTargets: [:])
        let (pruned, bytes) = try await StateEditing.perform(context, common) { editing throws(CommandFailure) in
            try await editing.change { [now = editing.now] state throws(StageError) in
                (try state.pruneAll(rules, now: now), try state.compact())
            }
        }
        try context.console.print(
            text: context.localized(
                "state.prune.done",
                [
                    "entries": .number(pruned.entries), "texts": .number(pruned.bodies),
                    "verdicts": .number(pruned.verdicts), "messages": .number(pruned.messages),
                    "size": .text(Quantity.roundSize(bytes, in: context.localized.language)),
                ]))
        return .done
    }
}
