import FeedModel
import FeedState

/// Entries that may have been missed, in words.
struct MissedText {
    private let missed: MissedEntries
    private let zone: Zone

    /// The words for these entries, with times of a zone.
    init(_ missed: MissedEntries, zone: Zone) {
        self.missed = missed
        self.zone = zone
    }

    /// `entries may have scrolled away between 2026-11-20 10:00 and 14:00; ask at least every 2 h`
    var sentence: String { "entries may have scrolled away between \(between); \(remedy)" }

    private var between: String {
        let (from, until) = (minute(missed.from), minute(missed.until))
        let isSameDay = from.prefix(10) == until.prefix(10)
        return "\(from) and \(isSameDay ? until.dropFirst(11) : until[...])"
    }

    private var remedy: String {
        let pause = Span.text(missed.pause)
        switch missed.cause {
        case .rhythm: return "ask at least every \(pause)"
        case .server(let field, let wait):
            return "every \(pause) would do, its server wants \(Span.text(wait)) (`\(field)`)"
        case .failing: return "it could not be read meanwhile"
        case .unread(let options):
            let names = options.map { "`\($0)`" }.joined(separator: " or ")
            return names.isEmpty ? "ask at least every \(pause)" : "set \(names) to read further, or ask every \(pause)"
        }
    }

    private func minute(_ moment: Timestamp) -> String {
        let text = moment.rfc3339(offset: zone.offset(at: moment))
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }
}
