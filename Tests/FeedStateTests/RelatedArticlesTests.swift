import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("related articles in the state", .onEachStore, .namingStore)
struct RelatedArticlesTests {
    private func entry(_ related: [String], title: String = "a") -> Entry {
        var entry = Entry.made(guid: "a", title: title)
        entry.related = related.map { RelatedArticle(title: $0, url: "https://\($0).example/", publisher: "p") }
        entry.numbers = related.isEmpty ? [:] : ["related": related.count]
        return entry
    }

    @Test("Y26 related articles come back as they were stored; an entry without any is stored as it always was")
    func roundTrip() throws {
        var known = entry(["x", "y"])
        known.related[1].publisher = nil
        let decoded = try EntryCodec.decode(EntryCodec.encode(known))
        #expect(decoded.related == known.related)
        let plain = Entry.made(guid: "a", title: "a")
        #expect(EntryCodec.encode(plain).head == EntryCodec.encodeLasting(known))
        #expect(try EntryCodec.decode(EntryCodec.encode(plain)).related == [])
    }

    @Test("Y26 other related articles are no change of an entry, and the newest list is kept")
    func change() async throws {
        func hash(_ entry: Entry) -> [UInt8]? {
            var feed = Feed(format: .rss20)
            feed.entries = [entry]
            return PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: 10).items.first?
                .contentHash
        }
        #expect(hash(entry(["x"])) == hash(entry([])))
        #expect(hash(entry(["x"])) == hash(entry(["y", "z"])))
        #expect(hash(entry(["x"])) != hash(entry(["x"], title: "b")))

        let bench = try await StateTestBench()
        for related in [[], ["x"], ["y", "z"], []] {
            try await bench.fetch([entry(related)])
            bench.pass(.seconds(3600))
        }
        let waiting = try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false)
        #expect(waiting.map { $0.entry.related.map(\.title) } == [["y", "z"]])
        #expect(try await bench.deliver() == ["a"])
        try await bench.fetch([entry(["q"])])
        #expect(try await bench.deliver() == [])
    }
}
