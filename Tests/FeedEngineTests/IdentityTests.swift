import FeedModel
import FeedStages
import FeedState
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedEngine

@Suite("what a pipeline gets of entries that change")
struct IdentityTests {
    private let bench: RunTestBench
    private let shelf: Shelf
    private let inbox: Inbox

    init() throws {
        bench = try RunTestBench()
        shelf = bench.addSource("blog")
        inbox = bench.addSink("out")
        bench.addPipeline("all", sources: ["blog"], sinks: ["out"])
    }

    private func articles(_ numbers: some Sequence<Int>, guid: String, name: String = "article") -> [Entry] {
        numbers.map { number in
            var entry = Entry.named("\(name)-\(number)", at: bench.clock.now + .seconds(-number * 86_400))
            entry.guid = "\(guid)-\(number)"
            return entry
        }
    }

    @Test("D29 a feed that changes all its guids is told once, and nothing is delivered again")
    func changedGuids() async throws {
        shelf.put(articles(1...20, guid: "old"))
        try await bench.run()
        #expect(inbox.titles.count == 20)
        shelf.put(articles(1...20, guid: "new"))
        #expect(try await bench.run().changes == [.sourceChangedGuids("blog", entries: 20)])
        #expect(try await bench.run().changes.isEmpty)
        #expect(inbox.titles.count == 20)
    }

    @Test("what all entries had for a month and new ones lack is told once, in one line")
    func goneFields() async throws {
        var document: [Entry] = []
        func run(day: Int, hasAuthor: Bool) async throws -> [RunReport.Change] {
            let news = (0..<3).map { number in
                var entry = Entry.named("\(day)-\(number)", at: bench.clock.now)
                if hasAuthor { entry.authors = [Person(name: "A")] }
                return entry
            }
            document = Array((news + document).prefix(12))
            shelf.put(document)
            defer { bench.clock.advance(by: .seconds(86_400)) }
            return try await bench.run().changes
        }
        for day in 0..<40 { #expect(try await run(day: day, hasAuthor: true).isEmpty) }
        let since = bench.clock.now
        var told: [RunReport.Change] = []
        for day in 40..<50 { told += try await run(day: day, hasAuthor: false) }
        #expect(told == [.sourceFieldsGone("blog", [GoneField(name: "authors", since: since)])])
        #expect(told.allSatisfy { !$0.needsAttention && RunReport.Change($0.fact) == $0 })
        #expect(try await run(day: 50, hasAuthor: true).isEmpty)
    }

    @Test("old articles that come as new are held and told in one line; news of the same feed is delivered")
    func flooded() async throws {
        shelf.put(articles(1...10, guid: "a"))
        try await bench.run()
        bench.clock.advance(by: .seconds(900))
        let flood = articles(11...40, guid: "b", name: "old")
        shelf.put(flood)
        let report = try await bench.run()
        #expect(report.changes == [.sourceFlooded("blog", entries: 30)])
        #expect(report.changes.allSatisfy { $0.needsAttention })
        #expect(report.sources["blog"]?.new == 30)
        #expect(report.sources["blog"]?.quarantined == 30)
        bench.clock.advance(by: .seconds(900))
        shelf.put(flood + [.named("news", at: bench.clock.now)])
        #expect(try await bench.run().changes.isEmpty)
        #expect(inbox.titles.count == 11)
        #expect(inbox.titles.last == "news")
        // What the user decides is done at the next run.
        try await release()
        #expect(try await bench.run().changes.isEmpty)
        #expect(inbox.titles.count == 41)
        try await bench.run()
        #expect(Set(inbox.titles).count == 41)
    }

    private func release() async throws {
        let state = try await StateDatabase.opened(at: bench.plan.settings.statePath, now: bench.clock.now)
        let sources = try await state.quarantinedSources()
        #expect(sources.map(\.source) == ["blog"])
        for source in sources { try await state.releaseQuarantined(of: source.key, now: bench.clock.now) }
        try await state.close()
    }

    @Test("D30 `identity: link` lets a source have one guid for all its articles from the first one on")
    func byLink() async throws {
        bench.plan.sources[0].identity = .link
        for number in 1...5 {
            var entry = Entry.named("article-\(number)")
            entry.guid = "1"
            shelf.put([entry])
            try await bench.run()
        }
        #expect(inbox.titles == (1...5).map { "article-\($0)" })
    }

    @Test("D27, D39 one document under two addresses is two feeds; each brings its entries once")
    func twoAddresses() async throws {
        let mirror = bench.addSource("mirror")
        bench.plan.pipelines[0].sources.append("mirror")
        for shelf in [shelf, mirror] { shelf.put(articles(1...3, guid: "a")) }
        for _ in 1...3 { try await bench.run() }
        #expect(inbox.titles.count == 6)
        #expect(Set(inbox.titles).count == 3)
    }

    @Test("D32 a failed fetch and an empty document forget nothing")
    func forgetsNothing() async throws {
        let entries = articles(1...40, guid: "a")
        shelf.put(entries)
        try await bench.run()
        shelf.fail(StageError(.timeout, subject: "blog"))
        try await bench.run()
        shelf.fail(nil)
        shelf.put([])
        try await bench.run()
        shelf.put(entries)
        try await bench.run()
        #expect(inbox.titles.count == 40)
    }

    @Test("D40 a digest is in the order of dates, then of the document, whatever the feed shuffles")
    func order() async throws {
        let when = bench.clock.now
        let entries = ["a", "b", "c", "d"].enumerated().map { place, name in
            Entry.named(name, at: when + .seconds(-(3 - place) / 2 * 60))
        }
        for permutation in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let bench = try RunTestBench()
            bench.clock.set(to: when)
            let shelf = bench.addSource("blog")
            let inbox = bench.addSink("out")
            bench.addPipeline("all", sources: ["blog"], sinks: ["out"])
            shelf.put(permutation.map { entries[$0] })
            try await bench.run()
            let (early, late) = (permutation.filter { $0 < 2 }, permutation.filter { $0 >= 2 })
            #expect(inbox.titles == (early + late).map { entries[$0].title ?? "" })
            shelf.put(entries)
            try await bench.run()
            #expect(inbox.titles.count == 4)
        }
    }
}
