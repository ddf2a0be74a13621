import FeedHTML
import FeedModel

/// The whole text of an entry for a folded part of a page, if it says more than the excerpt.
struct EntryBody {
    /// The text, ready for a page.
    let content: Content
    /// About how many minutes it takes to read, at least 1.
    let minutes: Int

    /// The form in which the source gave the text.
    enum Content {
        case html(SafeHTML)
        case paragraphs([String])
        /// The text is too long.
        case tooLong
    }

    /// Makes the body of `entry`; nil if it does not clearly say more than its card, or with `isFull` if the card has the
    /// whole text. Beyond `limit` bytes it is `.tooLong`. Pictures are worth a body unless the page has none.
    init?(of entry: Entry, card: EntryCard, limit: Int, isFull: Bool, hasPictures: Bool) {
        guard let fullest = entry.content ?? entry.summary else { return nil }
        let text = fullest.plainText
        let saysMore = !card.hasWholeText && Self.saysMore(text, of: entry, than: card.excerpt, isFull: isFull)
        switch fullest {
        case .plain:
            guard saysMore else { return nil }
            content = text.utf8.count > limit ? .tooLong : .paragraphs(Self.paragraphs(of: text))
        case .html(let html):
            guard saysMore || Self.hasFigures(html.markup, hasPictures) else { return nil }
            let safe = html.markup.utf8.count > 2 * limit ? nil : HTMLSanitiser.sanitise(html, page: entry.url)
            guard let safe, safe.markup.utf8.count <= limit else {
                content = .tooLong
                break
            }
            if !saysMore, !Self.hasFigures(safe.markup, hasPictures) { return nil }
            content = .html(safe)
        }
        minutes = 1 + DisplayWidth.of(text) / Self.columnsAMinute
    }

    private static func saysMore(_ text: String, of entry: Entry, than excerpt: String?, isFull: Bool) -> Bool {
        guard let excerpt else { return isFull && Excerpt.of(entry, columns: clearlyMore) != nil }
        let opening = VisibleText.line(text, limit: 2 * excerpt.utf8.count + clearlyMore * 4)
        if isFull { return !opening.isEmpty && !Blocks.areSame(opening, excerpt) }
        return DisplayWidth.of(opening) >= DisplayWidth.of(excerpt) + clearlyMore
    }

    /// Width of a sentence or two, in columns. With less, an excerpt that was cut would have no way to its end.
    private static let clearlyMore = 120

    /// The size of the body in a page, in bytes.
    var size: Int {
        switch content {
        case .html(let safe): safe.markup.utf8.count
        case .paragraphs(let paragraphs):
            paragraphs.reduce(0) { $0 + HTMLEscape.text($1).utf8.count + "<p></p>\n".utf8.count }
        case .tooLong: 0
        }
    }

    /// Whether the markup has pictures, listings, tables or media. They are worth a body even if the excerpt has all words.
    private static func hasFigures(_ markup: String, _ hasPictures: Bool) -> Bool {
        var markup = markup
        let figures = hasPictures ? ["img "] + figures : figures
        return markup.withUTF8 { utf8 in
            utf8.indices.contains { index in
                utf8[index] == UInt8(ascii: "<") && figures.contains { utf8[(index + 1)...].starts(with: $0.utf8) }
            }
        }
    }

    /// Columns that are read in a minute: 500 characters of Japanese, or 180 words of English.
    static let columnsAMinute = 1000

    private static let figures = ["pre", "table", "audio", "video"]

    private static func paragraphs(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { VisibleText.line(String($0)) }.filter { !$0.isEmpty }
    }
}
