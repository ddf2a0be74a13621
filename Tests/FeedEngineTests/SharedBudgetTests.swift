import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import MachineLaboratory
import Synchronization
import Testing

@testable import FeedEngine

@Suite("budgets of requests that several workers share")
struct SharedBudgetTests {
    /// A filter that asks an API three times whenever it has entries.
    private struct AskingFilter: Filter {
        static let type = "asking"
        static let summary: LocalizedText = "asks"
        private let services: Services

        init(_ configuration: NoOptions, services: Services) throws(StageError) { self.init(services) }

        init(_ services: Services) { self.services = services }

        func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
            for number in 0..<3 {
                var request = HTTPRequest(url: "https://api.example/look/\(number)")
                request.policy.rate = Rate(count: 4, per: .seconds(3600))
                _ = try await services.transport.send(request)
            }
        }
    }

    private func requests(_ bench: RunTestBench) -> Int {
        bench.web.urls.count { $0.hasPrefix("https://api.example/") }
    }

    @Test("what the user grants an API holds for the filters of all workers together, whenever each of them began")
    func filters() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        shelf.put([.named("one")])
        bench.addSink("out")
        for number in 0..<3 { bench.web.answer("https://api.example/look/\(number)", text: "yes") }
        bench.addPipeline("first", sources: ["blog"], sinks: ["out"])
        bench.addPipeline("second", sources: ["blog"], sinks: ["out"])
        for index in bench.plan.pipelines.indices {
            bench.plan.pipelines[index].filters = [
                PlannedFilter(name: "asking", place: .nowhere) { services throws(StageError) in AskingFilter(services) }
            ]
        }
        let shared = try await SharedState(bench)
        shared.table.hold(["second"], of: .pipeline, for: "b")
        let table = shared.table
        // The other worker comes while this one is at work, and has read nothing of the API before.
        table.actOnce {
            $0.worker == "a" && $0.isClaim && $0.kind == .pipeline && $0.names == ["first"] && !$0.isOver
        } _: {
            await shared.run("b")
        }
        let report = await shared.run("a")
        #expect(requests(bench) == 4)
        #expect(report.stateError == nil)
    }

    @Test("a pause that a server asked a filter of one worker for holds for those of the others at once")
    func pauses() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        shelf.put([.named("one")])
        bench.addSink("out")
        bench.web.answer(
            "https://api.example/look/0", status: 429, headers: [("Retry-After", "600")], text: "wait")
        bench.addPipeline("first", sources: ["blog"], sinks: ["out"])
        bench.plan.pipelines[0].filters = [
            PlannedFilter(name: "asking", place: .nowhere) { services throws(StageError) in AskingFilter(services) }
        ]
        let shared = try await SharedState(bench)
        shared.table.actOnce {
            $0.worker == "a" && $0.isClaim && $0.kind == .pipeline && !$0.isOver
        } _: {
            await shared.run("b")
        }
        let report = await shared.run("a")
        #expect(requests(bench) == 1)
        #expect(report.pipelines["first"]?.error?.code == .hostPaused)
    }

    @Test("what a worker has asked counts although it died before it stored anything", arguments: [1, 2, 3])
    func deaths(request: Int) async throws {
        let bench = try RunTestBench()
        let web = DyingWeb(bench.web, at: request)
        bench.transport = web
        bench.plan.settings.concurrency = 1
        for number in 1...6 {
            let url = "https://api.example/\(number)"
            bench.addFeed("f\(number)", url, refresh: .automatic)
            bench.web.answer(url, text: "e\(number)\nend")
            bench.plan.sources[number - 1].policy.rate = Rate(count: 4, per: .seconds(3600))
        }
        bench.addSink("out")
        bench.addPipeline("all", sources: (1...6).map { "f\($0)" }, sinks: ["out"])
        let shared = try await SharedState(bench)
        let dying = Task { await shared.run("a", isHeard: false) }
        try await eventually { web.hasDied }
        shared.table.lose("a")
        bench.clock.advance(by: .seconds(70))
        let report = await shared.run("b")
        // The request in which it died was sent.
        #expect(requests(bench) == 3)
        #expect(report.sources.values.count { $0.skipReason == .overBudget } > 0)
        // When the hour is over, all is granted again.
        bench.clock.advance(by: .seconds(3600))
        await shared.run("c")
        #expect(requests(bench) >= 6)
        dying.cancel()
        _ = await dying.value
    }

    @Test("a request that was not sent counts for nobody")
    func isGivenBack() async throws {
        let bench = try RunTestBench()
        bench.plan.settings.concurrency = 1
        bench.addFeed("a", "https://api.example/1")
        bench.addFeed("b", "https://api.example/2")
        bench.web.answer("https://api.example/2", text: "e2\nend")
        bench.web.fail("https://api.example/1", with: StageError(.refused, subject: "api.example"))
        for index in 0..<2 { bench.plan.sources[index].policy.rate = Rate(count: 4, per: .seconds(3600)) }
        bench.transport = CancellingWeb(web: bench.web)
        bench.addSink("out")
        bench.addPipeline("all", sources: ["a", "b"], sinks: ["out"])
        let shared = try await SharedState(bench)
        await shared.run()
        #expect(try await shared.state.budgets(at: bench.clock.now).map(\.remaining) == [3])
    }

    @Test("a request that had to wait, and is refused because the server wants a pause meanwhile, counts for nobody")
    func isRefusedAfterAll() async throws {
        let bench = try RunTestBench()
        bench.addSink("out")
        bench.addPipeline("all", sources: ["a", "b", "c"], sinks: ["out"])
        for (number, name) in ["a", "b", "c"].enumerated() {
            bench.addFeed(name, "https://api.example/\(number)")
            bench.web.answer("https://api.example/\(number)", status: 429, text: "wait")
            bench.plan.sources[number].policy.rate = Rate(count: 9, per: .seconds(3600))
        }
        bench.transport = QueueingWeb(bench.web, holding: 3)
        let shared = try await SharedState(bench)
        await shared.run()
        #expect(requests(bench) == 1)
        #expect(try await shared.state.budgets(at: bench.clock.now).map(\.remaining) == [8])
    }
}

