import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("notices through a sink")
struct NoticesTests {
    private let bench: RunTestBench
    private let shelf: Shelf
    private let box: Inbox
    private let desk: Inbox

    init() throws {
        bench = try RunTestBench()
        shelf = bench.addSource("blog")
        box = bench.addSink("box")
        desk = bench.addSink("desk")
        bench.addPipeline("all", sources: ["blog"], sinks: ["box"])
        bench.plan.pipelines.append(
            PlannedPipeline(
                name: Notices.pipelineName, title: Notices.title, place: .nowhere, schedule: nil, sources: [],
                filters: [], groupBy: .none, sinks: ["desk"]))
        bench.lines = { changes in
            changes.map { change in
                switch change.kind {
                case .sourceFailing: "failing: \(change.source ?? "")"
                case .sourceRecovered where change.hadWorked == false: "works now: \(change.source ?? "")"
                case .sinkFailing: "sink failing: \(change.sink ?? "")"
                default: "something else"
                }
            }
        }
    }

    @Test("each line of a run is delivered in that run, once, and to the sinks that were named alone")
    func delivered() async throws {
        shelf.fail(StageError(.refused, subject: "blog"))
        try await bench.run()
        #expect(desk.titles == ["failing: blog"])
        try await bench.run()
        #expect(desk.titles == ["failing: blog"])
        shelf.fail(nil)
        shelf.put([.named("a")])
        try await bench.run()
        #expect(desk.titles == ["failing: blog", "works now: blog"])
        #expect(box.titles == ["a"])
    }

    @Test("a line that cannot be sent waits as any message does, and goes out once")
    func waits() async throws {
        desk.fail(StageError(.timeout, subject: "desk"))
        shelf.fail(StageError(.refused, subject: "blog"))
        for _ in 0..<3 {
            try await bench.run()
            bench.clock.advance(by: .seconds(3600))
        }
        #expect(desk.titles.isEmpty)
        desk.fail(nil)
        for _ in 0..<3 {
            try await bench.run()
            bench.clock.advance(by: .seconds(3600))
        }
        #expect(desk.titles.count { $0 == "failing: blog" } == 1)
    }

    @Test("what `collect` tells is delivered by the next run; a dry run sends nothing")
    func collected() async throws {
        shelf.fail(StageError(.refused, subject: "blog"))
        try await bench.run { $0.collectsOnly = true }
        #expect(desk.titles.isEmpty)
        try await bench.run(mode: .dryRun)
        #expect(desk.titles.isEmpty)
        try await bench.run()
        #expect(desk.titles == ["failing: blog"])
    }

    @Test("a pipeline that is asked for by name does not keep notices back")
    func byName() async throws {
        shelf.fail(StageError(.refused, subject: "blog"))
        try await bench.run { $0.pipelines = ["all"] }
        #expect(desk.titles == ["failing: blog"])
    }

    @Test("nothing is delivered where nothing is told, also after a month of runs")
    func silent() async throws {
        shelf.put([.named("a")])
        for _ in 0..<60 {
            try await bench.run()
            bench.clock.advance(by: .seconds(86_400))
        }
        #expect(desk.titles.isEmpty)
    }
}
