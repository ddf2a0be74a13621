import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedEngine

/// A filter that asks an address before it keeps what it is given.
private struct AskingFilter: Filter {
    static let type = "asking"
    static let summary: LocalizedText = "asks"
    private let services: Services
    private static let url = "https://busy.example/look"

    init(_ configuration: NoOptions, services: Services) throws(StageError) { self.init(services) }

    init(_ services: Services) { self.services = services }

    func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        _ = try await services.transport.send(HTTPRequest(url: Self.url))
    }
}

@Suite("the requests of filters")
struct FilterPolitenessTests {
    private let bench: RunTestBench
    private let inbox: Inbox
    private let asked = "https://busy.example/look"

    init() throws {
        bench = try RunTestBench()
        bench.addFeed("quiet", "https://quiet.example/feed")
        bench.web.answer("https://quiet.example/feed", text: "news\nend")
        bench.addFeed("busy", "https://busy.example/feed")
        inbox = bench.addSink("out")
        bench.addPipeline("all", sources: ["quiet", "busy"], sinks: ["out"])
        bench.plan.pipelines[0].filters = [
            PlannedFilter(name: "asking", place: .nowhere) { services throws(StageError) in
                AskingFilter(services)
            }
        ]
    }

    private func answerBusy(_ status: Int, _ headers: [(String, String)]) {
        bench.web.answer("https://busy.example/feed", status: status, headers: headers, text: "late\nend")
    }

    private func isAsked() async throws -> (RunReport, Bool) {
        let before = bench.web.urls.count
        let report = try await bench.run()
        return (report, bench.web.urls.dropFirst(before).contains(asked))
    }

    @Test("U16 a filter does not ask a server that wants a pause: its entries wait, and nobody is bothered")
    func paused() async throws {
        answerBusy(429, [("Retry-After", "3600")])
        answerBusy(200, [])
        bench.web.answer(asked, text: "yes")
        let (report, isAsked) = try await isAsked()
        #expect(!isAsked)
        #expect(report.pipelines["all"]?.error?.code == .hostPaused)
        #expect(report.pipelines["all"]?.requests == 0)
        #expect(report.changes.isEmpty && inbox.titles.isEmpty)
        bench.clock.advance(by: .seconds(3601))
        let (later, isAskedLater) = try await self.isAsked()
        #expect(isAskedLater && later.pipelines["all"]?.error == nil && later.changes.isEmpty)
        #expect(Set(inbox.titles) == ["news", "late"])
    }

    @Test("U16 a pipeline that servers keep waiting for a day is told, and that it works again")
    func pausedForDays() async throws {
        for _ in 0..<4 { answerBusy(429, [("Retry-After", "36000")]) }
        answerBusy(200, [])
        bench.web.answer(asked, text: "yes")
        var told: [String] = []
        for hour in [0, 12, 24, 36, 48] {
            for change in try await bench.run().changes {
                switch change.kind {
                case .pipelineFailing: told.append("failing at \(hour) h")
                case .pipelineRecovered: told.append("recovered at \(hour) h")
                default: break
                }
            }
            bench.clock.advance(by: .seconds(12 * 3600))
        }
        #expect(told == ["failing at 24 h", "recovered at 48 h"])
    }

    @Test("U16 what a server tells a filter binds the sources of later runs")
    func bindsSources() async throws {
        answerBusy(200, [])
        bench.web.answer(asked, status: 429, headers: [("Retry-After", "3600")], text: "wait")
        #expect(try await bench.run().pipelines["all"]?.requests == 1)
        bench.clock.advance(by: .seconds(900))
        #expect(try await bench.run().sources["busy"]?.skipReason == .throttled)
        bench.clock.advance(by: .seconds(3600))
        #expect(try await bench.run().sources["busy"]?.kind != .skipped)
    }

    @Test("U16 requests that a server still takes are shared by sources and filters")
    func budget() async throws {
        answerBusy(200, [("RateLimit-Limit", "10"), ("RateLimit-Remaining", "0"), ("RateLimit-Reset", "600")])
        bench.web.answer(asked, text: "yes")
        let (report, isAsked) = try await isAsked()
        #expect(!isAsked)
        #expect(report.pipelines["all"]?.error?.code == .budgetSpent)
    }

    @Test("U16 a run that has no time for all its sources lets filters ask")
    func afterTheDeadline() async throws {
        answerBusy(200, [])
        bench.web.answer(asked, text: "yes")
        let web = HangingWeb(bench.web)
        bench.transport = web
        bench.addFeed("hang", "https://hang.example/")
        bench.plan.pipelines[0].sources.append("hang")
        bench.wait = { _ in try? await web.hang(1) }
        let (report, isAsked) = try await isAsked()
        // How many others were done by then, nobody knows.
        #expect(report.unreached >= 1)
        #expect(isAsked && report.pipelines["all"]?.error == nil)
    }
}
