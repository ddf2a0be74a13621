import FeedJSON
import FeedModel
import FeedStages
import FeedSystem

/// What a program is asked of one entry.
struct Question {
    /// The entry's place in the batch.
    let index: Int
    /// Stands for the entry's content, the program and how it is asked: what has the same one has the same answer.
    let key: String
    /// A JSON object with what is shown of the entry.
    private let shown: [UInt8]

    init(of candidate: Candidate, at index: Int, _ configuration: CommandFilter.Configuration) {
        self.index = index
        shown = Self.shown(candidate, configuration.fields)
        var hasher = SHA256.Hasher()
        for word in configuration.command.words + [configuration.version] {
            hasher.update("\(word.utf8.count) \(word)")
        }
        hasher.update(shown)
        key = Base32.encode(hasher.finalize(20))
    }

    var size: Int { shown.count + 20 }

    /// The line that a program reads; ids are counted, so that a recording of it fits another run.
    func line(numbered number: Int) -> [UInt8] {
        var line = Array("{\"id\":\"\(number)\"".utf8)
        if shown.count > 2 { line += Array(",".utf8) + shown.dropFirst() } else { line += Array("}".utf8) }
        return line + [UInt8(ascii: "\n")]
    }

    private static func shown(_ candidate: Candidate, _ fields: Set<CommandFilter.Field>) -> [UInt8] {
        let entry = candidate.entry
        var writer = JSONWriter()
        writer.beginObject()
        if fields.contains(.title) { writer.member("title", entry.title) }
        if fields.contains(.summary) { write(entry.summary, "summary", to: &writer) }
        if fields.contains(.content) { write(entry.content, "content", to: &writer) }
        if fields.contains(.url) { writer.member("url", entry.url) }
        if fields.contains(.source) { writer.member("source", candidate.source) }
        if fields.contains(.language) { writer.member("language", entry.language) }
        if fields.contains(.published) { writer.member("date_published", entry.published?.rfc3339()) }
        if fields.contains(.tags) { write(entry.categories.map { $0.label ?? $0.term }, "tags", to: &writer) }
        if fields.contains(.authors) { write(entry.authors.compactMap(\.name), "authors", to: &writer) }
        writer.endObject()
        return writer.bytes
    }

    private static func write(_ text: TextContent?, _ name: String, to writer: inout JSONWriter) {
        switch text {
        case .plain(let text)?: writer.member("\(name)_text", text)
        case .html(let html)?: writer.member("\(name)_html", html.markup)
        case nil: break
        }
    }

    private static func write(_ texts: [String], _ name: String, to writer: inout JSONWriter) {
        guard !texts.isEmpty else { return }
        writer.name(name)
        writer.beginArray()
        for text in texts { writer.value(text) }
        writer.endArray()
    }
}
