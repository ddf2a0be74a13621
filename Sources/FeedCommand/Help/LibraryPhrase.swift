import FeedMessages
import FeedModel

/// Translates phrases of swift-argument-parser 1.x, which writes only English. The English table of the catalogue has
/// these phrases with placeholders. Their values go into the phrase of the other language.
struct LibraryPhrase {
    let localized: Localizer

    /// Returns a translated error message. One that is not the library's, such as our own, stays unchanged.
    func mistake(_ message: String) -> String { translated(message, as: Self.mistakes) ?? message }

    /// The more specific phrases come first.
    private static let mistakes = [
        "unknown_option_meant", "unknown_option", "missing_value", "missing_argument", "missing_one_of",
        "unexpected_arguments", "unexpected_argument", "invalid_value_of", "invalid_value_because", "invalid_value",
        "no_value_taken", "set_twice", "missing_subcommand", "invalid_option",
    ]

    /// Returns the text translated by the first of these phrases that matches, or nil.
    func translated(_ text: String, as phrases: [String]) -> String? {
        for phrase in phrases {
            // messages: usage.*
            let key = "usage.\(phrase)"
            if let arguments = Self.arguments(of: text, in: key) {
                return localized(key, arguments.mapValues { MessageArgument.text($0) })
            }
        }
        return nil
    }

    /// Returns the values of the placeholders of an English phrase, or nil if the text does not match it.
    static func arguments(of text: String, in key: String) -> [String: String]? {
        guard let template = MessageCatalogue.template(key, in: .en), let names = template.placeholders.first else {
            return nil
        }
        let marks = Dictionary(uniqueKeysWithValues: names.map { ($0, MessageArgument.text("\0\($0)\0")) })
        // Words and placeholders' names alternate.
        let parts = (template.text(marks, in: .en) ?? "").split(separator: "\0", omittingEmptySubsequences: false)
        guard text.hasPrefix(parts[0]) else { return nil }
        var rest = text[...].dropFirst(parts[0].count)
        var arguments: [String: String] = [:]
        for place in stride(from: 1, to: parts.count - 1, by: 2) {
            let words = parts[place + 1]
            let isLast = place + 2 == parts.count
            guard let end = isLast ? end(of: rest, before: words) : rest.firstRange(of: words)?.lowerBound else {
                return nil
            }
            arguments[String(parts[place])] = String(rest[..<end])
            rest = rest[end...].dropFirst(words.count)
        }
        return rest.isEmpty ? arguments : nil
    }

    private static func end(of text: Substring, before words: Substring) -> String.Index? {
        text.hasSuffix(words) ? text.index(text.endIndex, offsetBy: -words.count) : nil
    }
}
