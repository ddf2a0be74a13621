public import FeedModel
import FeedRendering

/// A digest for a chat service: short lines of plain text, not yet escaped.
public struct ChatDigest: Sendable {
    /// The digest's title, on one line, at most 120 UTF-16 units.
    public let title: String
    /// When the digest was made, and how many entries it has.
    public let headline: String
    /// The sections; one without a title if the digest is not grouped.
    public let sections: [Section]
    /// Lines after the entries: the tally of entries that are not in the digest, and the sources that failed.
    public let foot: [String]

    /// A section of the digest.
    public struct Section: Sendable {
        /// The title on one line; empty if the digest is not grouped.
        public let title: String
        /// The entries, in order.
        public let entries: [ChatEntry]
    }

    /// Makes the texts of a digest.
    public init(_ digest: Digest) {
        let words = DigestWords(digest.locale)
        let dates = DigestDates(zone: digest.zone)
        let sourceTitles = SourceTitles(digest)
        title = VisibleText.line(digest.title).cut(units: Self.longestTitle)
        headline = dates.heading(digest.generatedAt, words: words) + " · " + words.entries(digest.entries.count)
        let cards = digest.sections.map { section in
            section.entries.map {
                EntryCard($0, columns: ChatEntry.excerptWidth, words: words, sourceTitles: sourceTitles)
            }
        }
        sections = zip(digest.sections, cards).map { section, cards in
            Section(
                title: VisibleText.line(section.title).cut(units: Self.longestTitle),
                entries: zip(section.entries, cards).map { entry, card in
                    ChatEntry(card, key: entry.key, words: words, dates: dates)
                })
        }
        foot = [words.legend(of: Array(cards.joined()))].compactMap { $0 } + Self.foot(of: digest, words: words)
    }

    /// The keys of the entries, in order.
    public var keys: [String] { sections.flatMap { $0.entries.map(\.key) } }

    private static func foot(of digest: Digest, words: DigestWords) -> [String] {
        var lines: [String] = []
        if let tally = words.tally(of: digest) { lines.append(tally) }
        if !digest.failedSources.isEmpty {
            let names = digest.failedSources.prefix(mostFailed).map { failed in
                let title = VisibleText.line(failed.title).cut(units: 40)
                return title.isEmpty ? VisibleText.line(failed.source).cut(units: 40) : title
            }
            let more = digest.failedSources.count > mostFailed ? words.separator + "…" : ""
            let list = names.joined(separator: words.separator) + more
            lines.append("\(words.failures(digest.failedSources.count)): \(list)")
        }
        return lines
    }

    private static let longestTitle = 120
    private static let mostFailed = 10
}

/// An entry for a chat service.
public struct ChatEntry: Sendable {
    /// The engine's own id.
    public let key: String
    /// The title, never empty, at most 200 UTF-16 units.
    public let title: String
    /// A percent-encoded `http` or `https` address of at most 800 bytes, or nil.
    public let link: String?
    /// The publisher, the date, and the entry's numbers, at most 160 UTF-16 units.
    public let facts: String
    /// The excerpt, at most 280 UTF-16 units, or nil.
    public let excerpt: String?

    init(_ card: EntryCard, key: String, words: DigestWords, dates: DigestDates) {
        self.key = key
        title = card.title.cut(units: Self.longestTitle)
        // A longer address fits in no message, and is of no use to readers.
        link = card.link.flatMap { $0.utf8.count <= Self.longestLink ? $0 : nil }
        var facts = [card.label]
        if let published = card.published { facts.append(dates.minute(published)) }
        facts +=
            card.buzz?.parts.map(\.text) ?? card.numbers.prefix(4).map { "\($0.name) \(words.grouped($0.value))" }
        if !card.alsoIn.isEmpty {
            let others = card.alsoIn.map { $0.phrase(words) }.joined(separator: words.separator)
            facts.append(words.alsoIn + ": " + others)
        }
        self.facts = facts.joined(separator: " · ").cut(units: Self.longestFacts)
        excerpt = card.excerpt?.cut(units: Self.longestExcerpt)
    }

    /// Width of an excerpt, in columns.
    fileprivate static let excerptWidth = 240
    private static let longestTitle = 200
    private static let longestLink = 800
    private static let longestFacts = 160
    private static let longestExcerpt = 280
}
