import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("max_run")
struct MaxRunTests {
    private let room: Newsroom
    private let inbox: Inbox
    private let web: HangingWeb

    init() throws {
        room = try Newsroom()
        web = HangingWeb(room.web)
        room.transport = web
        for name in ["a", "hang", "b"] {
            room.addFeed(name, "https://\(name).example/")
            room.web.answer("https://\(name).example/", text: "\(name)1\nend")
        }
        inbox = room.addSink("out")
        room.addPipeline("all", sources: ["a", "hang", "b"], sinks: ["out"])
        room.plan.settings.concurrency = 1
        let web = web
        room.wait = { _ in await web.hang(1) }
    }

    @Test("a run that takes too long delivers what it has; the rest was not reached, and no failure is counted")
    func delivers() async throws {
        let report = try await room.run()
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

    @Test("that is told once, and what was not reached goes first next time")
    func goesOn() async throws {
        try await room.run()
        room.plan.sources.removeAll { $0.name == "hang" }
        room.plan.pipelines[0].sources.removeAll { $0 == "hang" }
        room.addFeed("hang2", "https://hang.example/2")
        room.plan.pipelines[0].sources.append("hang2")
        let web = web
        room.wait = { _ in await web.hang(2) }
        let report = try await room.run()
        #expect(report.changes.isEmpty)
        #expect(report.sources["b"]?.kind == .loaded)
        #expect(Set(inbox.titles) == ["a1", "b1"])
        // In time again, and then not any more: told again.
        room.plan.sources.removeAll { $0.name == "hang2" }
        room.plan.pipelines[0].sources.removeAll { $0 == "hang2" }
        room.wait = { _ in try? await Task.sleep(for: .seconds(3600)) }
        #expect(try await room.run().changes.isEmpty)
        room.addFeed("hang3", "https://hang.example/3")
        room.plan.pipelines[0].sources.append("hang3")
        room.wait = { _ in await web.hang(3) }
        #expect(try await room.run().changes == [.outOfTime(.seconds(600), unreached: 3)])
    }

    @Test("a source that was cut off by the end of a run keeps its health and its validators")
    func keepsHealth() async throws {
        try await room.run()
        let state = try await StateDatabaseProbe.known("https://hang.example/", in: room)
        #expect(state.health.failures == 0)
        #expect(state.timesPassedOver == 1)
    }
}
