import ArgumentParser

/// `kawaraban` itself: the list of its subcommands.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kawaraban",
        abstract: Surroundings.localized("help.root"),
        discussion: Surroundings.localized("help.root.discussion"),
        version: KawarabanVersion.current,
        subcommands: [
            RunCommand.self, CollectCommand.self, CheckCommand.self, ParseCommand.self, TryCommand.self,
            PluginsCommand.self, SchemaCommand.self,
            StatusCommand.self, ListCommand.self, ShowCommand.self, WhyCommand.self, DigestCommand.self,
            StoriesCommand.self,
            DoctorCommand.self,
            InitCommand.self, CronCommand.self, SystemdCommand.self,
            StateCommand.self, ImportCommand.self, ExportCommand.self,
        ]
    )
}

/// `kawaraban state …`: maintains the state database.
struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: Surroundings.localized("help.state"),
        subcommands: [
            StateCheckCommand.self, StateRetryCommand.self, StateForgetCommand.self, StateReplayCommand.self,
            StatePruneCommand.self, StateRepairCommand.self, StateSaveCommand.self, StateLoadCommand.self,
        ])
}

/// `kawaraban import …`: makes a configuration of another program's list.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: Surroundings.localized("help.import"),
        subcommands: [ImportOPMLCommand.self, ImportRSS2EmailCommand.self, ImportNewsboatCommand.self])
}

/// `kawaraban export …`: gives the feeds of the configuration to other programs.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: Surroundings.localized("help.export"),
        subcommands: [ExportOPMLCommand.self])
}
