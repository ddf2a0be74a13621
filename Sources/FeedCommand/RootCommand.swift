import ArgumentParser

/// `kawaraban` itself: the list of its subcommands.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kawaraban",
        abstract: Surroundings.localized("help.root"),
        discussion: Surroundings.localized("help.root.discussion"),
        version: KawarabanVersion.current,
        subcommands: single.map(\.type) + [StateCommand.self, ImportCommand.self, ExportCommand.self])

    /// The commands without commands of their own, by name. A name is written twice, because asking a type for it makes
    /// the library's whole description of the command.
    static let single: [(name: String, type: any ParsableCommand.Type)] = [
        ("run", RunCommand.self), ("work", WorkCommand.self), ("collect", CollectCommand.self),
        ("check", CheckCommand.self),
        ("parse", ParseCommand.self), ("try", TryCommand.self), ("plugins", PluginsCommand.self),
        ("schema", SchemaCommand.self), ("status", StatusCommand.self), ("list", ListCommand.self),
        ("show", ShowCommand.self), ("why", WhyCommand.self), ("digest", DigestCommand.self),
        ("stories", StoriesCommand.self), ("doctor", DoctorCommand.self), ("init", InitCommand.self),
        ("cron", CronCommand.self), ("systemd", SystemdCommand.self),
    ]
}

/// `kawaraban state …`: maintains the state database.
struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: Surroundings.localized("help.state"),
        subcommands: [
            StateCheckCommand.self, StateRetryCommand.self, StateForgetCommand.self, StateReplayCommand.self,
            StatePruneCommand.self, StateRepairCommand.self, StateSaveCommand.self, StateLoadCommand.self,
            StateCopyCommand.self,
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
