import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("delivering beside other workers of one state")
struct SharedDeliveryTests {
    private let bench: RunTestBench
    private let shelf: Shelf
    private let inbox: Inbox

    init() throws {
        bench = try RunTestBench()
        shelf = bench.addSource("blog")
        inbox = bench.addSink("out")
        shelf.put([.named("one")])
    }

    private func daily() throws {
        // The clock of a test shows 22:00 in its zone.
        bench.addPipeline("all", sources: ["blog"], sinks: ["out"], schedule: try Schedule(parsing: "0 22 * * *"))
    }

    @Test("a pipeline whose schedule another worker has just served is not served again")
    func servesOnce() async throws {
        try daily()
        let shared = try await SharedState(bench)
        await shared.run("a") { $0.collectsOnly = true }
        bench.clock.advance(by: .seconds(86_400))
        shelf.put([.named("one"), .named("two")])
        shared.table.actOnce {
            $0.worker == "a" && $0.isClaim && $0.kind == .pipeline
        } _: {
            await shared.run("b")
        }
        let report = await shared.run("a")
        #expect(inbox.messages.count == 1)
        #expect(inbox.titles.sorted() == ["one", "two"])
        #expect(report.pipelines["all"]?.isOfOtherWorker == true)
    }

    @Test(
        "a pipeline waits for the worker that still fetches one of its sources, so that its entries come with the others"
    )
    func waitsForSources() async throws {
        try daily()
        let late = bench.addSource("late")
        bench.plan.pipelines[0].sources.append("late")
        let shared = try await SharedState(bench)
        await shared.run("a") { $0.collectsOnly = true }
        bench.clock.advance(by: .seconds(86_400))
        shelf.put([.named("one"), .named("two")])
        late.put([.named("three")])
        shared.table.hold(["source late"], of: .host)
        let report = await shared.run("a")
        #expect(inbox.titles.isEmpty)
        #expect(report.pipelines["all"]?.isOfOtherWorker == true)
        shared.table.end("other")
        await shared.run("b")
        #expect(inbox.messages.count == 1)
        #expect(inbox.titles.sorted() == ["one", "three", "two"])
    }

    @Test("long after its moment, a pipeline waits for no other worker")
    func doesNotWaitForever() async throws {
        try daily()
        bench.addSource("late")
        bench.plan.pipelines[0].sources.append("late")
        let shared = try await SharedState(bench)
        await shared.run("a") { $0.collectsOnly = true }
        bench.clock.advance(by: .seconds(86_400 + 900))
        shared.table.hold(["source late"], of: .host)
        await shared.run("a")
        #expect(inbox.titles == ["one"])
    }

    @Test("a sink that another worker serves is left to it: its entries wait, and that is no failure")
    func leavesSinks() async throws {
        bench.addPipeline("all", sources: ["blog"], sinks: ["out"])
        let shared = try await SharedState(bench)
        shared.table.hold(["out"], of: .sink)
        let report = await shared.run("a")
        #expect(inbox.titles.isEmpty)
        #expect(report.sinks["out"]?.isOfOtherWorker == true)
        #expect(report.sinks["out"]?.error == nil)
        #expect(report.changes.isEmpty)
        shared.table.end("other")
        await shared.run("a")
        #expect(inbox.titles == ["one"])
    }

    @Test("what a worker left to the one that serves a sink is delivered by that one, in the same run")
    func looksAgain() async throws {
        bench.addPipeline("all", sources: ["blog"], sinks: ["out"])
        let shared = try await SharedState(bench)
        let shelf = shelf
        shared.table.actOnce {
            // This worker has the sink, and has not given it back.
            $0.worker == "a" && !$0.isClaim && $0.kind == .sink && !$0.isOver
        } _: {
            shelf.put([.named("one"), .named("two")])
            await shared.run("b")
        }
        await shared.run("a")
        #expect(inbox.titles == ["one", "two"])
    }

