import FeedModel
import FeedRendering

/// Words that are looked for in entries: in their titles, addresses, authors, tags and texts, whatever their case and
/// width.
struct EntryText: Sendable {
    private let needle: [UInt8]

    /// Looks for `text`, as one piece.
    init(_ text: String) { needle = Folding.fold(VisibleText.line(text), ignoringCase: true) }

    /// Whether it stands in what was read of the entry.
    func isFound(in entry: Entry) -> Bool {
        isFound(in: entry.title) || isFound(in: entry.url) || entry.authors.contains { isFound(in: $0.name) }
            || entry.categories.contains { isFound(in: $0.label ?? $0.term) }
            || isFound(in: entry.publisher?.name) || isFound(in: entry.summary?.plainText)
            || isFound(in: entry.content?.plainText)
    }

    private func isFound(in text: String?) -> Bool {
        guard let text, text.utf8.count >= needle.count / 3 else { return false }
        return Folding.fold(text, ignoringCase: true).contains(run: needle)
    }
}
