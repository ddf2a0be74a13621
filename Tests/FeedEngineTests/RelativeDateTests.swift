import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("entries that say how long ago they were published")
struct RelativeDateTests {
    private let bench: RunTestBench
    private let shelf: Shelf
    private let inbox: Inbox

    init() throws {
        bench = try RunTestBench()
        shelf = bench.addSource("blog")
        inbox = bench.addSink("out", format: DatesFormat())
        bench.addPipeline("all", sources: ["blog"], filters: [("hold#1", HoldingFilter())], sinks: ["out"])
    }

    /// An entry as a page has it that says "3 days ago" at each fetch.
    private func entry(_ title: String, isRelative: Bool = true) -> Entry {
        var entry = Entry.named(title, at: bench.clock.now + .seconds(-3 * 86_400))
        (entry.guid, entry.url) = ("1", "https://example.com/1")
        entry.isPublishedRelative = isRelative
        return entry
    }

    private func fetch(_ title: String, after days: Int, isRelative: Bool = true) async throws {
        bench.clock.advance(by: .seconds(Int64(days) * 86_400))
        shelf.put([entry(title, isRelative: isRelative)])
        #expect(try await bench.run().changes.isEmpty)
    }

    @Test("D45 keep the date that they were first seen with, also where the rest of them changes")
    func first() async throws {
        try await fetch("hold a", after: 0)
        try await fetch("hold a", after: 1)
        try await fetch("hold b", after: 1)
        try await fetch("b", after: 1)
        #expect(inbox.titles == ["b 2026-11-16T22:00:00Z"])
        try await fetch("b", after: 1)
        #expect(inbox.titles.count == 1)
    }

    @Test("take a date that is written whole, as soon as there is one")
    func whole() async throws {
        try await fetch("hold a", after: 0)
        try await fetch("a", after: 1, isRelative: false)
        #expect(inbox.titles == ["a 2026-11-17T22:00:00Z"])
    }

    @Test("and a date that is written whole follows the source until its entry is delivered")
    func follows() async throws {
        try await fetch("hold a", after: 0, isRelative: false)
        try await fetch("hold a", after: 1, isRelative: false)
        try await fetch("a", after: 1, isRelative: false)
        #expect(inbox.titles == ["a 2026-11-18T22:00:00Z"])
    }
}

private struct DatesFormat: DigestFormat {
    static let type = "dates"
    static let summary: LocalizedText = "a line an entry with its date"
    static let isAppendable = true
    static let mediaType = "text/plain; charset=utf-8"
    init() {}
    init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    func render(_ digest: Digest) throws(StageError) -> [UInt8] {
        digest.entries.flatMap { item in
            Array("\(item.entry.title ?? "") \(item.entry.published?.rfc3339() ?? "")\n".utf8)
        }
    }
}
