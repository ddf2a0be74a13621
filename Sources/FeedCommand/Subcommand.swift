import ArgumentParser
import FeedEngine
import FeedMessages
import FeedStages
import FeedSystem

/// A command that does something, with the doors it gets from `KawarabanCommand.main`.
protocol Subcommand: ParsableCommand, Sendable {
    /// The options that every command has.
    var common: CommonOptions { get }
    /// Whether a first SIGINT or SIGTERM only asks it to stop; else it ends the process as usual.
    static var stopsInOrder: Bool { get }
    /// Does it; whatever goes wrong is thrown with the exit status it means.
    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus
}

extension Subcommand {
    static var stopsInOrder: Bool { false }
}

/// What a command works with.
struct CommandContext: Sendable {
    let registry: PluginRegistry
    let console: Console
    /// The signals that ask it to stop.
    let signals: StopSignals
    /// The language of what goes to the terminal.
    let outputLanguage: OutputLanguage
    /// For files and pipes.
    let blocking = BlockingExecutor(width: 4)

    /// The catalogue in the language of the terminal.
    var localized: Localizer { Localizer(outputLanguage.current) }

    /// What is said of errors, in that language.
    var catalogue: Catalogue { Catalogue(localized) }
}

/// Why a command could not be done: what to tell, one line each, and how to exit.
struct CommandFailure: Error {
    let status: ExitStatus
    let notices: [Notice]

    init(_ status: ExitStatus, _ notices: [Notice]) {
        self.status = status
        self.notices = notices
    }

    init(_ status: ExitStatus, _ lines: [String]) {
        self.init(status, lines.map { Notice(.error, "failure", $0) })
    }

    init(_ status: ExitStatus, _ line: String) { self.init(status, [line]) }
}
