import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory
import StandardFilters
import Testing

@testable import FeedEngine
@testable import FeedState

/// What a reader gets does not depend on where the state lies, or has lain.
@Suite("the digests of a state that is copied to another database and back")
struct CopiedStateDigestsTests {
    /// Ten days of news, with a sink that fails for some of them. Before each run of `moves` the state is in the other
    /// database, and no longer where it was.
    private func digests(moves: Set<Int>) async throws -> [String: [String]] {
        let bench = try RunTestBench()
        let world = StoryWorld(days: 10, from: bench.clock.now, seed: 12)
        let shelves = world.sources.map { ($0, bench.addSource($0)) }
        let (page, posts) = (bench.addSink("page"), bench.addSink("posts", cutsByEntry: true))
        bench.addPipeline(
            "news", sources: world.sources,
            filters: [
                ("stories#1", try StoriesFilter.configured([:]).stage),
                ("take#1", try TakeFilter.configured(["entries": "7"]).stage),
            ], sinks: ["page"])
        bench.addPipeline(
            "blog", sources: ["blog", "nhk"], filters: [("deduplicate#1", try DeduplicateFilter.configured([:]).stage)],
            sinks: ["posts"])
        let path = bench.plan.settings.statePath
        let server = try #require(PostgreSQLServer.shared)
        let places = [
            StoreKind.sqlite: StateStorage.sqlite(path), .postgresql: .postgresql(server.place(ofStateAt: path)),
        ]
        var kind = StoreKind.sqlite
        var moved: [StateContents] = []
        for run in 0..<20 {
            for (name, shelf) in shelves { shelf.put(world.shown(name, at: bench.clock.now)) }
            posts.fail((6..<11).contains(run) ? StageError(.serverError, subject: "posts") : nil)
            page.fail(run == 7 ? StageError(.rejected, subject: "page") : nil)
            if moves.contains(run), let old = places[kind], let new = places[kind == .sqlite ? .postgresql : .sqlite] {
                let outcome = try await StateCopying(
                    from: old, to: new, moves: true, forces: false, movedFolders: [], now: bench.clock.now
                ).perform()
                #expect(!outcome.isDuringRun)
                moved.append(outcome.loaded.contents)
                kind = kind == .sqlite ? .postgresql : .sqlite
            }
            let report = try await StoreKind.$present.withValue(kind) { try await bench.run(isHeard: true) }
            #expect(report.stateError == nil)
            bench.clock.advance(by: .seconds(12 * 3600))
        }
        #expect(moves.isEmpty || moved.contains { $0.open > 0 } && moved.contains { $0.givenUp > 0 })
        return ["page": page, "posts": posts].mapValues { inbox in
            inbox.messages.map { String(decoding: $0.payload, as: UTF8.self) }
        }
    }

    @Test(
        "are the same to the byte, with messages on their way and given up, stories and memories",
        .enabled(if: PostgreSQLServer.missing == nil, "\(PostgreSQLServer.missing ?? "")"))
    func areTheSame() async throws {
        let usual = try await digests(moves: [])
        #expect(usual.values.allSatisfy { $0.count > 8 })
        #expect(try await digests(moves: [4, 8, 10, 15]) == usual)
    }
}
