import FeedConfiguration
import FeedModel
import FeedStages
import Synchronization

/// What a scripted source offers: a test puts entries on it, takes them off, or makes it fail.
final class Shelf: Sendable {
    private let content = Mutex<(entries: [Entry], failure: StageError?, fetches: Int)>(([], nil, 0))

    func put(_ entries: [Entry]) { content.withLock { $0.entries = entries } }
    func fail(_ error: StageError?) { content.withLock { $0.failure = error } }
    var fetches: Int { content.withLock { $0.fetches } }

    func take() throws(StageError) -> [Entry] {
        let (entries, failure) = content.withLock { content in
            content.fetches += 1
            return (content.entries, content.failure)
        }
        if let failure { throw failure }
        return entries
    }
}

/// A source that offers what lies on a shelf.
struct ShelfSource: Source {
    static let type = "shelf"
    static let summary: LocalizedText = "what a test put on a shelf"
    let canonicalRequest: String
    let shelf: Shelf
    let clock: any WallClock

    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        self.init(name: "", shelf: Shelf(), clock: services.clock)
    }

    init(name: String, shelf: Shelf, clock: any WallClock) {
        canonicalRequest = name
        self.shelf = shelf
        self.clock = clock
    }

    func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        var feed = Feed(format: .rss20)
        feed.entries = try shelf.take()
        try await writer.write(feed, key: .only, cursor: nil)
    }
}

/// Never asked: shelves hold entries, not documents.
struct NoParser: Parser {
    static let type = "none"
    static let summary: LocalizedText = "reads nothing"
    init() {}
    init(_ configuration: NoOptions, services: Services) throws(StageError) {}
    func parse(_ document: Document) throws(StageError) -> Feed {
        throw StageError(.notAFeed, subject: document.key.rawValue)
    }
}

extension Entry {
    /// An entry whose guid and title are `name`, published at `date`.
    static func named(_ name: String, at date: Timestamp? = nil) -> Entry {
        var entry = Entry()
        entry.guid = name
        entry.title = name
        entry.url = "https://example.com/\(name)"
        entry.published = date
        return entry
    }
}
