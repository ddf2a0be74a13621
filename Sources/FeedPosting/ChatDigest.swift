public import FeedModel
import FeedRendering

/// What a chat service shows of a digest: short lines of plain text, none of them escaped yet.
public struct ChatDigest: Sendable {
    /// The digest's title, on one line.
    public let title: String
    /// When it was made, and how many entries it has.
    public let headline: String
    /// Its sections; one without a title if it is not divided.
    public let sections: [Section]
    /// What is missing: what became of the entries that are not there, sources that could not be fetched.
    public let foot: [String]

    /// A part of it.
    public struct Section: Sendable {
        /// On one line; empty if the digest is not divided.
        public let title: String
        /// In order.
        public let entries: [ChatEntry]
    }

    /// Makes the texts of a digest.
    public init(_ digest: Digest) {
        let words = DigestWords(digest.locale)
        let dates = DigestDates(zone: digest.zone)
        let sourceTitles = SourceTitles(digest)
        title = VisibleText.line(digest.title).cut(units: Self.longestTitle)
        headline = dates.heading(digest.generatedAt, words: words) + " · " + words.entries(digest.entries.count)
        sections = digest.sections.map { section in
            Section(
                title: VisibleText.line(section.title).cut(units: Self.longestTitle),
                entries: section.entries.map { entry in
                    ChatEntry(
                        EntryCard(entry, columns: ChatEntry.excerptWidth, words: words, sourceTitles: sourceTitles),
                        key: entry.key, words: words, dates: dates)
                })
        }
        foot = Self.foot(of: digest, words: words)
    }

    /// The keys of its entries, in order.
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

/// What a chat service shows of an entry.
public struct ChatEntry: Sendable {
    /// Our own id.
    public let key: String
    /// Never empty.
    public let title: String
    /// An http or https address of moderate length, percent-encoded, or nil.
    public let link: String?
    /// Who published it and when, and its numbers.
    public let facts: String
    /// Or nil.
    public let excerpt: String?

    init(_ card: EntryCard, key: String, words: DigestWords, dates: DigestDates) {
        self.key = key
        title = card.title.cut(units: Self.longestTitle)
        // No message has room for more, and no such address is for people.
        link = card.link.flatMap { $0.utf8.count <= Self.longestLink ? $0 : nil }
        var facts = [card.label]
        if let published = card.published { facts.append(dates.minute(published)) }
        facts += card.numbers.prefix(4).map { "\($0.name) \(words.grouped($0.value))" }
        if !card.alsoIn.isEmpty {
            let others = card.alsoIn.map { $0.phrase(words) }.joined(separator: words.separator)
            facts.append(words.alsoIn + ": " + others)
        }
        self.facts = facts.joined(separator: " · ").cut(units: Self.longestFacts)
        excerpt = card.excerpt?.cut(units: Self.longestExcerpt)
    }

    /// Columns.
    fileprivate static let excerptWidth = 240
    private static let longestTitle = 200
    private static let longestLink = 800
    private static let longestFacts = 160
    private static let longestExcerpt = 280
}
