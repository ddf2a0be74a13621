public import FeedModel

/// Renders a digest in CommonMark: a heading for each entry, its title as a link, and a plain-text excerpt.
public enum MarkdownDigest {
    /// Renders a digest as UTF-8.
    public static func render(_ digest: Digest) -> [UInt8] { MarkdownPage.render(digest) }
}

/// Every block is one line with an empty line after it, so that text of an entry cannot begin a block.
private struct MarkdownPage: DigestPage {
    private(set) var bytes: [UInt8] = []
    let words: DigestWords
    let dates: DigestDates

    init(words: DigestWords, dates: DigestDates) {
        self.words = words
        self.dates = dates
    }

    mutating func head(of digest: Digest) {
        let count = digest.sections.reduce(0) { $0 + $1.entries.count }
        markup("# ")
        text(digest.title)
        endBlock()
        text(dates.heading(digest.generatedAt, words: words) + " · " + words.entries(count))
        endBlock()
        if count == 0 {
            text(words.nothingNew)
            endBlock()
        }
    }

    mutating func section(_ title: String) {
        markup("## ")
        text(title)
        endBlock()
    }

    mutating func entry(_ card: EntryCard, under heading: String) {
        markup("### ")
        link(card.title, to: card.link)
        endBlock()
        label(card, under: heading)
        if let excerpt = card.excerpt {
            text(excerpt)
            endBlock()
        }
        for attachment in card.attachments {
            markup(words.attachments + ": ")
            link(attachment.name, to: attachment.url)
            markup(words.parentheses.open)
            text(attachment.details.joined(separator: words.separator))
            markup(words.parentheses.close)
            endBlock()
        }
    }

    mutating func foot(of digest: Digest) {
        let tally = words.tally(of: digest)
        guard tally != nil || !digest.failedSources.isEmpty else { return }
        markup("---")
        endBlock()
        if let tally {
            text(tally)
            endBlock()
        }
        guard !digest.failedSources.isEmpty else { return }
        text(words.failedSources + ":")
        endBlock()
        for failed in digest.failedSources {
            markup("- **")
            text(failed.shownTitle)
            markup("** (")
            text(failed.code)
            markup("): ")
            text(words.reason(for: failed))
            markup("\n")
        }
        markup("\n")
    }

    /// Writes `[Publisher] 2026/11/20 07:00 · likes 12 · #swift`, without the publisher if it is the heading. The
    /// brackets make no link: none is defined.
    private mutating func label(_ card: EntryCard, under heading: String) {
        let start = bytes.count
        if card.label != heading {
            markup("[")
            text(card.label)
            markup("]")
        }
        if let published = card.published { markup((bytes.count > start ? " " : "") + dates.minute(published)) }
        var facts = card.tellingNumbers.map { "\($0.name) \(words.grouped($0.value))" }
        facts += card.tags.map { "#" + $0 }
        for fact in facts {
            if bytes.count > start { markup(" · ") }
            bytes.append(contentsOf: MarkdownText.escaped(fact, isAtStart: bytes.count == start))
        }
        for (index, other) in card.alsoIn.enumerated() {
            if bytes.count > start { markup(index == 0 ? " · " : words.separator) }
            if index == 0 { markup(words.alsoIn + ": ") }
            link(other.phrase(words), to: other.link, isAtStart: false)
        }
        if bytes.count > start { endBlock() }
    }

    private mutating func link(_ title: String, to address: String?, isAtStart: Bool = true) {
        guard let address else {
            return bytes.append(contentsOf: MarkdownText.escaped(title, isAtStart: isAtStart))
        }
        markup("[")
        text(title)
        markup("](")
        bytes.append(contentsOf: MarkdownText.destination(address))
        markup(")")
    }

    private mutating func text(_ text: String) { bytes.append(contentsOf: MarkdownText.escaped(text)) }
    private mutating func markup(_ markup: String) { bytes.append(contentsOf: markup.utf8) }
    private mutating func endBlock() { markup("\n\n") }

    /// Width of an excerpt, in columns.
    static let excerptWidth = 400
}
