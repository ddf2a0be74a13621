import FeedHTML
import FeedModel

/// An entry as others may read it: title, link and an excerpt; the whole text only if the user wants that.
struct PublishedEntry {
    let id: String
    let title: String
    let link: String?
    /// At most 200 characters, or nil.
    let excerpt: String?
    let published: Timestamp?
    let updated: Timestamp
    /// The authors, or the publisher.
    let authors: [String]
    let tags: [String]
    let language: String?
    /// Addresses of the other entries of its story. Each of them is an entry of the feed, too.
    var related: [String] = []
    private(set) var body: Body?
    private(set) var enclosures: [Enclosure] = []

    enum Body {
        case html(String)
        case text(String)

        var length: Int {
            switch self {
            case .html(let text), .text(let text): text.utf8.count
            }
        }
    }

    init(_ entry: DigestEntry, id: String, words: DigestWords, sourceTitles: SourceTitles) {
        let card = EntryCard(entry, columns: Self.longestExcerpt, words: words, sourceTitles: sourceTitles)
        let written = Excerpt.cut(VisibleText.line(entry.entry.title ?? ""), columns: Self.widestTitle)
        self.id = id
        title = written.isEmpty ? card.title : written
        link = card.link
        excerpt = Excerpt.of(entry.entry, characters: Self.longestExcerpt)
        published = entry.entry.published.flatMap { $0.isWritable ? $0 : nil }
        let changed = entry.entry.updated.flatMap { $0.isWritable ? $0 : nil }
        updated = changed ?? published ?? entry.firstSeen
        authors = card.authors.isEmpty ? [card.label] : card.authors
        tags = card.tags
        language = Language.of(entry.entry, card: card)
    }

    mutating func addBody(of entry: Entry, limit: Int) {
        enclosures = entry.enclosures.prefix(Self.mostEnclosures).compactMap { enclosure in
            guard let url = WebAddress.shown(enclosure.url) else { return nil }
            var enclosure = enclosure
            enclosure.url = url
            return enclosure
        }
        guard let content = entry.content ?? entry.summary, content.length <= 2 * limit else { return }
        let body: Body =
            switch content {
            case .html(let html): .html(HTMLSanitiser.sanitise(html, page: entry.url).markup)
            case .plain(let text): .text(text)
            }
        if body.length <= limit { self.body = body }
    }

    private static let longestExcerpt = 200
    private static let widestTitle = 1000
    private static let mostEnclosures = 10
}

extension Timestamp {
    /// Whether RFC 3339 can write it, with a year of four digits.
    fileprivate var isWritable: Bool { (1...9999).contains(CivilTime(self).year) }
}
