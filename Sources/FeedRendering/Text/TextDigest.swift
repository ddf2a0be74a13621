public import FeedModel

/// Renders a digest for terminals and mail, at most 78 columns wide. Addresses may be longer: they are never broken.
///
/// Lines of the digest itself begin in the first column or after two spaces. A continued text of an entry has a larger
/// indent, so that no title can look like such a line.
public enum TextDigest {
    /// Renders a digest as UTF-8.
    public static func render(_ digest: Digest) -> [UInt8] { TextPage.render(digest) }
}

private struct TextPage: DigestPage {
    private(set) var bytes: [UInt8] = []
    let words: DigestWords
    let dates: DigestDates

    init(words: DigestWords, dates: DigestDates) {
        self.words = words
        self.dates = dates
    }

    mutating func head(of digest: Digest) {
        let count = digest.sections.reduce(0) { $0 + $1.entries.count }
        heading(digest.title, underline: "=")
        line(dates.heading(digest.generatedAt, words: words) + " · " + words.entries(count))
        line()
        if count == 0 {
            line(words.nothingNew)
            line()
        }
    }

    mutating func section(_ title: String) {
        heading(title, underline: "-")
        line()
    }

    mutating func entry(_ card: EntryCard, under heading: String) {
        wrapped(card.title, first: "* ", rest: Self.foreignIndent)
        let label = [card.label == heading ? nil : "[\(card.label)]", card.published.map(dates.minute)]
        let facts =
            [label.compactMap { $0 }.joined(separator: " ")]
            + card.tellingNumbers.map { "\($0.name) \(words.grouped($0.value))" }
        let known = facts.filter { !$0.isEmpty }
        if !known.isEmpty { wrapped(known.joined(separator: " · "), first: "  ") }
        if let link = card.link { line("  " + link) }
        if !card.tags.isEmpty { wrapped(card.tags.map { "#" + $0 }.joined(separator: " "), first: "  ") }
        if !card.alsoIn.isEmpty {
            let others = card.alsoIn.map { $0.phrase(words) }.joined(separator: words.separator)
            wrapped(words.alsoIn + ": " + others, first: "  ")
            for other in card.alsoIn { if let link = other.link { line("  " + link) } }
        }
        for attachment in card.attachments {
            line("  \(words.attachments): \(attachment.url)")
        }
        if let excerpt = card.excerpt { wrapped(excerpt, first: Self.foreignIndent, rest: Self.foreignIndent) }
        line()
    }

    mutating func foot(of digest: Digest) {
        if let tally = words.tally(of: digest) {
            wrapped(tally, first: "", rest: "  ")
            line()
        }
        guard !digest.failedSources.isEmpty else { return }
        line(words.failedSources + ":")
        for failed in digest.failedSources {
            let text = "\(failed.shownTitle) (\(failed.code)): \(words.reason(for: failed))"
            wrapped(VisibleText.line(text), first: "  ! ")
        }
        line()
    }

    private mutating func heading(_ title: String, underline: String) {
        let text = Excerpt.cut(VisibleText.line(title), columns: Self.width)
        line(text)
        line(String(repeating: underline, count: max(4, min(DisplayWidth.of(text), Self.width))))
    }

    private mutating func wrapped(_ text: String, first: String, rest: String = foreignIndent) {
        var indent = first
        for part in LineBreaker(width: Self.width - rest.utf8.count).lines(text) {
            line(indent + part)
            indent = rest
        }
    }

    private mutating func line(_ text: String = "") {
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Widths, in columns.
    private static let width = 78
    static let excerptWidth = 296
    private static let foreignIndent = "    "
}
