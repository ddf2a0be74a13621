import FeedModel
import FeedStages
import Testing

@testable import FeedEngine

@Suite("a filter that does not keep its protocol")
struct FilterProtocolTests {
    @Test(
        "P28 decides nothing if it leaves entries out, doubles them or makes some up: all go on waiting",
        arguments: WrongFilter.Way.allCases)
    func isRefused(_ way: WrongFilter.Way) async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let page = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], filters: [("wrong#1", WrongFilter(way: way))], sinks: ["page"])
        shelf.put([.named("a"), .named("b")])
        let report = try await bench.run()
        #expect(report.pipelines["all"]?.error?.code == .pluginProtocol)
        #expect(report.pipelines["all"]?.error?.subject == "all")
        #expect(report.pipelines["all"]?.error?.text(of: .found, in: .en)?.hasPrefix("wrong#1: ") == true)
        #expect(page.titles.isEmpty)
        bench.plan.pipelines[0].filters = []
        try await bench.run()
        #expect(page.titles == ["a", "b"])
    }

    @Test("P28 may put entries in another order")
    func mayReorder() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let page = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], filters: [("wrong#1", WrongFilter(way: nil))], sinks: ["page"])
        shelf.put([.named("a"), .named("b")])
        #expect(try await bench.run().pipelines["all"]?.error == nil)
        #expect(page.titles.sorted() == ["a", "b"])
    }
}

/// Reverses the entries, and does something wrong with them.
struct WrongFilter: Filter {
    enum Way: CaseIterable {
        case leavesOut, doubles, invents
    }

    static let type = "wrong"
    static let summary: LocalizedText = "breaks the protocol"
    let way: Way?
    init(way: Way?) { self.way = way }
    init(_ configuration: NoOptions, services: Services) throws(StageError) { way = nil }

    func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        batch.candidates.reverse()
        switch way {
        case .leavesOut: batch.candidates.removeLast()
        case .doubles: batch.candidates += batch.candidates.prefix(1)
        case .invents:
            batch.candidates[0] = Candidate(
                key: "e999", entry: .named("made up"), source: "blog", sourceRank: 0, firstSeen: context.now,
                documentOrder: 0)
        case nil: break
        }
    }
}
