import FeedMessages
import FeedModel
import FeedStages
import Testing

@testable import FeedEngine

@Suite("patterns that cannot be decided")
struct UndecidedTests {
    @Test("Y11: are told with the number of entries, which are kept, and not again")
    func told() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let page = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], filters: [("unsure#1", UnsureFilter())], sinks: ["page"])
        shelf.put([.named("a"), .named("b")])
        let report = try await bench.run()
        #expect(
            report.changes == [
                .warning(
                    StageError(
                        .patternUndecided, subject: "x",
                        phrases: [.found: .message("stage.undecided", ["count": 2])]))
            ])
        #expect(page.titles == ["a", "b"])
        #expect(try await bench.run().changes == [])
    }

    @Test("Y11: are not told while another filter holds the entry")
    func held() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        _ = bench.addSink("page")
        bench.addPipeline(
            "all", sources: ["blog"], filters: [("unsure#1", UnsureFilter()), ("hold#1", HoldingFilter())],
            sinks: ["page"])
        shelf.put([.named("hold a")])
        #expect(try await bench.run().changes == [])
    }
}

/// Keeps everything, and says that it does not know.
private struct UnsureFilter: Filter {
    static let type = "unsure"
    static let summary: LocalizedText = "knows nothing"
    init() {}
    init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        for index in batch.candidates.indices { batch.candidates[index].undecided = ["x"] }
    }
}
