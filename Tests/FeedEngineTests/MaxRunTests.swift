import FeedModel
import FeedStages
import FeedState
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedEngine

@Suite("max_run")
struct MaxRunTests {
    private let bench: RunTestBench
    private let inbox: Inbox
    private let web: HangingWeb

    init() throws {
        bench = try RunTestBench()
        web = HangingWeb(bench.web)
        bench.transport = web
        for name in ["a", "hang", "b"] {
            bench.addFeed(name, "https://\(name).example/")
            bench.web.answer("https://\(name).example/", text: "\(name)1\nend")
        }
        inbox = bench.addSink("out")
        bench.addPipeline("all", sources: ["a", "hang", "b"], sinks: ["out"])
        bench.plan.settings.concurrency = 1
        let web = web
        bench.wait = { _ in try? await web.hang(1) }
    }

    // Workers of one state each begin at a source of their own; one that is alone begins with the first.
    @Test(
        "a run that takes too long delivers what it has; the rest was not reached, and no failure is counted",
        .onlyInSQLite)
    func delivers() async throws {
        let report = try await bench.run()
        #expect(inbox.titles == ["a1"])
        #expect(report.sources["a"]?.kind == .loaded)
        for name in ["hang", "b"] {
            #expect(report.sources[name]?.kind == .skipped)
            #expect(report.sources[name]?.skipReason == .notReached)
            #expect(report.sources[name]?.error == nil)
        }
        #expect(report.unreached == 2)
        #expect(!report.wasCancelled)
        #expect(report.changes == [.outOfTime(.seconds(600), unreached: 2)])
    }

    @Test("that is told once, and what was not reached goes first next time", .onlyInSQLite)
    func goesOn() async throws {
        try await bench.run()
        bench.plan.sources.removeAll { $0.name == "hang" }
        bench.plan.pipelines[0].sources.removeAll { $0 == "hang" }
        bench.addFeed("hang2", "https://hang.example/2")
        bench.plan.pipelines[0].sources.append("hang2")
        let web = web
        bench.wait = { _ in try? await web.hang(2) }
        let report = try await bench.run()
        #expect(report.changes.isEmpty)
        #expect(report.sources["b"]?.kind == .loaded)
        #expect(Set(inbox.titles) == ["a1", "b1"])
        // In time again, and then not any more: told again.
        bench.plan.sources.removeAll { $0.name == "hang2" }
        bench.plan.pipelines[0].sources.removeAll { $0 == "hang2" }
        bench.wait = { _ in try? await Task.sleep(for: .seconds(3600)) }
        #expect(try await bench.run().changes.isEmpty)
        bench.addFeed("hang3", "https://hang.example/3")
        bench.plan.pipelines[0].sources.append("hang3")
        bench.wait = { _ in try? await web.hang(3) }
        #expect(try await bench.run().changes == [.outOfTime(.seconds(600), unreached: 3)])
    }

    @Test("a source that was cut off by the end of a run keeps its health and its validators")
    func keepsHealth() async throws {
        try await bench.run()
        let state = try await StateDatabaseProbe.known("https://hang.example/", in: bench)
        #expect(state.health.failures == 0)
        #expect(state.timesPassedOver == 1)
    }
}
