import FeedEngine
import FeedStages
import FeedTesting
import Synchronization
import Testing

@Suite("a run that is to begin nothing new")
struct EndingRunTests {
    private final class Looks: Sendable {
        let count = Atomic(0)
    }

    @Test("what waits for its turn at a host is not sent, is no failure, and comes with the next run")
    func queued() async throws {
        let bench = try RunTestBench()
        let names = ["a", "b", "c"]
        for name in names {
            bench.addFeed(name, "https://example.com/\(name)")
            bench.web.answer("https://example.com/\(name)", text: "\(name)1\nend")
        }
        let inbox = bench.addSink("out")
        bench.addPipeline("all", sources: names, sinks: ["out"])
        // All three fetches begin after the first look. Then one of them is sent, and the others find that the run ends.
        let looks = Looks()
        bench.isEnding = { looks.count.add(1, ordering: .relaxed).newValue > 2 }
        let report = try await bench.run()
        #expect(bench.web.requests.count == 1)
        #expect(report.sources.values.filter { $0.kind == .loaded }.count == 1)
        #expect(report.sources.values.filter { $0.skipReason == .notReached && $0.error == nil }.count == 2)
        #expect(report.changes.isEmpty && inbox.titles.isEmpty)
        bench.isEnding = { false }
        _ = try await bench.run()
        #expect(inbox.titles.sorted() == ["a1", "b1", "c1"])
    }
}
