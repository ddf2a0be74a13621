import FeedHTML
public import FeedModel
import FeedParsing
public import FeedStages

/// Reads Google News' RSS and Atom: headline and publisher apart, no summaries, its excuse as an error.
public struct GoogleNewsParser: Parser {
    /// `google_news`
    public static let type = "google_news"
    /// What it reads.
    public static let summary: LocalizedText = .message("summary.parser.google_news")

    /// Makes the parser.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Reads a document; throws `.feedNotAvailable` where Google says so in a made-up entry.
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

    /// "This feed is not available.", seen with unknown topics; the guid is the same in every language.
    private static func isExcuse(_ entry: Entry) -> Bool {
        entry.guid == "news:unfepa" || (entry.title == "This feed is not available." && entry.published == nil)
    }

    /// The entry with its publisher apart from its title.
    ///
    /// `description` is a link to the entry itself, or a list of other headlines that begins with it: no summary. RSS names
    /// the publisher in `source`; Atom only behind the link, and in the title. The author is Google, which is none.
    private static func headline(_ entry: Entry) -> Entry {
        var entry = entry
        let name = entry.origin?.title ?? publisher(of: entry)
        entry.authors.removeAll { $0.name.map(Self.isGoogle) ?? false }
        entry.summary = nil
        entry.content = nil
        guard let name else { return entry }
        entry.publisher = Publisher(name: name, url: entry.origin?.url)
        entry.origin = nil
        entry.title = entry.title.map { title(in: $0, by: name) }
        return entry
    }

    private static func isGoogle(_ name: String) -> Bool { ["Google", "Google Inc.", "Google News"].contains(name) }

    /// The publisher whom the title names behind its last " - ", if the text says the same: it is the headline, and after
    /// blanks the publisher.
    private static func publisher(of entry: Entry) -> String? {
        guard let title = entry.title, case .html(let html)? = entry.content else { return nil }
        let text = HTMLText.plain(html.markup, keepsLines: false)
        // A publisher may have " - " in its name, a headline, too: the shortest ending that the text knows counts.
        return endings(of: title).first { ending in
            [title.dropLast(ending.count + 3), title[...]].contains { headline in
                text.ranges(of: headline).contains { place in
                    text[place.upperBound...].drop { $0 == " " || $0 == "\u{A0}" }.hasPrefix(ending)
                }
            }
        }
    }

    /// What stands behind each " - ", the last first.
    private static func endings(of title: String) -> [String] {
        var endings: [String] = []
        var rest = title[...]
        while let separator = rest.ranges(of: " - ").last, endings.count < 8 {
            endings.append(String(title[separator.upperBound...]))
            rest = rest[..<separator.lowerBound]
        }
        return endings
    }

    /// A headline may hold " - ", and a publisher, too: only the exact ending is cut, and once.
    private static func title(in text: String, by publisher: String) -> String {
        let ending = Array(" - \(publisher)".utf8)
        let bytes = Array(text.utf8)
        guard bytes.count > ending.count, bytes.suffix(ending.count).elementsEqual(ending) else { return text }
        return String(decoding: bytes.dropLast(ending.count), as: UTF8.self).trimmedLine
    }
}
