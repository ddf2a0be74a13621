public import FeedModel
import FeedParsing
public import FeedStages

/// Reads Google News' RSS: headline and publisher apart, no summaries, its excuse as an error.
public struct GoogleNewsParser: Parser {
    /// `google_news`
    public static let type = "google_news"
    /// What it reads.
    public static let summary = "RSS of Google News, headline and publisher told apart"

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
    /// `description` is a link to the entry itself, or a list of other headlines that begins with it: no summary.
    private static func headline(_ entry: Entry) -> Entry {
        var entry = entry
        entry.summary = nil
        entry.content = nil
        guard let name = entry.origin?.title else { return entry }
        entry.publisher = Publisher(name: name, url: entry.origin?.url)
        entry.origin = nil
        entry.title = entry.title.map { title(in: $0, by: name) }
        return entry
    }

    /// A headline may hold " - ", and a publisher, too: only the exact ending is cut, and once.
    private static func title(in text: String, by publisher: String) -> String {
        let ending = Array(" - \(publisher)".utf8)
        let bytes = Array(text.utf8)
        guard bytes.count > ending.count, bytes.suffix(ending.count).elementsEqual(ending) else { return text }
        return String(decoding: bytes.dropLast(ending.count), as: UTF8.self).trimmedLine
    }
}
