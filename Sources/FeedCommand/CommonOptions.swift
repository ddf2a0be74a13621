import ArgumentParser
import FeedRendering
import Logging

/// The options that every command has.
struct CommonOptions: ParsableArguments {
    /// The configuration of a command line that names none.
    static let usualConfiguration = "config.yaml"

    @Option(
        name: [.short, .long], help: .localized("help.common.config", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config = usualConfiguration

    @Option(help: .localized("help.common.state", valueName: "file"), completion: .file())
    var state: String?

    @Option(help: .localized("help.common.log_level", valueName: "level"))
    var logLevel: LogLevel?

    @Option(help: .localized("help.common.log_format", valueName: "format"))
    var logFormat = LogFormat.text

    @Flag(help: .localized("help.common.quiet"))
    var quiet = false

    @Option(help: .localized("help.common.color", valueName: "when"))
    var color = ColorChoice.auto

    /// Returns another command about the same configuration and state, for a hint that can be copied.
    func command(_ name: String) -> String {
        var words = config == Self.usualConfiguration ? [] : ["-c", config]
        if let state { words += ["--state", state] }
        return (["kawaraban \(name)"] + words.map { VisibleText.line(ScheduledCall.quoted($0)) })
            .joined(separator: " ")
    }
}

/// The least severe level that is logged.
enum LogLevel: String, ExpressibleByArgument, CaseIterable, Sendable {
    case error, warning, info, debug, trace

    /// The level of swift-log.
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

/// The format of lines on stderr.
enum LogFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text, json
}

/// When colours are used.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
    case auto, always, never
}
