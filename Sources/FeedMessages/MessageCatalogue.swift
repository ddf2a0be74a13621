package import FeedModel

/// Every sentence that this program can say, by key, in English and in Japanese.
///
/// The tables are text: a line `key = sentence` for each, and lines that begin with two spaces go on with the one
/// before. They are read where they lie, and listed when the first sentence is wanted: a run that says nothing spends
/// nothing on them.
package enum MessageCatalogue {
    /// The sentence with its arguments; in English where the language has none; nil where English has none either, or
    /// lacks an argument.
    package static func text(
        _ key: String, _ arguments: [String: MessageArgument] = [:], in language: DigestLocale
    ) -> String? {
        if language == .ja, let text = template(key, in: .ja)?.text(arguments, in: .ja) { return text }
        return template(key, in: .en)?.text(arguments, in: .en)
    }

    /// Whether there is an English sentence of this key.
    package static func has(_ key: String) -> Bool { template(key, in: .en) != nil }

    /// What is shown where no sentence is known: the key and the arguments, so that nothing is kept from anybody.
    static func bare(_ key: String, _ arguments: [String: MessageArgument]) -> String {
        let facts = arguments.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text(in: .en))" }
        return facts.isEmpty ? key : "\(key) (\(facts.joined(separator: ", ")))"
    }

    /// The sentence as it is written in its table.
    package static func template(_ key: String, in language: DigestLocale) -> MessageTemplate? {
        (language == .ja ? japaneseIndex : englishIndex).sentence(of: key).map { MessageTemplate($0) }
    }

    private static let englishIndex = MessageIndex(english)
    private static let japaneseIndex = MessageIndex(japanese)

    /// Every key of a language, in the order of its tables.
    package static func keys(in language: DigestLocale) -> [String] {
        (language == .ja ? japanese : english).flatMap { table in
            String(describing: table).split(separator: "\n").compactMap { line in
                guard !line.hasPrefix(" "), let end = line.firstRange(of: " = ") else { return nil }
                return String(line[..<end.lowerBound])
            }
        }
    }
}
