import FeedMessages
import FeedModel
import Synchronization

/// The language of the terminal's output: from the environment, else from the configuration, else English.
final class OutputLanguage: Sendable {
    private let asked: DigestLocale?
    private let configured = Mutex<DigestLocale?>(nil)

    /// Reads the variables of a process.
    init(variables: [String: String]) { asked = TerminalLanguage.choice(in: variables) }

    /// The current language. `settings.locale` counts only after the configuration was read.
    var current: DigestLocale { asked ?? configured.withLock { $0 } ?? .en }

    /// Sets the language of `settings.locale`.
    func configure(_ locale: DigestLocale) { configured.withLock { $0 = locale } }
}
