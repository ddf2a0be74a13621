import ArgumentParser
import FeedStages
import FeedState

/// `kawaraban state prune`: lets go at once what is old, and makes the file small.
struct StatePruneCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Lets go what is old, and gives its room back to the disk.",
        discussion: "Runs do the first by themselves, a little each time.")

    @OptionGroup var common: CommonOptions

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let editing = try await StateEditing.open(context, common)
        let rules = CareRules(memories: nil, livingTargets: [:])
        let (pruned, bytes) = try await editing.change { [now = editing.now] state throws(StageError) in
            (try state.pruneAll(rules, now: now), try state.compact())
        }
        let counts = [
            StateEditing.count(pruned.entries, "entry", "entries"),
            StateEditing.count(pruned.bodies, "text of an entry", "texts of entries"),
            StateEditing.count(pruned.verdicts, "verdict", "verdicts"),
            StateEditing.count(pruned.messages, "finished message", "finished messages"),
        ].joined(separator: ", ")
        try context.console.print("let go: \(counts); the state has \(Span.roundSize(bytes))")
        return .done
    }
}
