import FeedEngine
import FeedJSON
import FeedModel
import FeedStages

/// Prints notices on stderr as text or, with `--log-format json`, as one JSON object on each line.
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

    /// Prints a remark of a command.
    func remark(_ line: String) { print(Notice(.notice, "remark", line)) }

    /// Prints a notice. Returns whether it was written.
    @discardableResult
    func print(_ notice: Notice) -> Bool {
        guard format == .json else {
            guard console.tell(notice.line) else { return false }
            return !console.isTerminal || notice.marks.allSatisfy(console.printToStderr)
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("time", clock.now.rfc3339())
        notice.write(into: &writer)
        writer.endObject()
        return console.printToStderr(String(decoding: writer.bytes, as: UTF8.self))
    }
}
