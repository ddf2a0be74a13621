import FeedMessages
import FeedModel
import FeedState

/// The words for entries that may have been missed.
struct MissedText {
    private let missed: MissedEntries
    private let zone: Zone

    /// Makes the words, with times in a zone.
    init(_ missed: MissedEntries, zone: Zone) {
        self.missed = missed
        self.zone = zone
    }

    /// `entries may have been missed between 2026-11-20 10:00 and 14:00; fetch at least every 2 h`
    var words: LocalizedText {
        let (from, until) = (DatedText.minute(missed.from, zone), DatedText.minute(missed.until, zone))
        let isSameDay = from.prefix(10) == until.prefix(10)
        var arguments: [String: MessageArgument] = [
            "from": .text(from), "until": .text(isSameDay ? String(until.dropFirst(11)) : until),
            "pause": .span(missed.pause),
        ]
        switch missed.cause {
        case .rhythm: return .message("missed.rhythm", arguments)
        case .failing: return .message("missed.failing", arguments)
        case .server(let field, let wait):
            arguments["field"] = .text(field)
            arguments["wait"] = .span(wait)
            return .message("missed.server", arguments)
        case .unread(let options):
            guard !options.isEmpty else { return .message("missed.rhythm", arguments) }
            arguments["options"] = .either(options.map { "`\($0)`" })
            return .message("missed.unread", arguments)
        }
    }
}
