import FeedHTML
import FeedModel

/// The whole text of an entry as a page folds it in, where it says more than the excerpt.
struct EntryBody {
    /// The text, ready to stand in a page.
    let content: Content
    /// About how long it takes to read, at least 1.
    let minutes: Int

    /// How the source gave it.
    enum Content {
        case html(SafeHTML)
        case paragraphs([String])
        /// There is one, but it does not fit.
        case tooLong
    }

    /// The body of `entry`, or nil if the excerpt says it all; of at most `limit` bytes.
    init?(of entry: Entry, excerpt: String?, limit: Int) {
        guard let fullest = entry.content ?? entry.summary else { return nil }
        let text = fullest.plainText
        let opening = VisibleText.line(text, limit: 2 * (excerpt?.utf8.count ?? 0) + 16)
        let saysMore = !opening.isEmpty && excerpt.map { !Blocks.areSame(opening, $0) } ?? false
        switch fullest {
        case .plain:
            guard saysMore else { return nil }
            content = text.utf8.count > limit ? .tooLong : .paragraphs(Self.paragraphs(of: text))
        case .html(let html):
            guard saysMore || Self.hasFigures(html.markup) else { return nil }
            let safe = html.markup.utf8.count > 2 * limit ? nil : HTMLSanitiser.sanitise(html, page: entry.url)
            guard let safe, safe.markup.utf8.count <= limit else {
                content = .tooLong
                break
            }
            if !saysMore, !Self.hasFigures(safe.markup) { return nil }
            content = .html(safe)
        }
        minutes = 1 + DisplayWidth.of(text) / Self.columnsAMinute
    }

    /// Bytes that the body takes in a page.
    var size: Int {
        switch content {
        case .html(let safe): safe.markup.utf8.count
        case .paragraphs(let paragraphs): paragraphs.reduce(0) { $0 + $1.utf8.count }
        case .tooLong: 0
        }
    }

    /// Pictures, listings and tables are worth unfolding even where the words fit into the excerpt.
    private static func hasFigures(_ markup: String) -> Bool {
        var markup = markup
        return markup.withUTF8 { utf8 in
            utf8.indices.contains { index in
                utf8[index] == UInt8(ascii: "<") && figures.contains { utf8[(index + 1)...].starts(with: $0.utf8) }
            }
        }
    }

    /// 500 characters of Japanese or 180 words of English.
    private static let columnsAMinute = 1000

    private static let figures = ["img ", "pre", "table"]

    private static func paragraphs(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { VisibleText.line(String($0)) }.filter { !$0.isEmpty }
    }
}
