public import FeedModel
public import FeedStages

/// Entries that have nothing that they could be known by: they are left out, and that is told.
public enum UnidentifiedEntries {
    /// The repair that stands for them.
    static let repair = "unidentified_entries"

    /// Puts the entries of a list into its feed; nil stands for one that has nothing that it could be known by, `surplus` is
    /// how many more the list has. Throws `.unidentified` where none has anything.
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
