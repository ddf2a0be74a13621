package import FeedModel

/// The catalogue in one language: `localized("run.stopped")`.
package struct Localizer: Sendable {
    /// The language.
    package let language: DigestLocale

    /// Takes a language.
    package init(_ language: DigestLocale) { self.language = language }

    /// A sentence with its arguments.
    package func callAsFunction(_ key: String, _ arguments: [String: MessageArgument] = [:]) -> String {
        self(.message(key, arguments))
    }

    /// A text in this language.
    package func callAsFunction(_ text: LocalizedText) -> String { text.text(in: language) }
}
