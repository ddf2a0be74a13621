import FeedJSON
import FeedModel
import FeedStages

/// The answer of a program for one entry.
struct Answer {
    /// The members that are used.
    private let members: JSONObject

    /// Why a line is no valid answer.
    struct Mistake: Error {
        let found: LocalizedText
    }

    /// Reads the object of a line (counted from 1). Members that `fields` does not contain are ignored. Throws
    /// `Mistake` for a member of the wrong type.
    init(_ object: JSONObject, line: Int, fields: Set<CommandFilter.Field>) throws(Mistake) {
        if let value = object["drop"] {
            guard let reason = Self.reason(value) else { throw Self.noText(line, "drop") }
            members = JSONObject([JSONObject.Member(name: "drop", value: .string(reason))])
            return
        }
        var members: [JSONObject.Member] = []
        for (name, field, isList) in Self.changeable where fields.contains(field) {
            guard let value = object[name] else { continue }
            let isRight = isList ? value.array?.allSatisfy { $0.string != nil } == true : value.string != nil
            guard isRight || value == .null else {
                throw isList
                    ? Mistake(found: .message("command.no_list", ["line": .number(line), "name": .text(name)]))
                    : Self.noText(line, name)
            }
            members.append(JSONObject.Member(name: name, value: value))
        }
        self.members = JSONObject(members)
    }

    /// Reads the result of `bytes`; nil for anything else.
    init?(bytes: [UInt8]) {
        guard let members = (try? JSONReader.read(bytes))?.object else { return nil }
        self.members = members
    }

    /// The answer as JSON, to be kept.
    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(.object(members))
        return writer.bytes
    }

    /// Why the entry is dropped, empty if no reason is given; nil: the entry is kept.
    var dropped: String? { members["drop"]?.string }

    /// Changes an entry by the answer.
    func change(_ entry: inout Entry) {
        if let value = members["title"] { entry.title = value.string?.trimmedLine }
        if let value = members["language"] { entry.language = value.string }
        if let value = members["tags"] {
            entry.categories = (value.array ?? []).compactMap(\.string).map { Category(term: $0) }
        }
        change(&entry.summary, "summary")
        change(&entry.content, "content")
    }

    private func change(_ text: inout TextContent?, _ name: String) {
        if let value = members["\(name)_html"] {
            var base: String?
            if case .html(let html)? = text { base = html.base }
            text = value.string.map { .html(UntrustedHTML(markup: $0, base: base)) }
        } else if let value = members["\(name)_text"] {
            text = value.string.map { .plain($0) }
        }
    }

    private static let changeable: [(name: String, field: CommandFilter.Field, isList: Bool)] = [
        ("title", .title, false), ("summary_text", .summary, false), ("summary_html", .summary, false),
        ("content_text", .content, false), ("content_html", .content, false), ("language", .language, false),
        ("tags", .tags, true),
    ]

    private static let longestReason = 200

    /// The reason of `drop`; empty for `true`, nil for a value that is neither a text nor `true`.
    private static func reason(_ value: JSONValue) -> String? {
        if value.bool == true { return "" }
        return value.string.map { String($0.trimmedLine.unicodeScalars.prefix(longestReason)) }
    }

    private static func noText(_ line: Int, _ name: String) -> Mistake {
        Mistake(found: .message("command.no_text", ["line": .number(line), "name": .text(name)]))
    }
}