    @Test("entries that were stored while another worker filtered their pipeline are filtered in the same run")
    func filtersWhatCameLate() async throws {
        bench.addPipeline("all", sources: ["blog"], sinks: ["out"])
        let shared = try await SharedState(bench)
        let table = shared.table
        table.hold(["all"], of: .pipeline)
        table.act { call in
            if call.isClaim, call.kind == .pipeline, call.isOver { table.end("other") }
        }
        let report = await shared.run("a")
        #expect(inbox.titles == ["one"])
        #expect(report.pipelines["all"]?.isOfOtherWorker == false)
    }

    @Test("files are written by the named machine only; the others leave them, and say so")
    func writesFilesOnOneMachine() async throws {
        let files = Inbox()
        bench.add(sink: "page") { _ throws(StageError) in LocalSink(inbox: files) }
        bench.addPipeline("all", sources: ["blog"], sinks: ["out", "page"])
        bench.plan.settings.filesOn = "disk"
        let shared = try await SharedState(bench)
        let report = await shared.run("other")
        #expect(inbox.titles == ["one"])
        #expect(files.titles.isEmpty)
        #expect(report.sinks["page"]?.isOfOtherWorker == true)
        #expect(report.sinks["page"]?.waiting == 1)
        await shared.run("disk")
        #expect(files.titles == ["one"])
    }

    @Test("old data is deleted by one worker at a time")
    func prunesOnce() async throws {
        bench.addPipeline("all", sources: ["blog"], sinks: ["out"])
        let shared = try await SharedState(bench)
        shared.table.hold([MaintenanceLease.retention.rawValue], of: .maintenance)
        await shared.run("a")
        #expect(try await shared.state.isRoundDue(at: bench.clock.now))
        shared.table.end("other")
        await shared.run("a")
        #expect(try await !shared.state.isRoundDue(at: bench.clock.now))
    }

    @Test("a line is told by one worker, though both ended at the same time")
    func tellsOnce() async throws {
        bench.addPipeline("all", sources: ["blog"], sinks: ["out"])
        inbox.fail(StageError(.forbidden, subject: "inbox"))
        let shared = try await SharedState(bench)
        async let first = shared.run("a", isHeard: false)
        async let second = shared.run("b", isHeard: false)
        let reports = await [first, second]
        // Neither was noted as told, so the second may find what the first has read only after the first has ended.
        #expect(reports.contains { $0.lines.contains { $0.change.kind == .sinkFailing } })
        let third = await shared.run("c")
        let fourth = await shared.run("d")
        #expect(!third.lines.isEmpty)
        #expect(fourth.lines.isEmpty)
    }

    @Test("while another worker tells its lines, those of this run wait for it")
    func leavesLines() async throws {
        bench.addPipeline("all", sources: ["blog"], sinks: ["out"])
        inbox.fail(StageError(.forbidden, subject: "inbox"))
        let shared = try await SharedState(bench)
        shared.table.hold([MaintenanceLease.lines.rawValue], of: .maintenance)
        let report = await shared.run("a")
        #expect(report.lines.isEmpty)
        #expect(report.changes.map(\.kind) == [.sinkFailing])
        shared.table.end("other")
        let next = await shared.run("b")
        #expect(next.lines.map(\.change.kind) == [.sinkFailing])
    }
}

/// A sink whose deliveries lie on one machine.
private struct LocalSink: Sink {
    static let type = "local"
    static let summary: LocalizedText = "keeps what it receives on this machine"
    let sink: InboxSink

    init(_ configuration: NoOptions, services: Services) throws(StageError) { self.init(inbox: Inbox()) }
    init(inbox: Inbox) { sink = InboxSink(inbox: inbox) }

    var deliversToThisMachine: Bool { true }
    func compose(_ digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] {
        try sink.compose(digest, in: context)
    }
    func deliver(_ message: Message) async throws(StageError) -> Receipt { try await sink.deliver(message) }
    func recover(_ message: Message) async throws(StageError) -> Recovery { .unknown }
}
