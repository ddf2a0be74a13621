import FeedJSON
import FeedModel
import FeedStages

/// Tells people on stderr, as lines of text or, with `--log-format json`, as lines of JSON.
struct Voice: Sendable {
    let console: Console
    let format: LogFormat
    private let clock = SystemClock()

    init(_ console: Console, format: LogFormat) {
        self.console = console
        self.format = format
    }

    /// Tells one line that is ready for people.
    func tell(_ line: String) {
        switch format {
        case .text: console.tell(line)
        case .json:
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("time", clock.now.rfc3339())
            writer.member("level", "notice")
            writer.member("message", line)
            writer.endObject()
            console.tell(String(decoding: writer.bytes, as: UTF8.self))
        }
    }
}