/// A transport that sends one request at a time, and begins only when it has some.
private final class QueueingWeb: HTTPTransport {
    private let web: StubTransport
    private let least: Int
    private let state = Mutex((arrived: 0, isBusy: false))

    init(_ web: StubTransport, holding least: Int) { (self.web, self.least) = (web, least) }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        state.withLock { $0.arrived += 1 }
        let isFree = { [self] in
            state.withLock { state in
                guard state.arrived >= least, !state.isBusy else { return false }
                state.isBusy = true
                return true
            }
        }
        // A test in which it never becomes free fails by what it expects.
        try? await eventually(isFree)
        defer { state.withLock { $0.isBusy = false } }
        return try await web.send(request)
    }
}

/// A transport that never answers one request, as to a worker that is killed meanwhile.
private final class DyingWeb: HTTPTransport {
    private let web: StubTransport
    private let number: Int
    private let count = Atomic(0)
    private let died = Atomic(false)

    init(_ web: StubTransport, at number: Int) { (self.web, self.number) = (web, number) }

    var hasDied: Bool { died.load(ordering: .relaxed) }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        guard count.add(1, ordering: .relaxed).newValue == number else { return try await web.send(request) }
        if let refusal = request.gate?.refusal(sendingTo: "api.example") { throw refusal }
        died.store(true, ordering: .relaxed)
        // A cancelled sleep is over, too.
        try? await Task.sleep(for: .seconds(3600))
        throw StageError(.cancelled, subject: request.url.mask)
    }
}

/// A transport in which one request is cancelled while it waits for its turn.
private struct CancellingWeb: HTTPTransport {
    let web: StubTransport

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        guard request.url.mask.hasSuffix("/1") else { return try await web.send(request) }
        throw StageError(.cancelled, subject: request.url.mask)
    }
}
