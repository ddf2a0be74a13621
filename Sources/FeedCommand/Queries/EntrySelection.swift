import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// Finds the entries that a user names by an id (`e42`, `42`) or an address.
struct EntrySelection: Sendable {
    /// The most entries that are returned.
    static let limit = 20

    let reading: StateReading
    let localized: Localizer

    /// The entries that were found, and how.
    struct Selected: Sendable {
        let ids: [EntryID]
        /// The address that was found, if it differs from the requested one, or nil.
        var address: String?
        /// Whether the entries only mention the address and have another one themselves.
        var isMention = false
    }

    /// Finds the entries. If there are none, throws a failure that says what to try.
    func find(_ asked: String) async throws(CommandFailure) -> Selected {
        let id = asked.utf8.first == UInt8(ascii: "e") ? EntryID(key: asked) : EntryID(key: "e" + asked)
        if let id {
            let known = try await reading.query { state throws(StageError) in
                try state.entries([id], withBodies: false).map(\.id)
            }
            guard known.isEmpty else { return Selected(ids: known) }
            throw unknown(.message("look.no_such_id", ["id": .text(id.key)]))
        }
        guard Address.parts(asked) != nil else {
            throw unknown(.message("look.no_id_or_address", ["asked": .text(asked)]))
        }
        for address in Self.spellings(of: asked) {
            let ids = try await reading.query { state throws(StageError) in try state.ids(at: address) }
            guard let newest = ids.first else { continue }
            guard address != asked else { return Selected(ids: Array(ids.prefix(Self.limit))) }
            let own = try await reading.query { state throws(StageError) in
                try state.entries([newest], withBodies: false).first?.entry.url
            }
            return Selected(ids: Array(ids.prefix(Self.limit)), address: own ?? address)
        }
        let ids = try await reading.query { state throws(StageError) in
            try state.ids(mentioning: asked, limit: Self.limit)
        }
        guard ids.isEmpty else { return Selected(ids: ids, isMention: true) }
        throw unknown(.message("look.no_such_address", ["address": .text(asked)]))
    }

    /// Returns the address and others that people consider the same: without fragment, without query, with or without a
    /// slash at the end, with the other scheme.
    static func spellings(of address: String) -> [String] {
        var spellings = [address]
        func add(_ change: (String) -> String?) {
            for known in spellings {
                if let other = change(known), !spellings.contains(other) { spellings.append(other) }
            }
        }
        add { Self.cut($0, at: "#") }
        add { Self.cut($0, at: "?") }
        add { $0.hasSuffix("/") ? String($0.dropLast()) : $0 + "/" }
        add { Self.scheme("https", insteadOf: "http", in: $0) ?? Self.scheme("http", insteadOf: "https", in: $0) }
        return spellings
    }

    private static func cut(_ address: String, at mark: Unicode.Scalar) -> String? {
        address.unicodeScalars.firstIndex(of: mark).map { String(address.unicodeScalars[..<$0]) }
    }

    private static func scheme(_ scheme: String, insteadOf other: String, in address: String) -> String? {
        guard address.hasPrefix(other + "://") else { return nil }
        return scheme + address.dropFirst(other.count)
    }

    private func unknown(_ what: LocalizedText) -> CommandFailure {
        // messages: look.*
        let line = localized(
            reading.state.isImagined ? "look.nothing_collected" : "look.how_to_find", ["what": .message(what)])
        return CommandFailure(.attention, VisibleText.line(line))
    }
}

/// A text to search for in the titles, addresses, authors, tags and texts of entries, as `contains` compares it in
/// conditions.
struct EntryText: Sendable {
    /// Nil if nothing is searched for.
    private let word: FoldedWord?

    /// Makes a search for `text` as one piece.
    init(_ text: String) { word = FoldedWord(VisibleText.line(text), ignoringCase: true) }

    /// Returns whether the entry contains the text, in the parts that were read.
    func isFound(in entry: Entry) -> Bool {
        isFound(in: entry.title) || isFound(in: entry.url) || entry.authors.contains { isFound(in: $0.name) }
            || entry.categories.contains { isFound(in: $0.label ?? $0.term) }
            || isFound(in: entry.publisher?.name) || isFound(in: entry.summary?.plainText)
            || isFound(in: entry.content?.plainText)
    }

    private func isFound(in text: String?) -> Bool {
        guard let text else { return false }
        return word?.isContained(in: FoldedText(text, ignoringCase: true)) ?? true
    }
}
