import FeedJSON
import FeedModel
import FeedRendering
import FeedStages
import Logging

/// Writes what developers log to stderr, one line each; control characters from outside do not get through.
struct StderrLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel: Logger.Level
    private let label: String
    private let format: LogFormat
    private let console: Console
    private let clock = SystemClock()

    /// A logger at the level that the command line asks for; one that says nothing without `--log-level`.
    static func logger(_ label: String, _ options: CommonOptions, _ console: Console) -> Logger {
        guard let level = options.logLevel?.level else {
            return Logger(label: label) { _ in SwiftLogNoOpLogHandler() }
        }
        return Logger(label: label) {
            StderrLog(logLevel: level, label: $0, format: options.logFormat, console: console)
        }
    }

    private init(logLevel: Logger.Level, label: String, format: LogFormat, console: Console) {
        self.logLevel = logLevel
        self.label = label
        self.format = format
        self.console = console
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let facts = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
            .sorted { $0.key < $1.key }
        console.tell(format == .text ? text(event, facts) : json(event, facts))
    }

    private func text(_ event: LogEvent, _ facts: [(key: String, value: Logger.Metadata.Value)]) -> String {
        let pairs = facts.map { " \($0.key)=\($0.value)" }.joined()
        return VisibleText.line("\(clock.now.rfc3339()) \(event.level) \(label): \(event.message)\(pairs)")
    }

    private func json(_ event: LogEvent, _ facts: [(key: String, value: Logger.Metadata.Value)]) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("time", clock.now.rfc3339())
        writer.member("level", event.level.rawValue)
        writer.member("kind", "log")
        writer.member("label", label)
        writer.member("message", VisibleText.line("\(event.message)"))
        for (key, value) in facts { writer.member(key, VisibleText.line("\(value)")) }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
