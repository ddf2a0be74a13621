import FeedMessages
import FeedModel
import Synchronization

/// The language of what goes to the terminal: the surroundings' own, else the configuration's, else English.
final class OutputLanguage: Sendable {
    private let asked: DigestLocale?
    private let configured = Mutex<DigestLocale?>(nil)

    /// Asks the variables of a process.
    init(variables: [String: String]) { asked = TerminalLanguage.choice(in: variables) }

    /// The language now: what is told before the configuration was read does not know it.
    var current: DigestLocale { asked ?? configured.withLock { $0 } ?? .en }

    /// Takes `settings.locale`.
    func configure(_ locale: DigestLocale) { configured.withLock { $0 = locale } }
}
