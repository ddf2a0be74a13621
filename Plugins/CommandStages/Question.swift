import FeedJSON
import FeedModel
import FeedStages
import FeedSystem

/// The input of a program for one entry.
struct Question {
    /// The entry's place in the batch.
    let index: Int
    /// A digest of the program's words, of `version`, and of the shown content. Equal keys have the same answer.
    let key: String
    /// The properties of the entry as a JSON object.
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

    /// The line for the program. Ids are numbers from 1, so that a recording also fits another run.
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
