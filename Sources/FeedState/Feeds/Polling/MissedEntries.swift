package import FeedModel

/// Entries of a feed that may have come and gone between two fetches.
package struct MissedEntries: Sendable, Hashable, Codable {
    /// Why it was not asked in time.
    package enum Cause: Sendable, Hashable, Codable {
        /// It was not asked often enough.
        case rhythm
        /// Its server wants so long a wait between two requests, and says so in this field.
        case server(field: String, wait: Duration)
        /// It could not be read meanwhile.
        case failing
        /// The source did not read its list to what is known; options that let it read further.
        case unread([String])
    }

    /// Since when they may have scrolled away.
    package var from: Timestamp
    /// Until when.
    package var until: Timestamp
    /// With so long between two fetches they would have been seen.
    package var pause: Duration
    /// Why it was not so.
    package var cause: Cause
    /// Whether the user was told of others of the same source lately.
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
    /// As its column has it.
    var code: String {
        switch self {
        case .rhythm: "rhythm"
        case .server(let field, let wait): "server \(wait.components.seconds) \(field)"
        case .failing: "failing"
        case .unread(let options): (["unread"] + options).joined(separator: " ")
        }
    }

    /// Reads a column.
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
