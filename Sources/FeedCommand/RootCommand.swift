import ArgumentParser

/// `kawaraban` itself: only the list of what it can do.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kawaraban",
        abstract: "Collects feeds and delivers digests, as a configuration says.",
        discussion: """
            Sources, pipelines and sinks are declared in config.yaml; one line of crontab does the rest:
              */15 * * * *  kawaraban run -c /path/to/config.yaml
            """,
        version: KawarabanVersion.current,
        subcommands: [
            RunCommand.self, CollectCommand.self, CheckCommand.self, ParseCommand.self, TryCommand.self,
            PluginsCommand.self,
            StatusCommand.self, ListCommand.self, ShowCommand.self, WhyCommand.self, DoctorCommand.self,
            StateCommand.self,
        ]
    )
}

/// What `--version` prints.
enum KawarabanVersion {
    static let current = "0.1.0"
}

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
