package import FeedModel

/// Entries of a feed that may have come and gone between two fetches.
package struct MissedEntries: Sendable, Hashable, Codable {
    /// Why the feed was not fetched in time.
    package enum Cause: Sendable, Hashable, Codable {
        /// The source was not fetched often enough.
        case rhythm
        /// The source's server demands this wait between two requests, in this response field.
        case server(field: String, wait: Duration)
        /// The source could not be read in that time.
        case failing
        /// The source did not read its list as far as the known entries. These options let it read further.
        case unread([String])
    }

    /// The earliest moment when they may have left the document.
    package var from: Timestamp
    /// The latest such moment.
    package var until: Timestamp
    /// The longest time between two fetches that would have shown them.
    package var pause: Duration
    /// Why the entries were missed.
    package var cause: Cause
    /// Whether missed entries of the same source were reported lately.
    package var isReminder = false

    /// Makes missed entries.
    package init(from: Timestamp, until: Timestamp, pause: Duration, cause: Cause) {
        self.from = from
        self.until = until
        self.pause = pause
        self.cause = cause
    }
}

extension MissedEntries.Cause {
    /// The stored form: the word of the case, then its values, with blanks between them.
    var code: String {
        switch self {
        case .rhythm: "rhythm"
        case .server(let field, let wait): "server \(wait.components.seconds) \(field)"
        case .failing: "failing"
        case .unread(let options): (["unread"] + options).joined(separator: " ")
        }
    }

    /// Reads the stored form. Anything unknown reads as `rhythm`.
    init(code: String) {
        let words = code.split(separator: " ").map(String.init)
        switch words.first {
        case "failing": self = .failing
        case "unread": self = .unread(Array(words.dropFirst()))
        case "server" where words.count == 3:
            self = .server(field: words[2], wait: .seconds(Int64(words[1]) ?? 0))
        default: self = .rhythm
        }
    }
}
