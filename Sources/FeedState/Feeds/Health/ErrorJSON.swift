import FeedJSON
import FeedStages

/// What is stored of an error beside code and subject: a JSON object of facts, phrases, explanation and `retryAfter`.
enum ErrorJSON {
    /// The most characters of a third party's words and of a fact.
    private static let longestWords = 500

    /// Returns nil if there is nothing to store.
    static func encode(_ error: StageError) -> String? {
        guard
            !error.facts.isEmpty || !error.phrases.isEmpty || error.explanation != nil || error.retryAfter != nil
        else { return nil }
        var writer = JSONWriter()
        writer.beginObject()
        for (fact, value) in error.facts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            writer.member("." + fact.rawValue, String(value.prefix(longestWords)))
        }
        for (fact, phrase) in error.phrases.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            writer.member("/" + fact.rawValue, JSONEncoding.text(of: phrase))
        }
        writer.member("words", error.explanation.map { String($0.prefix(longestWords)) })
        writer.member("retry_after", error.retryAfter.map { Int($0.components.seconds) })
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns the error of a row. Unreadable parts are left out.
    static func decode(code: String, subject: String, rest: String?) -> StageError {
        var error = StageError(StageError.Code(stored: code), subject: subject)
        // The rest only adds to a sentence for people; the code alone makes one, too.
        guard let rest, let value = try? JSONReader.read(Array(rest.utf8)) else { return error }
        for member in value.object?.members ?? [] {
            switch member.name {
            case "words": error.explanation = member.value.string
            case "retry_after": error.retryAfter = member.value.int.map { .seconds($0) }
            case let name where name.hasPrefix("."):
                error.facts[StageError.Fact(rawValue: String(name.dropFirst()))] = member.value.string
            case let name where name.hasPrefix("/"):
                error.phrases[StageError.Fact(rawValue: String(name.dropFirst()))] =
                    member.value.string.flatMap { JSONDecoding.value(from: $0) }
            default: break
            }
        }
        return error
    }
}
