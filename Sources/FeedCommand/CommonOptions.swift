import ArgumentParser
import Logging

/// The options that every command has.
struct CommonOptions: ParsableArguments {
    @Option(name: [.short, .long], help: ArgumentHelp("The configuration.", valueName: "file"))
    var config = "config.yaml"

    @Option(help: ArgumentHelp("The state database, instead of settings.state.", valueName: "file"))
    var state: String?

    @Option(
        help: ArgumentHelp(
            "Logs for developers to stderr: error, warning, info, debug or trace; without it nothing is logged.",
            valueName: "level"))
    var logLevel: LogLevel?

    @Option(help: ArgumentHelp("Form of what goes to stderr: text or json.", valueName: "format"))
    var logFormat = LogFormat.text

    @Flag(help: "No progress and no table, even on a terminal; what needs attention is still told.")
    var quiet = false

    @Option(help: ArgumentHelp("Colours: auto, always or never.", valueName: "when"))
    var color = ColorChoice.auto
}

/// How much is logged.
enum LogLevel: String, ExpressibleByArgument, CaseIterable, Sendable {
    case error, warning, info, debug, trace

    /// As swift-log calls it.
    var level: Logger.Level {
        switch self {
        case .error: .error
        case .warning: .warning
        case .info: .info
        case .debug: .debug
        case .trace: .trace
        }
    }
}

/// What a line on stderr looks like.
enum LogFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text, json
}

/// When colours are used.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
    case auto, always, never
}
