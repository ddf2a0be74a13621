import FeedHTML
public import FeedModel
import FeedParsing
public import FeedStages

/// Reads Google News' RSS and Atom. It separates the publisher from the headline, takes the related coverage out of what
/// stands for a summary, and reports Google's error entry as an error.
public struct GoogleNewsParser: Parser {
    /// The value of `type` in the configuration: `google_news`.
    public static let type = "google_news"
    /// What the parser reads.
    public static let summary: LocalizedText = .message("summary.parser.google_news")

    /// Makes the parser.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Reads a document. Throws `.feedNotAvailable` if Google reports that in an entry, and the error of an unreadable
    /// feed.
    public func parse(_ document: Document) throws(StageError) -> Feed {
        var feed = try read(document)
        if feed.entries.contains(where: Self.isExcuse) { throw document.refusal(.feedNotAvailable) }
        feed.entries = feed.entries.map(Self.headline)
        return feed
    }

    private func read(_ document: Document) throws(StageError) -> Feed {
        do {
            return try FeedReader.read(
                document.bytes, contentType: document.contentType, url: document.url,
                limits: .wanting(entries: document.maxEntries))
        } catch {
            throw document.refusal(StageError.Code(rawValue: error.reason.rawValue), found: error.found)
        }
    }

    /// Whether an entry is Google's "This feed is not available.", seen for unknown topics. Its guid is the same in
    /// every language.
    private static func isExcuse(_ entry: Entry) -> Bool {
        entry.guid == "news:unfepa" || (entry.title == "This feed is not available." && entry.published == nil)
    }

    /// The entry with its publisher separated from its title.
    ///
    /// `description` is no summary: it is a link to the entry itself, or a list of headlines about the same story. RSS
    /// names the publisher in `source`. Atom names it only in the title, and in the text after the link. The author is
    /// always Google, so it is dropped.
    private static func headline(_ entry: Entry) -> Entry {
        var entry = entry
        let text = entry.content ?? entry.summary
        entry.authors.removeAll { $0.name.map(Self.isGoogle) ?? false }
        if let name = entry.origin?.title ?? publisher(of: entry) {
            entry.publisher = Publisher(name: name, url: entry.origin?.url)
            entry.origin = nil
            entry.title = entry.title.map { title(in: $0, by: name) }
        }
        entry.summary = nil
        entry.content = nil
        entry.related = RelatedCoverage.articles(in: text, of: entry)
        if !entry.related.isEmpty { entry.numbers["related"] = entry.related.count }
        return entry
    }

    private static func isGoogle(_ name: String) -> Bool { ["Google", "Google Inc.", "Google News"].contains(name) }

    /// The publisher at the end of a title, after a " - ". Nil unless the content confirms the publisher: its text then
    /// has the headline, blanks, and the publisher.
    private static func publisher(of entry: Entry) -> String? {
        guard let title = entry.title, case .html(let html)? = entry.content else { return nil }
        let text = HTMLText.plain(html.markup, keepsLines: false)
        // A publisher and a headline may both contain " - ". The shortest ending that the content confirms is the
        // publisher.
        return endings(of: title).first { ending in
            // The content has the headline without the ending, or the whole title as its headline.
            [title.dropLast(ending.count + 3), title[...]].contains { headline in
                text.ranges(of: headline).contains { place in
                    text[place.upperBound...].drop { $0 == " " || $0 == "\u{A0}" }.hasPrefix(ending)
                }
            }
        }
    }

    /// The text after each " - ", the shortest first, at most eight.
    private static func endings(of title: String) -> [String] {
        var endings: [String] = []
        var rest = title[...]
        while let separator = rest.ranges(of: " - ").last, endings.count < 8 {
            endings.append(String(title[separator.upperBound...]))
            rest = rest[..<separator.lowerBound]
        }
        return endings
    }

    /// The headline without its publisher. Only the exact ending is cut, and only once, because a headline and a
    /// publisher may contain " - ".
    static func title(in text: String, by publisher: String) -> String {
        let ending = Array(" - \(publisher)".utf8)
        let bytes = Array(text.utf8)
        guard bytes.count > ending.count, bytes.suffix(ending.count).elementsEqual(ending) else { return text }
        return String(decoding: bytes.dropLast(ending.count), as: UTF8.self).trimmedLine
    }
}
