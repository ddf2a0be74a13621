import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("failures that become others")
struct FailureCauseTests {
    private let bench: RunTestBench
    private let shelf: Shelf

    init() throws {
        bench = try RunTestBench()
        shelf = bench.addSource("blog")
        bench.addSink("box")
        bench.addPipeline("all", sources: ["blog"], sinks: ["box"])
    }

    /// What is told of so many days with a fetch each: causes that are other ones, by their codes.
    private func fail(_ codes: [StageError.Code]) async throws -> [StageError.Code] {
        var told: [StageError.Code] = []
        for code in codes {
            shelf.fail(StageError(code, subject: "blog"))
            for change in try await bench.run({ $0.ignoresRefresh = true }).changes
            where change.failing?.isOtherCause == true {
                #expect(change.needsAttention)
                told.append(try #require(change.error?.code))
            }
            bench.clock.advance(by: .seconds(6 * 3600))
        }
        return told
    }

    @Test("Y04 a failure that becomes another is told once it has come twice, each once")
    func changes() async throws {
        shelf.put([.named("a")])
        try await bench.run()
        #expect(try await fail(Array(repeating: .timeout, count: 8)) == [])
        // What the network does not carry, in whatever way, is one cause.
        #expect(try await fail([.dns, .reset, .serverError, .refused]) == [])
        #expect(try await fail([.notFound, .timeout, .notFound, .notFound]) == [.notFound])
        #expect(try await fail([.credentialRejected, .credentialRejected]) == [.credentialRejected])
        #expect(try await fail([.timeout, .timeout, .notFound, .notFound, .credentialRejected, .timeout]) == [])
    }

    @Test("Y04 after it has worked, everything is news again")
    func anew() async throws {
        shelf.put([.named("a")])
        try await bench.run()
        #expect(try await fail(Array(repeating: .timeout, count: 8) + [.notFound, .notFound]) == [.notFound])
        shelf.fail(nil)
        #expect(try await bench.run { $0.ignoresRefresh = true }.changes == [.sourceRecovered("blog")])
        #expect(try await fail(Array(repeating: .timeout, count: 8) + [.notFound, .notFound]) == [.notFound])
    }

    @Test("Y04 what never worked is not said to work again")
    func first() async throws {
        shelf.fail(StageError(.notFound, subject: "blog"))
        try await bench.run()
        shelf.fail(nil)
        shelf.put([.named("a")])
        #expect(try await bench.run { $0.ignoresRefresh = true }.changes == [.sourceWorks("blog")])
    }
}
