import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("what is taken out of the configuration")
struct RemovedPartsTests {
    private let day = Duration.seconds(86_400)

    private func forgotten(_ report: RunReport) -> [RunReport.Change] {
        report.changes.filter { $0.kind == .leftoverForgotten }
    }

    @Test("W22 keeps what waits for a sink that is gone for 30 days, tells it once, and lets it go")
    func removedSink() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let hook = bench.addSink("hook", cutsByEntry: true)
        bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page", "hook"])
        hook.fail(StageError(.serverError, subject: "hook"))
        shelf.put([.named("a"), .named("b")])
        try await bench.run()
        bench.plan.pipelines[0].sinks = ["page"]
        for _ in 0..<29 {
            bench.clock.advance(by: day)
            #expect(forgotten(try await bench.run()).isEmpty)
        }
        var told: [RunReport.Change] = []
        for _ in 0..<5 {
            bench.clock.advance(by: day)
            told += forgotten(try await bench.run())
        }
        #expect(told.map(\.sink) == ["hook"])
        #expect(told.map(\.pipeline) == ["all"])
        #expect(told.map(\.entries) == [2])
    }

    @Test("brings what waited to a sink that comes back in time, with what came meanwhile, each once")
    func sinkComesBack() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let hook = bench.addSink("hook", cutsByEntry: true)
        bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page", "hook"])
        shelf.put([.named("a")])
        try await bench.run()
        bench.clock.advance(by: day)
        hook.fail(StageError(.serverError, subject: "hook"))
        shelf.put([.named("b"), .named("a")])
        try await bench.run()
        bench.plan.pipelines[0].sinks = ["page"]
        bench.clock.advance(by: day)
        shelf.put([.named("c"), .named("b"), .named("a")])
        try await bench.run()
        bench.clock.advance(by: day)
        hook.fail(nil)
        bench.plan.pipelines[0].sinks = ["page", "hook"]
        try await bench.run()
        #expect(hook.titles == ["a", "b", "c"])
    }

    @Test("lets what waited for a source go on when it comes back, and never twice")
    func sourceComesBack() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let other = bench.addSource("other")
        let page = bench.addSink("page")
        bench.addPipeline(
            "all", sources: ["blog", "other"], filters: [("hold#1", HoldingFilter())], sinks: ["page"])
        shelf.put([.named("keep-a"), .named("hold-b")])
        other.put([.named("keep-x")])
        try await bench.run()
        bench.plan.pipelines[0].sources = ["other"]
        bench.clock.advance(by: day)
        try await bench.run()
        bench.plan.pipelines[0].sources = ["blog", "other"]
        bench.plan.pipelines[0].filters = []
        try await bench.run()
        #expect(page.titles.sorted() == ["hold-b", "keep-a", "keep-x"])
    }

    @Test("lets go what waited 30 days for the filters of a pipeline without its source, and tells it once")
    func removedSource() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        bench.addSource("other")
        let page = bench.addSink("page")
        bench.addPipeline(
            "all", sources: ["blog", "other"], filters: [("hold#1", HoldingFilter())], sinks: ["page"])
        shelf.put([.named("hold-a")])
        try await bench.run()
        bench.plan.sources.removeFirst()
        bench.plan.pipelines[0].sources = ["other"]
        var told: [RunReport.Change] = []
        for _ in 0..<33 {
            bench.clock.advance(by: day)
            told += forgotten(try await bench.run())
        }
        #expect(told.map(\.entries) == [1])
        #expect(told.first?.sink == nil)
        #expect(page.titles.isEmpty)
    }

    @Test("lets go what waited for a source that another pipeline still has")
    func movedSource() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        bench.addSource("other")
        bench.addSink("page")
        let rest = bench.addSink("rest")
        bench.addPipeline(
            "all", sources: ["blog", "other"], filters: [("hold#1", HoldingFilter())], sinks: ["page"])
        bench.addPipeline("rest", sources: ["blog"], sinks: ["rest"])
        shelf.put([.named("hold-a")])
        try await bench.run()
        bench.plan.pipelines[0].sources = ["other"]
        var told: [RunReport.Change] = []
        for _ in 0..<33 {
            bench.clock.advance(by: day)
            told += forgotten(try await bench.run())
        }
        #expect(told.map(\.pipeline) == ["all"])
        #expect(told.map(\.entries) == [1])
        #expect(rest.titles == ["hold-a"])
    }

    @Test("waits for a source that is only switched off, for however long")
    func disabledSource() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let page = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], filters: [("hold#1", HoldingFilter())], sinks: ["page"])
        shelf.put([.named("hold-a")])
        try await bench.run()
        bench.plan.sources[0].isEnabled = false
        // As configurations are read: no pipeline has what is switched off.
        bench.plan.pipelines[0].sources = []
        for _ in 0..<40 {
            bench.clock.advance(by: day)
            #expect(forgotten(try await bench.run()).isEmpty)
        }
        bench.plan.sources[0].isEnabled = true
        bench.plan.pipelines[0].sources = ["blog"]
        bench.plan.pipelines[0].filters = []
        try await bench.run()
        #expect(page.titles == ["hold-a"])
    }

    @Test("delivers nothing again when a source is renamed")
    func renamedSource() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog", request: "same")
        let page = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        shelf.put([.named("a"), .named("b")])
        try await bench.run()
        bench.plan.sources[0].name = "renamed"
        bench.plan.pipelines[0].sources = ["renamed"]
        shelf.put([.named("c"), .named("a"), .named("b")])
        try await bench.run()
        #expect(page.titles == ["a", "b", "c"])
    }
}

/// Holds entries whose title begins with `hold`.
struct HoldingFilter: EntryFilter {
    static let type = "holding"
    static let summary: LocalizedText = "holds"
    init() {}
    init(_ configuration: NoOptions, services: Services) throws(StageError) {}
    func verdict(on candidate: Candidate, _ context: some FilterContext) throws(StageError) -> FeedStages.Verdict {
        candidate.entry.title?.utf8.starts(with: "hold".utf8) == true ? .hold(until: nil, because: "as told") : .keep
    }
}
