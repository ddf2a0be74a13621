import FeedMessages
import FeedModel
import FeedRendering
import Testing

@testable import FeedCommand
@testable import FeedState

@Suite("the table of list")
struct EntryTableTests {
    private static func lines(columns: Int?, source: String = "qiita_swift") throws -> [String] {
        let seen = try #require(Timestamp(rfc3339: "2026-11-20T07:00:00Z"))
        let entries = try (1...2).map { number in
            var entry = Entry()
            entry.title = number == 1 ? "actorの再入で二重課金しかけた話と、その後の設計について" : "A short one"
            return StoredEntry(
                id: try #require(EntryID(key: "e\(number)")), entry: entry, hasBody: false, source: source,
                feedTitle: nil, firstSeen: seen, lastSeen: seen)
        }
        return EntryTable(
            entries: entries, states: [:], pipeline: nil, zone: .utc, columns: columns, localized: Localizer(.en)
        ).lines
    }

    @Test("U09 a narrow terminal shows each title on a line of its own, before its facts")
    func narrow() throws {
        let lines = try Self.lines(columns: 40)
        #expect(lines[0].hasPrefix("e1  actorの再入で二重課金しかけた話") && lines[0].hasSuffix("…"), "\(lines)")
        #expect(
            lines.dropFirst() == [
                "    11/20 07:00  qiita_swift  -", "e2  A short one", "    11/20 07:00  qiita_swift  -",
            ])
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= 40 })
    }

    @Test("U09 at every width titles have room, whatever their sources are called", arguments: [60, 80, 100, 120])
    func room(columns: Int) throws {
        let lines = try Self.lines(columns: columns, source: String(repeating: "long_name_", count: 5))
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
        #expect(lines[0].contains(columns < 80 ? "actorの再入で" : "actorの再入で二重課金"), "\(lines)")
        #expect(lines[1].hasSuffix("A short one"))
    }

    @Test("U09 without a terminal nothing is left out")
    func piped() throws {
        #expect(
            try Self.lines(columns: nil) == [
                "e1  2026/11/20 07:00  qiita_swift  -  actorの再入で二重課金しかけた話と、その後の設計について",
                "e2  2026/11/20 07:00  qiita_swift  -  A short one",
            ])
    }
}
