import ArgumentParser

/// `kawaraban state …`: looks after the state database.
struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Looks after the state: checks, prunes and repairs it, tries again, forgets, replays.",
        subcommands: [
            StateCheckCommand.self, StateRetryCommand.self, StateForgetCommand.self, StateReplayCommand.self,
            StatePruneCommand.self, StateRepairCommand.self,
        ])
}
