import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// Keys of a document that is new are stored several at a time.
@Suite("keys of a new document", .onEachStore, .namingStore)
struct EntryKeysTests {
    @Test("every entry is known again by its id and by its link, however many there are", arguments: [1, 3, 4, 8, 21])
    func all(count: Int) async throws {
        let bench = try await StateTestBench()
        func entries(withIDs: Bool, withLinks: Bool) -> [Entry] {
            (0..<count).map { number in
                .made(
                    guid: withIDs ? "id \(number)" : nil, link: withLinks ? "https://a.example/\(number)" : nil,
                    title: "title \(number)")
            }
        }
        #expect(try await bench.fetch(entries(withIDs: true, withLinks: true)).new == count)
        #expect(try await bench.keyCount == 2 * count)
        bench.pass(.seconds(3600))
        #expect(try await bench.fetch(entries(withIDs: true, withLinks: false)).new == 0)
        bench.pass(.seconds(3600))
        #expect(try await bench.fetch(entries(withIDs: true, withLinks: true)).new == 0)
    }

    @Test("of entries with the same link the first one has it")
    func shared() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch((0..<9).map { .made(guid: "z\(9 - $0)", link: "https://a.example/all", title: "\($0)") })
        #expect(try await bench.keyCount == 10)
        let link = EntryKey(.link, EntryIdentity.key(ofName: "https://a.example/all"))
        #expect(try await bench.state.entry(link, in: 1) == 1)
    }
}
