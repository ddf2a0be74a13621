import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Synchronization
import Testing

@testable import FeedEngine

@Suite("how sources fare, as a sink is told")
struct SourceHealthTests {
    private func bench() throws -> (RunTestBench, Shared<[[SourceHealth]]>) {
        let bench = try RunTestBench()
        let told = Shared<[[SourceHealth]]>([])
        bench.add(sink: "page") { _ throws(StageError) in StatusSink(told: told) }
        return (bench, told)
    }

    @Test(
        "each source of the pipeline, in its order: whether it works, since when not, what it last brought"
    )
    func fares() async throws {
        let (bench, told) = try bench()
        let (blog, shop) = (bench.addSource("blog"), bench.addSource("shop"))
        bench.addSource("elsewhere").put([.named("x")])
        bench.addPipeline("other", sources: ["elsewhere"], sinks: [])
        bench.addPipeline("all", sources: ["shop", "blog"], sinks: ["page"])
        let start = bench.clock.now
        blog.put([.named("a", at: start - .seconds(3600))])
        shop.fail(StageError(.notFound, subject: "https://shop.example/feed", facts: [.status: "404"]))
        try await bench.run()
        bench.clock.advance(by: .seconds(600))
        blog.fail(StageError(.timeout, subject: "https://blog.example/"))
        shop.fail(nil)
        shop.put([.named("b")])
        try await bench.run()

        let health = told.withLock { $0 }
        #expect(health.map { $0.map(\.name) } == [["shop", "blog"], ["shop", "blog"]])
        let (first, second) = (try #require(health.first), try #require(health.last))
        #expect(first.map(\.isWorking) == [false, true])
        #expect(first.map(\.state) == ["failing", "ok"])
        #expect(first.map(\.errorCode) == ["not_found", nil])
        #expect(first.map(\.message) == ["not_found", nil])
        #expect(first.map(\.failingSince) == [start, nil])
        #expect(first.map(\.lastSuccess) == [nil, start])
        #expect(first.map(\.newestEntry) == [nil, start - .seconds(3600)])
        #expect(second.map(\.isWorking) == [true, false])
        #expect(second.map(\.state) == ["ok", "unstable"])
        #expect(second.map(\.failingSince) == [nil, start + .seconds(600)])
        #expect(second.map(\.lastSuccess) == [start + .seconds(600), start])
        #expect(second.map(\.lastNew) == [start + .seconds(600), start])
    }

    @Test(
        "by the configured title, else the feed's, else the name; one that is switched off is left out")
    func titles() async throws {
        let (bench, told) = try bench()
        let url = "https://lines.example/feed"
        bench.addFeed("lines", url)
        bench.web.answer(url, text: "one\n")
        bench.addSource("blog").put([.named("a")])
        bench.addSource("off").put([.named("b")])
        bench.plan.sources[1].title = "The blog"
        bench.plan.sources[2].isEnabled = false
        bench.addPipeline("all", sources: ["lines", "blog", "off"], sinks: ["page"])
        try await bench.run()
        let health = told.withLock { $0 }
        #expect(health.first?.map(\.name) == ["lines", "blog"])
        #expect(health.first?.last?.title == "The blog")
    }

    @Test("without a secret of the configuration in what went wrong")
    func secrets() async throws {
        let (bench, told) = try bench()
        let secret = "a-very-secret-token"
        bench.plan.secrets = [Secret(secret, mask: "{sources.blog.token}")]
        let blog = bench.addSource("blog")
        bench.addSource("fine").put([.named("a")])
        bench.addPipeline("all", sources: ["blog", "fine"], sinks: ["page"])
        blog.fail(StageError(.notFound, subject: "https://blog.example/?token=\(secret)"))
        bench.explain = { "\($0.code.rawValue): \($0.subject)" }
        try await bench.run()
        let message = try #require(told.withLock { $0 }.first?.first?.message)
        #expect(message.hasPrefix("not_found: https://blog.example/"))
        #expect(!message.contains(secret))
    }
}

/// A sink that asks how sources fare.
private struct StatusSink: Sink {
    static let type = "status"
    static let summary: LocalizedText = "asks how sources fare"
    let told: Shared<[[SourceHealth]]>

    init(told: Shared<[[SourceHealth]]>) { self.told = told }
    init(_ configuration: NoOptions, services: Services) throws(StageError) { told = Shared([]) }

    func compose(_ digest: Digest, in context: some ComposeContext) async throws(StageError)
        -> [ComposedMessage]
    {
        let health = try await context.sources()
        told.withLock { $0.append(health) }
        return [
            ComposedMessage(target: "page", mode: .post, payload: [], entries: digest.entries.map(\.key))
        ]
    }

    func deliver(_ message: Message) async throws(StageError) -> Receipt { Receipt() }
    func recover(_ message: Message) async throws(StageError) -> Recovery { .unknown }
}
