import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedState

/// One entry as a page of text: its facts, then its body.
///
/// As in a digest, only our own lines begin in the first columns. The entry's text is indented.
struct EntryPage {
    private static let indent = "    "
    /// The greatest width in columns, and the width if the output is no terminal.
    private static let width = 100
    private static let keyColumns = 10

    let entry: StoredEntry
    /// What its numbers were at each age.
    var numbers: [NumberTrack] = []
    let plan: Plan?
    let zone: Zone
    /// The width of the terminal in columns, or nil.
    let columns: Int?
    let localized: Localizer

    var lines: [String] {
        let digestEntry = entry.digestEntry(plan)
        let words = DigestWords(localized.language)
        let digest = EntryPage.digest(of: digestEntry, zone: zone, locale: localized.language, now: entry.lastSeen)
        let card = EntryCard(digestEntry, columns: 80, words: words, sourceTitles: SourceTitles(digest))
        let dates = DigestDates(zone: zone)
        var lines = wrapped(card.title, first: entry.id.key + "  ", rest: Self.indent)
        var facts: [(key: String, value: String)] = []
        if let link = card.link { facts.append(("show.url", link)) }
        let names: [String: MessageArgument] = [
            "source": .text(VisibleText.line(entry.source)), "title": .text(card.label),
        ]
        facts.append(("show.source", localized("show.source.value", names)))
        if let published = card.published { facts.append(("show.published", dates.minute(published))) }
        if let updated = entry.entry.updated { facts.append(("show.updated", dates.minute(updated))) }
        facts.append(("show.first_seen", dates.minute(entry.firstSeen)))
        facts.append(("show.last_seen", dates.minute(entry.lastSeen)))
        if !card.authors.isEmpty { facts.append(("show.authors", localized.commas(card.authors))) }
        if !card.tags.isEmpty { facts.append(("show.tags", localized.commas(card.tags))) }
        let numbers = card.numbers.map { "\(words.grouped($0.value)) \($0.name)" }
        if !numbers.isEmpty { facts.append(("show.numbers", localized.commas(numbers))) }
        if let guid = entry.entry.guid, guid != entry.entry.url { facts.append(("show.guid", VisibleText.line(guid))) }
        for file in card.attachments {
            let details: [String: MessageArgument] = [
                "address": .text(file.url), "details": .text(localized.commas(file.details)),
            ]
            facts.append(("show.file", localized("show.file.value", details)))
        }
        if let image = card.image { facts.append(("show.image", image)) }
        for (key, value) in facts {
            // messages: show.*
            lines.append("  \(DisplayWidth.pad(localized(key), to: Self.keyColumns))  \(value)")
            if key == "show.numbers" { lines += history(words) }
        }
        return lines + [""] + body
    }

    private func history(_ words: DigestWords) -> [String] {
        let start = Self.keyColumns + 4
        let room = min(columns ?? Self.width, Self.width) - start
        let table = NumberTable(tracks: numbers, words: words, localized: localized)
        return table.lines(columns: room).enumerated().map { place, line in
            let key = place == 0 ? localized("show.history") : ""
            return "  \(DisplayWidth.pad(key, to: Self.keyColumns))  \(line)"
        }
    }

    /// Returns a digest of this one entry.
    static func digest(of entry: DigestEntry, zone: Zone, locale: DigestLocale, now: Timestamp) -> Digest {
        var digest = Digest(
            pipeline: "", title: VisibleText.line(entry.entry.title ?? entry.key), generatedAt: now, from: nil, to: now,
            zone: zone, locale: locale, sections: [DigestSection(title: "", entries: [entry])])
        digest.isNote = true
        return digest
    }

    private var body: [String] {
        guard entry.hasBody else { return ["  " + localized("show.no_text")] }
        var lines: [String] = []
        var shown: String?
        for part in [entry.entry.summary, entry.entry.content] {
            guard let text = part?.plainText, !text.isEmpty, VisibleText.line(text) != shown else { continue }
            shown = VisibleText.line(text)
            if !lines.isEmpty { lines += ["", "  ----", ""] }
            // A long line is wrapped. An empty one separates paragraphs.
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
