import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("a document that does not change for years", .onEachStore, .namingStore)
struct UnchangedDocumentTests {
    private let day = Duration.seconds(86_400)
    private let rules = RetentionRules(memories: nil, livingTargets: [:])
    private let old = ["a", "b", "c"].map { (name: String) in
        Entry.made(guid: name, title: name, text: "text of \(name)")
    }

    @Test("D31 keeps its entries known, with their texts, while the source says that nothing is new")
    func isKept() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch(old)
        #expect(try await bench.deliver().count == 3)
        for _ in 0..<90 {
            bench.pass(day * 8)
            try await bench.fetchUnchanged()
            let pruned = try await bench.state.pruneAll(rules, now: bench.now)
            #expect(pruned.bodies == 0)
            #expect(pruned.entries == 0)
        }
        bench.pass(day)
        try await bench.fetch([.made(guid: "d", title: "d", at: bench.now)] + old)
        #expect(try await bench.deliver() == ["d"])
    }

    @Test("D31 forgets its entries when nobody has been able to fetch it for 400 days")
    func isForgotten() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch(old)
        #expect(try await bench.deliver().count == 3)
        bench.pass(day * 399)
        #expect(try await bench.state.pruneAll(rules, now: bench.now).bodies == 3)
        bench.pass(day * 2)
        // The newest stays, for its number must not be given again.
        #expect(try await bench.state.pruneAll(rules, now: bench.now).entries == 2)
    }
}

extension StateTestBench {
    /// A complete fetch with the answer that nothing is new.
    fileprivate func fetchUnchanged() async throws {
        let fetch = FinishedFetch(
            feed: CollectedFeed(key: key, source: "news", pipelines: [pipeline]), fetched: FetchedDocuments(),
            success: FinishedFetch.Success(cursor: nil, nextAt: nil, httpStatus: 304, seconds: 0, firstRun: .max),
            endedAt: now)
        _ = try await state.completeFetches([fetch])
    }
}
