import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Synchronization
import Testing

@testable import FeedEngine

@Suite("this machine's own network")
struct OwnNetworkTests {
    private let bench: RunTestBench
    private let web: FailingWeb

    init() throws {
        bench = try RunTestBench()
        web = FailingWeb(web: bench.web)
        bench.transport = web
        bench.addSink("box")
    }

    /// Sources on so many hosts, which worked once.
    private func sources(_ count: Int) async throws {
        for number in 0..<count {
            bench.addFeed("s\(number)", url(number))
            bench.web.answer(url(number), text: "a\(number)\nend")
        }
        bench.addPipeline("all", sources: bench.plan.sources.map(\.name), sinks: ["box"])
        try await bench.run()
        bench.clock.advance(by: .seconds(900))
    }

    private func url(_ number: Int) -> String { "https://s\(number).example/" }

    private func fail(_ number: Int, _ code: StageError.Code, _ facts: [StageError.Fact: String] = [:]) {
        let error = StageError(code, subject: url(number), facts: facts.merging([.host: "s\(number).example"]) { $1 })
        web.failures.withLock { $0[url(number)] = error }
    }

    @Test("Y13 one source or two are enough to tell that no name server answers", arguments: [1, 2])
    func noNameServer(count: Int) async throws {
        try await sources(count)
        for number in 0..<count { fail(number, .dns) }
        bench.network = Run.OwnNetwork(nameServerAnswers: { _ in false })
        let report = try await bench.run()
        #expect(report.isOffline)
        #expect(report.changes.map(\.isOffline) == [true])
        #expect(try await StateDatabaseProbe.known(url(0), in: bench).health.failures == 0)
    }

    @Test(
        "Y13 a name that does not exist is its source's own trouble as long as a name server answers",
        arguments: [1, 2])
    func noSuchName(count: Int) async throws {
        try await sources(count)
        for number in 0..<count { fail(number, .dns) }
        #expect(try await !bench.run().isOffline)
        #expect(try await StateDatabaseProbe.known(url(0), in: bench).health.failures == 1)
    }

    @Test("Y13 without a route out of the machine it is offline, with one a host without a route is on its own")
    func noRoute() async throws {
        try await sources(1)
        fail(0, .unreachable, [.network: "none"])
        #expect(try await !bench.run().isOffline)
        bench.network = Run.OwnNetwork(hasRoute: { false })
        #expect(try await bench.run().isOffline)
        // A router that knows no way to one host is no sign.
        fail(0, .unreachable)
        #expect(try await !bench.run().isOffline)
    }

    @Test("Y13 a proxy that cannot be reached is this machine's, one that answers is not")
    func proxy() async throws {
        try await sources(1)
        fail(0, .proxy)
        #expect(try await bench.run().isOffline)
        fail(0, .proxy, [.status: "502"])
        #expect(try await !bench.run().isOffline)
    }

    @Test(
        "Y13 a host that refuses, or does not answer, says nothing of this machine",
        arguments: [StageError.Code.refused, .connectTimeout])
    func hosts(code: StageError.Code) async throws {
        try await sources(2)
        bench.network = Run.OwnNetwork(hasRoute: { false }, nameServerAnswers: { _ in false })
        fail(0, code)
        fail(1, .dns)
        #expect(try await !bench.run().isOffline)
    }

    @Test(
        "Y13 whoever answers shows that the network works, whatever becomes of the others", arguments: [200, 404, 500])
    func answered(status: Int) async throws {
        try await sources(12)
        bench.network = Run.OwnNetwork(hasRoute: { false }, nameServerAnswers: { _ in false })
        for number in 0..<11 { fail(number, .dns) }
        bench.web.answer(url(11), status: status, text: "a11\nend")
        for _ in 0..<2 { #expect(try await !bench.run().isOffline) }
    }

    @Test("Y13 what this machine answers itself shows nothing")
    func loopback() async throws {
        bench.addFeed("own", "http://127.0.0.1:8080/")
        bench.web.answer("http://127.0.0.1:8080/", text: "x\nend")
        for number in 100..<104 { bench.addFeed("s\(number)", url(number)) }
        for number in 100..<104 { bench.web.answer(url(number), text: "a\(number)\nend") }
        try await sources(0)
        for number in 100..<104 { fail(number, .dns) }
        #expect(try await bench.run().isOffline)
    }

    @Test("Y13 it is asked of its network only where nobody answered and that decides")
    func asked() async throws {
        try await sources(2)
        let questions = Mutex(0)
        bench.network = Run.OwnNetwork(
            hasRoute: {
                questions.withLock { $0 += 1 }
                return true
            },
            nameServerAnswers: { _ in
                questions.withLock { $0 += 1 }
                return true
            })
        try await bench.run()
        fail(0, .dns)
        try await bench.run()
        #expect(questions.withLock { $0 } == 0)
        fail(1, .refused)
        try await bench.run()
        #expect(questions.withLock { $0 } <= 2)
    }
}

/// A web in which some addresses cannot be reached.
final class FailingWeb: HTTPTransport {
    let web: StubTransport
    let failures = Mutex<[String: StageError]>([:])

    init(web: StubTransport) { self.web = web }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        let url = request.url.reveal()
        guard let error = failures.withLock({ $0[url] }) else { return try await web.send(request) }
        if let refusal = request.gate?.refusal(sendingTo: Address.parts(url)?.server ?? "") { throw refusal }
        throw error
    }
}
