public import FeedModel
public import FeedStages

/// Entries that nothing identifies. They are left out and reported.
public enum UnidentifiedEntries {
    /// The code of the repair.
    static let repair = "unidentified_entries"

    /// Adds the entries of a list to its feed; nil is an entry that nothing identifies. `surplus` counts further
    /// entries of the list. Throws `.unidentified` if all are nil.
    public static func add(
        _ entries: [Entry?], surplus: Int, to feed: inout Feed, of document: Document
    ) throws(StageError) {
        feed.entries = entries.compactMap { $0 }
        if surplus > 0 { feed.repairs.append(Repair(code: "too_many_entries", count: surplus)) }
        let lost = entries.count - feed.entries.count
        guard lost > 0 else { return }
        guard !feed.entries.isEmpty else { throw refusal(of: document, lost, of: lost) }
        feed.repairs.append(Repair(code: repair, count: lost))
    }

    static func refusal(of document: Document, _ count: Int, of all: Int) -> StageError {
        document.refusal(
            .unidentified, found: .message("lists.some_of", ["count": .number(count), "all": .number(all)]))
    }
}
