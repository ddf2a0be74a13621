import FeedModel
import FeedStages
import Testing

@testable import FeedEngine

@Suite("patterns that cannot be decided")
struct UndecidedTests {
    @Test("Y11: are told with the number of entries, which are kept, and not again")
    func told() async throws {
        let room = try Newsroom()
        let shelf = room.addSource("blog")
        let page = room.addSink("page")
        room.addPipeline("all", sources: ["blog"], filters: [("unsure#1", UnsureFilter())], sinks: ["page"])
        shelf.put([.named("a"), .named("b")])
        let report = try await room.run()
        #expect(
            report.changes == [.warning(StageError(.patternUndecided, subject: "x", facts: [.found: "2 entries"]))])
        #expect(page.titles == ["a", "b"])
        #expect(try await room.run().changes == [])
    }

    @Test("Y11: are not told while another filter holds the entry")
    func held() async throws {
        let room = try Newsroom()
        let shelf = room.addSource("blog")
        _ = room.addSink("page")
        room.addPipeline(
            "all", sources: ["blog"], filters: [("unsure#1", UnsureFilter()), ("hold#1", HoldingFilter())],
            sinks: ["page"])
        shelf.put([.named("hold a")])
        #expect(try await room.run().changes == [])
    }
}

/// Keeps everything, and says that it does not know.
private struct UnsureFilter: Filter {
    static let type = "unsure"
    static let summary = "knows nothing"
    init() {}
    init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        for index in batch.candidates.indices { batch.candidates[index].undecided = ["x"] }
    }
}
