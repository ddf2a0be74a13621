import FeedMessages

/// The catalogue in the language of the environment, for texts that are printed before the configuration is read: help,
/// and mistakes on the command line.
enum Surroundings {
    static let localizer = Localizer(OutputLanguage(variables: ProcessEnvironment.variables).current)

    /// Returns a sentence with its arguments.
    static func localized(_ key: String, _ arguments: [String: MessageArgument] = [:]) -> String {
        localizer(key, arguments)
    }

    /// Returns a text in this language.
    static func localized(_ text: LocalizedText) -> String { localizer(text) }
}
