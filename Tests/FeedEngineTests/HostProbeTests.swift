import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("a server that cannot be reached")
struct HostProbeTests {
    private let bench: RunTestBench
    private let web: ProbedWeb
    private let inbox: Inbox

    init() throws {
        bench = try RunTestBench()
        web = ProbedWeb(clock: bench.clock)
        bench.transport = web
        inbox = bench.addSink("out")
    }

    private func url(_ number: Int) -> String { "https://down.example/\(number)" }

    /// Feeds of one server that work once, and then fail.
    private func add(_ count: Int, failing code: StageError.Code = .refused, at host: String? = nil) async throws {
        for number in 0..<count { bench.addFeed("f\(number)", url(number)) }
        bench.addPipeline("all", sources: bench.plan.sources.map(\.name), sinks: ["out"])
        web.answer { .text($0.suffix(1) + "\nend") }
        try await bench.run()
        web.answer { url in
            .failure(StageError(code, subject: url, facts: host.map { [.host: $0] } ?? [:]))
        }
        bench.clock.advance(by: .seconds(900))
        try await bench.run()
        bench.clock.advance(by: .seconds(900))
    }

    private func asked(_ change: (inout RunOptions) -> Void = { _ in }) async throws -> (urls: [String], RunReport) {
        let before = web.urls.count
        let report = try await bench.run(change)
        return (Array(web.urls.dropFirst(before)), report)
    }

    @Test("Y07 after a failure of the host one source asks, and its failure is that of all")
    func oneAsks() async throws {
        try await add(50)
        let (urls, report) = try await asked()
        #expect(urls.count == 1)
        #expect(report.sources.values.count { $0.skipReason == .backOff } == 49)
        for number in [0, 7, 49] {
            let known = try await StateDatabaseProbe.known(url(number), in: bench)
            #expect(known.health.failures == 2 && known.health.errorCode == .refused)
        }
    }

    @Test("Y07 as it answers, all are asked in the same run, whatever they answer")
    func allAreAsked() async throws {
        try await add(20)
        for _ in 0..<20 {
            try await bench.run()
            bench.clock.advance(by: .seconds(900))
        }
        web.answer { $0.hasSuffix("/0") ? .status(500) : .text("new \($0)\nend") }
        var found: RunReport?
        for _ in 0..<8 where found == nil {
            let (urls, report) = try await asked()
            if !urls.isEmpty {
                #expect(urls.count == 20)
                found = report
            }
            bench.clock.advance(by: .seconds(900))
        }
        #expect(found?.sources.values.count { $0.kind == .loaded } == 19)
        #expect(inbox.titles.count { $0.hasPrefix("new") } == 19)
    }

    @Test("Y07 a server that is away for 36 hours costs a request an hour, however many feeds it has")
    func costs() async throws {
        try await add(40)
        var requests = 0
        for _ in 0..<(36 * 4) {
            requests += try await asked().urls.count
            bench.clock.advance(by: .seconds(900))
        }
        #expect((30...60).contains(requests))
    }

    @Test("Y07 every source is told when it has failed for a day, though one asks for all")
    func told() async throws {
        try await add(5)
        var told: [String] = []
        for _ in 0..<(30 * 4) {
            told += try await bench.run().changes.filter { $0.kind == .sourceFailing }.compactMap(\.source)
            bench.clock.advance(by: .seconds(900))
        }
        #expect(told.sorted() == ["f0", "f1", "f2", "f3", "f4"])
    }

    @Test(
        "Y07 what is a feed's own failure concerns no other of its server",
        arguments: [StageError.Code.timeout, .notFound, .serverError, .notAFeed])
    func ownFailure(code: StageError.Code) async throws {
        try await add(5, failing: code)
        #expect(try await asked().urls.count == 5)
    }

    @Test("Y07 a name behind a redirect that cannot be reached is not the feed's server")
    func behindARedirect() async throws {
        try await add(4, at: "elsewhere.example")
        for _ in 0..<2 { #expect(try await asked().urls.count == 4) }
    }

    @Test("Y07 while this machine is offline a probe blames nobody")
    func offline() async throws {
        try await add(3)
        for number in 0..<20 { bench.addFeed("o\(number)", "https://o\(number).example/") }
        bench.plan.pipelines[0].sources = bench.plan.sources.map(\.name)
        let (_, report) = try await asked()
        #expect(report.isOffline)
        #expect(try await StateDatabaseProbe.known(url(2), in: bench).health.failures == 1)
    }
}
