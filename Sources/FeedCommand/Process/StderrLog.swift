import FeedConfiguration
import FeedJSON
import FeedModel
import FeedRendering
import FeedStages
import Logging

/// Writes log events to stderr, one on each line, without secrets, control characters and line breaks.
struct StderrLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel: Logger.Level
    private let format: LogFormat
    private let zone: Zone
    private let mask: SecretMask
    private let write: @Sendable (String) -> Void
    private let clock: any WallClock

    /// Returns a logger at the level of `--log-level`; without it, a logger that writes nothing.
    static func logger(
        _ options: CommonOptions, _ console: Console, zone: Zone, masking secrets: [Secret]
    ) -> Logger {
        guard let level = options.logLevel?.level else {
            return Logger(label: name) { _ in SwiftLogNoOpLogHandler() }
        }
        let log = StderrLog(
            logLevel: level, format: options.logFormat, zone: zone, masking: secrets, clock: SystemClock()
        ) { console.printToStderr($0) }
        return Logger(label: name) { _ in log }
    }

    private static let name = "kawaraban"

    /// Makes a log that passes each line to `write`, without a line end.
    init(
        logLevel: Logger.Level, format: LogFormat, zone: Zone, masking secrets: [Secret], clock: any WallClock,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.logLevel = logLevel
        self.format = format
        self.zone = zone
        self.clock = clock
        self.write = write
        mask = SecretMask(secrets, shortest: SecretMask.shortestInAnswers)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var facts = metadata
        if let provided = metadataProvider?.get() { facts.merge(provided) { $1 } }
        if let given = event.metadata { facts.merge(given) { $1 } }
        let line = LogLine(
            time: time, level: event.level.rawValue, event: shown(event.message),
            members: facts.map { key, value in
                switch value {
                case .stringConvertible(let number as Int): (key, .count(number))
                case .stringConvertible(let number as Double): (key, .seconds(number))
                default: (key, .text(shown(value)))
                }
            })
        write(format == .text ? line.text : line.json)
    }

    private var time: String {
        let now = clock.now
        let text = now.rfc3339(offset: zone.offset(at: now))
        let seconds = text.index(text.startIndex, offsetBy: 19)
        // The text has the same length at each moment, so that columns align and texts compare by time.
        return text[seconds...].hasPrefix(".") ? text : text[..<seconds] + ".000" + text[seconds...]
    }

    private func shown(_ text: some CustomStringConvertible) -> String {
        VisibleText.line(mask.masked(text.description), limit: Self.longestValue)
    }

    /// The longest value in bytes. Addresses are shorter.
    private static let longestValue = 8192
}
