import FeedMessages

/// The catalogue in the language of the process's variables, for what is told before a configuration was read: help, and
/// mistakes on the command line.
enum Surroundings {
    static let localizer = Localizer(OutputLanguage(variables: ProcessEnvironment.variables).current)

    /// A sentence with its arguments.
    static func localized(_ key: String, _ arguments: [String: MessageArgument] = [:]) -> String {
        localizer(key, arguments)
    }

    /// A text in this language.
    static func localized(_ text: LocalizedText) -> String { localizer(text) }
}
