import FeedModel
import FeedStages
import Testing

@testable import FeedEngine

@Suite("filters that can judge some entries only")
struct PartialFilterTests {
    private static let failure = StageError(.programFailed, subject: "./x", facts: [.found: "status 1"])

    @Test("P39 what was decided stands, the rest waits, and the pipeline is told as failing once, and as working again")
    func partlyFailing() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let page = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], filters: [("some#1", SomeFilter())], sinks: ["page"])
        shelf.put([.named("a"), .named("hard b")])
        let first = try await bench.run()
        #expect(page.titles == ["a"])
        #expect(first.pipelines["all"]?.error == Self.failure)
        #expect(first.pipelines["all"]?.held == 1)
        #expect(first.changes.count == 1)
        #expect(first.changes.map(\.kind) == [.pipelineFailing])
        #expect(try await bench.run().changes == [])
        bench.plan.pipelines = []
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        #expect(try await bench.run().changes == [.pipelineRecovered("all")])
        #expect(page.titles == ["a", "hard b"])
    }

    @Test("P39 what a filter lets pass and warns of is told, and nothing fails")
    func passing() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let page = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], filters: [("some#1", SomeFilter(passes: true))], sinks: ["page"])
        shelf.put([.named("hard b")])
        let report = try await bench.run()
        #expect(report.changes == [.warning(Self.failure)])
        #expect(report.pipelines["all"]?.error == nil)
        #expect(page.titles == ["hard b"])
        #expect(try await bench.run().changes == [])
    }

    /// Cannot judge what is hard.
    private struct SomeFilter: Filter {
        static let type = "some"
        static let summary: LocalizedText = "judges what is easy"
        var passes = false
        init(passes: Bool = false) { self.passes = passes }
        init(_ configuration: NoOptions, services: Services) throws(StageError) {}

        func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
            for index in batch.candidates.indices where batch.candidates[index].entry.title?.hasPrefix("hard") == true {
                if passes {
                    batch.warnings.append(PartialFilterTests.failure)
                } else {
                    batch.candidates[index].verdict = .hold(until: nil, because: "hard")
                    batch.failure = PartialFilterTests.failure
                }
            }
        }
    }
}
