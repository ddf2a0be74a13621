import FeedEngine
import FeedJSON
import FeedModel
import FeedStages

/// Tells people on stderr, as lines of text or, with `--log-format json`, as one JSON object a line.
struct NoticePrinter: Sendable {
    let console: Console
    let format: LogFormat
    private let clock = SystemClock()

    init(_ console: Console, format: LogFormat) {
        self.console = console
        self.format = format
    }

    init(_ context: CommandContext, _ common: CommonOptions) {
        self.init(context.console, format: common.logFormat)
    }

    /// Tells a remark of a command that is ready for people.
    func remark(_ line: String) { print(Notice(.notice, "remark", line)) }

    /// Tells something. Returns whether somebody can have heard it.
    @discardableResult
    func print(_ notice: Notice) -> Bool {
        guard format == .json else { return console.printToStderr(notice.line) }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("time", clock.now.rfc3339())
        notice.write(into: &writer)
        writer.endObject()
        return console.printToStderr(String(decoding: writer.bytes, as: UTF8.self))
    }
}
