import FeedJSON
import FeedModel

/// One event in a log. Its texts are already visible text.
struct LogLine {
    /// The value of a member.
    enum Value {
        case text(String)
        case count(Int)
        case seconds(Double)
    }

    private let time: String
    private let level: String
    private let event: String
    private let members: [(name: String, value: Value)]

    init(time: String, level: String, event: String, members: [(String, Value)]) {
        self.time = time
        self.level = level
        self.event = event
        self.members = members.map { (Self.name($0), $1) }.sorted { Self.place(of: $0) < Self.place(of: $1) }
    }

    /// Time, level and event, then `name=value` (logfmt). A value that is not one word is quoted.
    var text: String {
        var text = "\(time) \(level) \(Self.word(event))"
        for (name, value) in members {
            switch value {
            case .text(let value): text += " \(name)=\(Self.word(value))"
            case .count(let number): text += " \(name)=\(number)"
            case .seconds(let number): text += " \(name)=\(number)"
            }
        }
        return text
    }

    /// A JSON object with `time`, `level`, `kind` (`log`), `event`, and the members.
    var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("time", time)
        writer.member("level", level)
        writer.member("kind", "log")
        writer.member("event", event)
        for (name, value) in members {
            // A plugin's member must not replace one of ours.
            writer.name(Self.reserved.contains(name) ? name + "_" : name)
            switch value {
            case .text(let value): writer.value(value)
            case .count(let number): writer.value(number)
            case .seconds(let number): writer.value(number)
            }
        }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static let reserved: Set<String> = ["time", "level", "kind", "event"]

    /// The order of members: the subject first, then what happened, and its duration last.
    private static let order = [
        "source", "pipeline", "sink", "filter", "name", "program", "entry", "title", "verdict", "outcome",
        "method", "url", "status", "to", "target", "code", "cause", "wait_s",
    ]
    private static let last = ["bytes", "ms"]

    private static func place(of member: (name: String, value: Value)) -> (Int, String) {
        if let place = order.firstIndex(of: member.name) { return (place, member.name) }
        return (last.firstIndex(of: member.name).map { order.count + 1 + $0 } ?? order.count, member.name)
    }

    /// Returns a plugin's member name as one word.
    private static func name(_ name: String) -> String {
        let bytes = name.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                byte
            default: UInt8(ascii: "_")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func word(_ text: String) -> String {
        let isWord =
            !text.isEmpty && !text.unicodeScalars.contains { $0 == "\"" || $0 == "=" || $0.properties.isWhitespace }
        guard !isWord else { return text }
        return "\"" + text.replacingBytes("\\", with: "\\\\").replacingBytes("\"", with: "\\\"") + "\""
    }
}
