import FeedEngine
import FeedMessages
import FeedModel
import FeedState

/// The words for a failing source: `source "zenn" failing since 2026-11-19 (5 tries; next in 8 h)`.
struct FailingWords {
    private let failing: RunReport.Failing
    private let source: String
    private let since: Timestamp?
    private let zone: Zone

    init(_ failing: RunReport.Failing, source: String, since: Timestamp?, zone: Zone) {
        self.failing = failing
        self.source = source
        self.since = since
        self.zone = zone
    }

    /// Returns the words, with or without the time of the next fetch.
    func text(withNext: Bool) -> LocalizedText {
        var arguments: [String: MessageArgument] = ["source": .text(source), "tries": .number(failing.failures)]
        arguments["day"] = since.map { .text(DatedText.day($0, zone)) }
        if withNext { arguments["wait"] = failing.wait.map { .span($0) } }
        if failing.isOtherCause { return .message("failing.other_cause", arguments) }
        guard failing.hasEverWorked || failing.isReminder || failing.state == .dead else {
            return failing.state == .throttled
                ? .message("failing.never_throttled", arguments) : .message("failing.never", arguments)
        }
        if failing.state == .dead { return .message("failing.dead", arguments) }
        if failing.isReminder {
            arguments["state"] = .message("failing.still.\(failing.state.rawValue)")  // messages: failing.still.*
            return .message("failing.reminded", arguments)
        }
        arguments["state"] = .message("failing.state.\(failing.state.rawValue)")  // messages: failing.state.*
        return .message("failing.told", arguments)
    }
}
