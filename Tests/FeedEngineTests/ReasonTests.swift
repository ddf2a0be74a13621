import FeedMessages
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("reasons for which filters keep entries")
struct ReasonTests {
    private func delivered(_ filters: [(String, any Filter)], locale: DigestLocale = .en) async throws -> [String] {
        let bench = try RunTestBench()
        bench.plan.settings.locale = locale
        let shelf = bench.addSource("blog")
        let sink = bench.addSink("hook", format: ReasonsFormat())
        bench.addPipeline("all", sources: ["blog"], filters: filters, sinks: ["hook"])
        shelf.put([.named("a")])
        #expect(try await bench.run().changes == [])
        return sink.titles
    }

    @Test("U12 go with the entry into its digest, in the digest's language")
    func language() async throws {
        let filter = ReasoningFilter(reasons: [LocalizedText(en: "fits", ja: "適合")])
        #expect(try await delivered([("reasoning#1", filter)]) == ["[fits]"])
        #expect(try await delivered([("reasoning#1", filter)], locale: .ja) == ["[適合]"])
        #expect(try await delivered([("reasoning#1", filter), ("reasoning#2", filter)]) == ["[fits, fits]"])
        #expect(try await delivered([("reasoning#1", ReasoningFilter(reasons: []))]) == ["[]"])
        #expect(try await delivered([]) == ["[]"])
    }

    @Test("U12 are cut to a line each, and to a few, whatever a filter made of what others wrote")
    func bounded() async throws {
        let hostile = "\u{202E}x\n\u{7}\u{9B}31m " + String(repeating: "日", count: 4 << 20)
        let filter = ReasoningFilter(reasons: Array(repeating: LocalizedText(en: hostile), count: 1000))
        let reasons = try await delivered([("reasoning#1", filter)])
        #expect(reasons.count == 1)
        #expect(reasons[0].unicodeScalars.count < 8 * 202 + 2)
        #expect(reasons[0].unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    }

    @Test("U12 stay what they were when a rule is changed, which delivers nothing again")
    func changedRule() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let sink = bench.addSink("hook", format: ReasonsFormat())
        sink.fail(StageError(.refused, subject: "hook"))
        bench.addPipeline(
            "all", sources: ["blog"], filters: [("reasoning#1", ReasoningFilter(reasons: ["old"]))], sinks: ["hook"])
        shelf.put([.named("a")])
        _ = try await bench.run()
        bench.plan.pipelines = []
        bench.addPipeline(
            "all", sources: ["blog"], filters: [("reasoning#1", ReasoningFilter(reasons: ["new"]))], sinks: ["hook"])
        sink.fail(nil)
        bench.clock.advance(by: .seconds(3600))
        _ = try await bench.run()
        shelf.put([.named("b"), .named("a")])
        bench.clock.advance(by: .seconds(3600))
        _ = try await bench.run()
        #expect(sink.titles == ["[old]", "[new]"])
    }
}

/// Keeps everything, for these reasons.
private struct ReasoningFilter: Filter {
    static let type = "reasoning"
    static let summary: LocalizedText = "keeps everything"
    let reasons: [LocalizedText]

    init(reasons: [LocalizedText]) { self.reasons = reasons }
    init(_ configuration: NoOptions, services: Services) throws(StageError) { self.init(reasons: []) }

    func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        for index in batch.candidates.indices { batch.candidates[index].reasons += reasons }
    }
}

/// A reason a line, in brackets.
private struct ReasonsFormat: DigestFormat {
    static let type = "reasons"
    static let summary: LocalizedText = "a reason a line"
    static let isAppendable = true
    static let mediaType = "text/plain; charset=utf-8"
    init() {}
    init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    func render(_ digest: Digest) throws(StageError) -> [UInt8] {
        digest.entries.flatMap { Array("[\($0.reason)]\n".utf8) }
    }
}
