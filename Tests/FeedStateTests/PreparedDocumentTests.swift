import FeedModel
import FeedStages
import Testing

@testable import FeedState

@Suite("documents with more entries than are wanted")
struct PreparedDocumentTests {
    /// The titles that are taken of entries, each with the hour at which it was published, or nil.
    private func taken(_ limit: Int, of entries: KeyValuePairs<String, Int?>) -> [String?] {
        var feed = Feed(format: .rss20)
        feed.entries = entries.map { title, hour in
            .made(guid: title, title: title, at: hour.map { Timestamp(seconds: 1_795_176_000 + Int64($0) * 3600) })
        }
        return PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: limit).items.map(\.title)
    }

    @Test("the newest are taken, and stay in the document's order")
    func dated() {
        #expect(taken(2, of: ["a": 1, "b": 3, "c": 2]) == ["b", "c"])
        #expect(taken(3, of: ["a": 1, "b": 3, "c": 2]) == ["a", "b", "c"])
    }

    @Test("of those without a date, or of one moment, the first of the document count as the newest")
    func undated() {
        #expect(taken(2, of: ["a": nil, "b": nil, "c": nil]) == ["a", "b"])
        #expect(taken(2, of: ["a": 1, "b": 1, "c": 1]) == ["a", "b"])
    }

    @Test("what has a date goes before what has none")
    func mixed() {
        #expect(taken(2, of: ["a": nil, "b": 1, "c": 2]) == ["b", "c"])
        #expect(taken(2, of: ["a": nil, "b": nil, "c": 2]) == ["a", "c"])
    }
}
