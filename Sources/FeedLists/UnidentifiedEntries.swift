public import FeedModel
public import FeedStages

/// Entries that have nothing that they could be known by: they are left out, and that is told.
public enum UnidentifiedEntries {
    /// The repair that stands for them.
    static let repair = "unidentified_entries"

    /// Makes a feed's entries of the elements of a list, at most `limit` of them; throws `.unidentified` where none has
    /// anything that it could be known by.
    public static func take<Element>(
        _ elements: [Element], limit: Int, into feed: inout Feed, of document: Document,
        _ entry: (Element) throws(StageError) -> Entry?
    ) throws(StageError) {
        feed.entries.reserveCapacity(min(elements.count, limit))
        for element in elements.prefix(limit) {
            if let entry = try entry(element) { feed.entries.append(entry) }
        }
        if elements.count > limit {
            feed.repairs.append(Repair(code: "too_many_entries", count: elements.count - limit))
        }
        let lost = min(elements.count, limit) - feed.entries.count
        guard lost > 0 else { return }
        guard !feed.entries.isEmpty else { throw refusal(of: document, lost, of: lost) }
        feed.repairs.append(Repair(code: repair, count: lost))
    }

    static func refusal(of document: Document, _ count: Int, of all: Int) -> StageError {
        document.refusal(.unidentified, found: "\(count) of \(all)")
    }
}
