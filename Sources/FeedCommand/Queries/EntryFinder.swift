import FeedModel
import FeedStages
import FeedState

/// Finds stored entries, newest first, and reads no more of them than necessary.
struct EntryFinder: Sendable {
    /// The most entries whose texts are searched. In older ones only titles, addresses, authors and tags are.
    static let mostTexts = 20_000
    /// The most entries whose titles are searched.
    static let mostTitles = 200_000
    private static let atOnce = 200

    let reading: StateReading
    let search: EntrySearch
    /// The text that the entries must contain, or nil.
    let text: EntryText?
    /// The most entries to find.
    let limit: Int

    /// The result of a search.
    struct Found: Sendable {
        var entries: [StoredEntry] = []
        /// Whether there are more than `limit`.
        var hasMore = false
        /// The date before which only titles, addresses, authors and tags were searched; nil if all texts were.
        var textsSearchedSince: Timestamp?
        /// The date before which nothing was searched, or nil.
        var searchedSince: Timestamp?
    }

    /// Finds the entries, with their texts if `withBodies`. Throws an error of the state.
    func find(withBodies: Bool) async throws(CommandFailure) -> Found {
        let (search, text, limit) = (search, text, limit)
        // One more than `limit` shows whether there are more.
        let ids = try await reading.query { state throws(StageError) in
            try state.ids(of: search, limit: text == nil ? limit + 1 : nil)
        }
        guard let text else {
            var found = Found(hasMore: ids.count > limit)
            found.entries = try await entries(ids.prefix(limit), withBodies: withBodies)
            return found
        }
        return try await find(text, among: ids, withBodies: withBodies)
    }

    private func find(
        _ text: EntryText, among ids: [EntryID], withBodies: Bool
    ) async throws(CommandFailure) -> Found {
        var found = Found()
        var matching: [EntryID] = []
        var start = 0
        while start < ids.count, matching.count <= limit {
            let end = min(start + Self.atOnce, ids.count)
            guard start < Self.mostTitles else {
                found.searchedSince = try await entries(ids[start..<(start + 1)], withBodies: false).first?.date
                break
            }
            let searchesTexts = start < Self.mostTexts
            let entries = try await entries(ids[start..<end], withBodies: searchesTexts)
            if !searchesTexts, found.textsSearchedSince == nil { found.textsSearchedSince = entries.first?.date }
            matching += entries.filter { text.isFound(in: $0.entry) }.map(\.id)
            start = end
        }
        found.hasMore = matching.count > limit
        found.entries = try await self.entries(matching.prefix(limit), withBodies: withBodies)
        return found
    }

    private func entries(
        _ ids: some Sequence<EntryID> & Sendable, withBodies: Bool
    ) async throws(CommandFailure) -> [StoredEntry] {
        try await reading.query { state throws(StageError) in try state.entries(ids, withBodies: withBodies) }
    }
}
