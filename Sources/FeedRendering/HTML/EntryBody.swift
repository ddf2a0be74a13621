import FeedModel

/// The whole text of an entry as a page folds it in, where it says more than the excerpt.
struct EntryBody {
    /// The text, ready to stand in a page.
    let content: Content
    /// Characters of the text, without markup.
    let length: Int

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
        switch fullest {
        case .plain(let text):
            let line = VisibleText.line(text)
            guard let excerpt, line != excerpt else { return nil }
            length = line.unicodeScalars.count
            content = text.utf8.count > limit ? .tooLong : .paragraphs(Self.paragraphs(of: text))
        case .html(let html):
            guard html.markup.utf8.count <= 2 * limit else {
                length = 0
                content = .tooLong
                return
            }
            let safe = HTMLSanitiser.sanitise(html)
            let line = VisibleText.line(HTMLText.plain(html))
            let isMoreThanText = Self.hasFigures(safe)
            guard isMoreThanText || (excerpt != nil && line != excerpt) else { return nil }
            length = line.unicodeScalars.count
            content = safe.markup.utf8.count > limit ? .tooLong : .html(safe)
        }
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
    private static func hasFigures(_ safe: SafeHTML) -> Bool {
        let markup = Array(safe.markup.utf8)
        let figures = ["img ", "pre", "table"].map { Array($0.utf8) }
        return markup.indices.contains { index in
            markup[index] == UInt8(ascii: "<") && figures.contains { markup[(index + 1)...].starts(with: $0) }
        }
    }

    private static func paragraphs(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { VisibleText.line(String($0)) }.filter { !$0.isEmpty }
    }
}
