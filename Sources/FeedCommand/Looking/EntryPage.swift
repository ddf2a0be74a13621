import FeedEngine
import FeedModel
import FeedRendering
import FeedState

/// One entry as a page of text: what is known of it, then its body.
///
/// As in a digest, only our own lines begin in the first columns; the entry's text is indented.
struct EntryPage {
    private static let indent = "    "
    /// Columns where the output is no terminal, and at most.
    private static let width = 100

    let entry: StoredEntry
    let plan: Plan?
    let zone: Zone
    /// Columns of the terminal, or nil.
    let columns: Int?

    var lines: [String] {
        let digestEntry = entry.digestEntry(plan)
        let words = DigestWords(.en)
        let digest = EntryPage.digest(of: digestEntry, zone: zone, now: entry.lastSeen)
        let card = EntryCard(digestEntry, columns: 80, words: words, sourceTitles: SourceTitles(digest))
        let dates = DigestDates(zone: zone)
        var lines = wrapped(card.title, first: entry.id.key + "  ", rest: Self.indent)
        var facts: [(String, String)] = []
        if let link = card.link { facts.append(("url", link)) }
        facts.append(("source", VisibleText.line(entry.source) + " (\(card.label))"))
        if let published = card.published { facts.append(("published", dates.minute(published))) }
        if let updated = entry.entry.updated { facts.append(("updated", dates.minute(updated))) }
        facts.append(("first seen", dates.minute(entry.firstSeen)))
        facts.append(("last seen", dates.minute(entry.lastSeen)))
        if !card.authors.isEmpty { facts.append(("by", card.authors.joined(separator: ", "))) }
        if !card.tags.isEmpty { facts.append(("tags", card.tags.joined(separator: ", "))) }
        let numbers = card.numbers.map { "\(words.grouped($0.value)) \($0.name)" }
        if !numbers.isEmpty { facts.append(("numbers", numbers.joined(separator: ", "))) }
        if let guid = entry.entry.guid, guid != entry.entry.url { facts.append(("guid", VisibleText.line(guid))) }
        for file in card.attachments { facts.append(("file", "\(file.url) (\(file.details.joined(separator: ", ")))")) }
        if let image = card.image { facts.append(("image", image)) }
        for (name, value) in facts { lines.append("  \(DisplayWidth.pad(name, to: 10))  \(value)") }
        return lines + [""] + body
    }

    /// A digest of this one entry.
    static func digest(of entry: DigestEntry, zone: Zone, now: Timestamp) -> Digest {
        Digest(
            pipeline: "", title: VisibleText.line(entry.entry.title ?? entry.key), generatedAt: now, from: nil, to: now,
            zone: zone, locale: .en, sections: [DigestSection(title: "", entries: [entry])])
    }

    private var body: [String] {
        guard entry.hasBody else { return ["  (no text is stored)"] }
        var lines: [String] = []
        for part in [entry.entry.summary, entry.entry.content] {
            guard let text = part?.plainText, !text.isEmpty else { continue }
            if !lines.isEmpty { lines += ["", "  ----", ""] }
            // A long line is wrapped, an empty one parts paragraphs.
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                let line = VisibleText.line(String(line))
                lines += line.isEmpty ? [""] : wrapped(line, first: Self.indent, rest: Self.indent)
            }
        }
        return lines
    }

    private func wrapped(_ text: String, first: String, rest: String) -> [String] {
        let width = min(columns ?? Self.width, Self.width) - max(first.utf8.count, rest.utf8.count)
        let parts = LineBreaker(width: max(20, width)).lines(text)
        return parts.enumerated().map { ($0.offset == 0 ? first : rest) + $0.element }
    }
}
