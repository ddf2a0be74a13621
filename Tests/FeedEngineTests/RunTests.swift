import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("a run")
struct RunTests {
    @Test("delivers what is new, and nothing twice")
    func deliversOnce() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inbox = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        shelf.put([.named("a"), .named("b")])
        let first = try await bench.run()
        #expect(inbox.titles == ["a", "b"])
        #expect(first.sources["blog"]?.isFirstLoad == true)
        #expect(first.sinks["page"]?.delivered == 2)
        let second = try await bench.run()
        #expect(inbox.titles == ["a", "b"])
        #expect(second.sources["blog"]?.isFirstLoad == false)
        shelf.put([.named("c"), .named("a"), .named("b")])
        try await bench.run()
        #expect(inbox.titles == ["a", "b", "c"])
        #expect(second.stateError == nil)
    }

    @Test("delivers to the sink that failed alone, at the next run")
    func failedSinkCatchesUp() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inboxes = ["one", "two", "three"].map { bench.addSink($0) }
        bench.addPipeline("all", sources: ["blog"], sinks: ["one", "two", "three"])
        shelf.put([.named("a"), .named("b")])
        inboxes[1].fail(StageError(.serverError, subject: "two"))
        let first = try await bench.run()
        #expect(inboxes.map(\.titles) == [["a", "b"], [], ["a", "b"]])
        #expect(first.sinks["two"]?.waiting == 2)
        #expect(first.changes == [])
        inboxes[1].fail(nil)
        let second = try await bench.run()
        #expect(inboxes.map(\.titles) == [["a", "b"], ["a", "b"], ["a", "b"]])
        #expect(second.changes == [])
        #expect(second.sinks["two"]?.waiting == 0)
    }

    @Test("blames no source for what this process may not do, and tells it once")
    func lacksFiles() async throws {
        let bench = try RunTestBench()
        let shelves = ["a", "b"].map { bench.addSource($0) }
        let lack = StageError(.outOfResources, subject: "x")
        shelves.forEach { $0.fail(lack) }
        bench.addSink("page")
        bench.addPipeline("all", sources: ["a", "b"], sinks: ["page"])
        let first = try await bench.run()
        #expect(first.changes == [.warning(lack)])
        shelves.forEach { $0.fail(nil) }
        let second = try await bench.run()
        #expect(second.changes == [])
    }

    @Test("sends the same id and bytes again after an answer that was lost")
    func repeatsTheSameMessage() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inbox = bench.addSink("hook", cutsByEntry: true)
        bench.addPipeline("all", sources: ["blog"], sinks: ["hook"])
        shelf.put([.named("a"), .named("b")])
        inbox.losesReceipts(true)
        try await bench.run()
        inbox.losesReceipts(false)
        shelf.put([.named("changed"), .named("a")])
        try await bench.run()
        let messages = inbox.messages
        #expect(inbox.titles == ["a", "a", "b", "changed"])
        #expect(messages[0].id == messages[1].id)
        #expect(messages[0].payload == messages[1].payload)
        #expect(Set(messages.map(\.id)).count == 3)
    }

    @Test("keeps the order of a sink's messages when the first one fails")
    func keepsOrder() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inbox = bench.addSink("hook", cutsByEntry: true)
        bench.addPipeline("all", sources: ["blog"], sinks: ["hook"])
        shelf.put([.named("a"), .named("b"), .named("c")])
        inbox.fail(StageError(.timeout, subject: "hook"))
        try await bench.run()
        shelf.put([.named("d")])
        try await bench.run()
        inbox.fail(nil)
        try await bench.run()
        #expect(inbox.titles == ["a", "b", "c", "d"])
    }

    @Test("gives a message up after a permanent answer, says so once, and goes on with the next")
    func givesUpPoison() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inbox = bench.addSink("hook")
        bench.addPipeline("all", sources: ["blog"], sinks: ["hook"])
        shelf.put([.named("poison")])
        inbox.fail(StageError(.rejected, subject: "hook"))
        let first = try await bench.run()
        #expect(first.sinks["hook"]?.givenUp == 1)
        #expect(first.changes.contains(.givenUp("hook", StageError(.rejected, subject: "hook"), entries: 1)))
        inbox.fail(nil)
        shelf.put([.named("next")])
        try await bench.run()
        #expect(inbox.titles == ["next"])
    }

    @Test("takes only the newest entries of a source seen for the first time, and everything after that")
    func firstRun() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog", firstRun: .newest(2))
        let inbox = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        let day = Duration.seconds(86_400)
        let now = bench.clock.now
        shelf.put([.named("old", at: now - day * 3), .named("new", at: now - day), .named("newer", at: now)])
        try await bench.run()
        #expect(inbox.titles == ["new", "newer"])
        shelf.put((1...5).map { .named("later-\($0)", at: now + .seconds($0)) })
        try await bench.run()
        #expect(inbox.titles == ["new", "newer", "later-1", "later-2", "later-3", "later-4", "later-5"])
    }

    @Test("a failing source harms no other, and is told once")
    func failingSource() async throws {
        let bench = try RunTestBench()
        let dead = bench.addSource("dead")
        let alive = bench.addSource("alive")
        let inbox = bench.addSink("page")
        bench.addPipeline("all", sources: ["dead", "alive"], sinks: ["page"])
        dead.fail(StageError(.timeout, subject: "https://dead.example"))
        alive.put([.named("a")])
        let first = try await bench.run()
        #expect(inbox.titles == ["a"])
        #expect(first.sources["dead"]?.kind == .failed)
        #expect(first.changes.count == 1)
        #expect(try await bench.run().changes.isEmpty)
        dead.fail(nil)
        dead.put([.named("b")])
        #expect(try await bench.run().changes == [.sourceWorks("dead")])
        #expect(inbox.titles == ["a", "b"])
    }

    @Test("a source that has worked is told to be failing after three failures over a day")
    func failingAfterADay() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        try await bench.run()
        shelf.fail(StageError(.serverError, subject: "blog"))
        for _ in 0..<3 {
            bench.clock.advance(by: .seconds(3600))
            #expect(try await bench.run().changes.isEmpty)
        }
        bench.clock.advance(by: .seconds(86_400))
        #expect(try await bench.run().changes.count == 1)
        bench.clock.advance(by: .seconds(86_400))
        #expect(try await bench.run().changes.isEmpty)
    }

    @Test("a source in two pipelines is fetched once and delivered once in each")
    func sharedSource() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inbox = bench.addSink("page")
        bench.addPipeline("first", sources: ["blog"], sinks: ["page"])
        bench.addPipeline("second", sources: ["blog"], sinks: ["page"])
        shelf.put([.named("a")])
        try await bench.run()
        #expect(shelf.fetches == 1)
        #expect(inbox.messages.map(\.pipeline).sorted() == ["first", "second"])
        #expect(inbox.titles == ["a", "a"])
    }

    @Test("renaming a source delivers nothing again")
    func renamedSource() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog", request: "same")
        let inbox = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        shelf.put([.named("a")])
        try await bench.run()
        bench.plan.sources[0].name = "journal"
        bench.plan.pipelines[0].sources = ["journal"]
        try await bench.run()
        #expect(inbox.titles == ["a"])
    }

    @Test("a new pipeline, a new source of a pipeline and a new sink get the newest stored entries")
    func changedConfiguration() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog", firstRun: .newest(1))
        let inbox = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        shelf.put([.named("b"), .named("a")])
        try await bench.run()
        #expect(inbox.titles == ["b"])
        let other = bench.addSink("other")
        bench.plan.pipelines[0].sinks.append("other")
        bench.addPipeline("late", sources: ["blog"], sinks: ["other"])
        try await bench.run()
        #expect(inbox.titles == ["b"])
        #expect(other.titles.sorted() == ["b", "b"])
        #expect(other.messages.map(\.pipeline).sorted() == ["all", "late"])
    }

    @Test("collects without delivering, and delivers what was collected")
    func collectsOnly() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inbox = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        shelf.put([.named("a")])
        try await bench.run { $0.collectsOnly = true }
        #expect(inbox.titles.isEmpty)
        shelf.put([])
        try await bench.run()
        #expect(inbox.titles == ["a"])
    }

    @Test("a dry run keeps nothing and sends nothing")
    func dryRun() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inbox = bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        shelf.put([.named("a")])
        let report = try await bench.run(mode: .dryRun)
        #expect(report.stateError == nil)
        #expect(report.sources["blog"]?.new == 1)
        #expect(inbox.titles.isEmpty)
        try await bench.run()
        #expect(inbox.titles == ["a"])
    }

    @Test("does not ask a source before its time, unless told to")
    func refreshInterval() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog", refresh: .every(.seconds(3600)))
        bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        try await bench.run()
        let second = try await bench.run()
        #expect(second.sources["blog"]?.skipReason == .notDue)
        try await bench.run { $0.ignoresRefresh = true }
        #expect(shelf.fetches == 2)
        // A cron job that starts a second early is not turned away.
        bench.clock.advance(by: .seconds(3599))
        try await bench.run()
        #expect(shelf.fetches == 3)
    }

    @Test("a sink that cannot be made is told once, and gets what waited when it can be")
    func brokenSink() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        bench.add(sink: "page") { _ throws(StageError) in throw StageError(.badConfiguration, subject: "page") }
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        shelf.put([.named("a")])
        #expect(try await bench.run().changes.count == 1)
        #expect(try await bench.run().changes.isEmpty)
        bench.plan.sinks.removeAll()
        let inbox = bench.addSink("page")
        #expect(try await bench.run().changes == [.sinkWorks("page")])
        #expect(inbox.titles == ["a"])
    }

    @Test("waits as long as a server asks, across runs")
    func retryAfter() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        bench.addSink("page")
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        shelf.fail(StageError(.limited, subject: "blog", retryAfter: .seconds(120)))
        try await bench.run()
        shelf.fail(nil)
        #expect(try await bench.run { $0.ignoresRefresh = true }.sources["blog"]?.skipReason == .throttled)
        #expect(shelf.fetches == 1)
        bench.clock.advance(by: .seconds(121))
        try await bench.run()
        #expect(shelf.fetches == 2)
    }
}
