import FeedModel
import FeedState
import FeedTesting
import Testing

@testable import FeedCommand

@Suite("which entries are the best")
struct CatchUpOrderTests {
    private let now = ManualClock().now

    private func entry(_ number: Int, _ source: String, _ numbers: [String: Int], hours: Int = 0) throws -> CatchUpEntry
    {
        CatchUpEntry(
            id: try #require(EntryID(key: "e\(number)")), pipeline: PipelineID(number: 1), source: source,
            date: now - .seconds(hours * 3600), numbers: numbers, isKept: true)
    }

    private func order(_ order: CatchUp.Order, _ entries: [CatchUpEntry]) -> [String] {
        CatchUpOrder(order: order).sorted(entries).map(\.id.key)
    }

    @Test("a source with large numbers does not come before one with small ones")
    func relative() throws {
        let large = try (1...40).map { try entry($0, "hot", ["bookmarks": $0 * 1000], hours: $0) }
        let small = try (1...40).map { try entry(100 + $0, "tag", ["likes": $0], hours: $0) }
        let found = order(.buzz, large + small)
        #expect(Set(found.prefix(4)) == ["e40", "e140", "e39", "e139"])
        // Ten times the numbers of one source change nothing.
        let more = try (1...40).map { try entry($0, "hot", ["bookmarks": $0 * 10_000], hours: $0) }
        #expect(order(.buzz, more + small) == found)
    }

    @Test("the best of a few says less than the best of many")
    func few() throws {
        let many = try (1...50).map { try entry($0, "many", ["likes": $0]) }
        let few = try [entry(100, "few", ["likes": 9000]), entry(101, "few", ["likes": 1])]
        #expect(order(.buzz, few + many).first == "e50")
        #expect(order(.buzz, few + many).firstIndex(of: "e100").map { (2...45).contains($0) } == true)
    }

    @Test("what has no number, or one below the middle of its source, comes by its date")
    func withoutNumbers() throws {
        let numbered = try (1...4).map { try entry($0, "a", ["likes": $0], hours: 10) }
        let plain = try [entry(10, "b", [:], hours: 1), entry(11, "b", ["related": 900, "likes": 0], hours: 20)]
        #expect(order(.buzz, plain + numbered) == ["e4", "e3", "e10", "e2", "e1", "e11"])
    }

    @Test("the middle of a list of hot entries comes before the best of a few ordinary ones")
    func selection() throws {
        let hot = try (1...11).map { try entry($0, "hot", ["bookmarks": 100 + $0], hours: 5) }
        let tag = try (1...11).map { try entry(100 + $0, "tag", ["likes": $0], hours: 1) }
        let found = CatchUpOrder(order: .buzz, selections: ["hot"]).sorted(tag + hot).map(\.id.key)
        #expect(Array(found.prefix(12)) == (1...11).reversed().map { "e\($0)" } + ["e111"])
    }

    @Test("by date the newest come first; by a number the highest, and those without it last")
    func others() throws {
        let entries = try [
            entry(1, "a", ["likes": 3], hours: 3), entry(2, "b", [:], hours: 1), entry(3, "a", ["likes": 0], hours: 2),
            entry(4, "b", ["likes": 3], hours: 1),
        ]
        #expect(order(.date, entries) == ["e4", "e2", "e3", "e1"])
        #expect(order(.number("likes"), entries) == ["e4", "e1", "e3", "e2"])
        #expect(order(.buzz, []) == [])
    }

    @Test("numbers at the ends of their range trap nothing")
    func extremes() throws {
        let entries = try [
            entry(1, "a", ["likes": .max]), entry(2, "a", ["likes": .min]), entry(3, "a", ["likes": -1]),
        ]
        #expect(order(.buzz, entries).count == 3)
        #expect(order(.number("likes"), entries).first == "e1")
    }
}
