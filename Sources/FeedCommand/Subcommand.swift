import ArgumentParser
import FeedEngine
import FeedMessages
import FeedStages
import FeedSystem

/// A command that `KawarabanCommand.main` runs with a context.
protocol Subcommand: ParsableCommand, Sendable {
    /// The options that every command has.
    var common: CommonOptions { get }
    /// Whether the first SIGINT, SIGTERM or SIGHUP only asks the command to stop. Otherwise the signal ends the process
    /// at once.
    static var stopsInOrder: Bool { get }
    /// How long the command may go on after the first signal before its task is cancelled; nil: not at all.
    static var grace: Duration? { get }
    /// Whether the command uses the network, and so may start as many threads as a run (`ProcessLimits`).
    var fetches: Bool { get }
    /// Runs the command and returns its exit status. Throws `CommandFailure` with the exit status of the error.
    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus
}

extension Subcommand {
    static var stopsInOrder: Bool { false }
    static var grace: Duration? { nil }
    var fetches: Bool { false }
}

/// The tools of a command.
struct CommandContext: Sendable {
    let registry: PluginRegistry
    let console: Console
    /// The signals that ask the command to stop.
    let signals: StopSignals
    /// The language of the output on the terminal.
    let outputLanguage: OutputLanguage
    /// Runs blocking work on files and pipes.
    let blocking = BlockingExecutor(width: 4)

    /// The catalogue in the language of the terminal.
    var localized: Localizer { Localizer(outputLanguage.current) }

    /// The descriptions of errors, in that language.
    var catalogue: Catalogue { Catalogue(localized) }
}

/// Why a command failed: the notices to print, one line each, and the exit status.
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
