import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory
import StandardFilters
import Testing

@testable import FeedEngine
@testable import FeedState

/// A month of a pipeline with `stories`: nothing is hidden from the reader, and kills change no group.
@Suite("a month of stories")
struct StoriesMonthTests {
    /// Runs the month, and returns what stood on the pages, and the groups of the state.
    private func month(
        days: Int, afterDelivery: String = "brief", isKilled: Bool = false, byBuzz: Bool = false
    ) async throws -> (pages: TwoPagesSink.Pages, groups: [String], bench: RunTestBench) {
        let bench = try RunTestBench()
        let start = bench.clock.now
        let world = StoryWorld(days: days, from: start, seed: 30)
        let shelves = world.sources.map { ($0, bench.addSource($0)) }
        let crashes = CrashSimulator(of: bench.plan.settings.statePath)
        let pages = TwoPagesSink.Pages()
        bench.add(sink: "page") { _ throws(StageError) in TwoPagesSink(pages: pages, crashes: crashes) }
        bench.addPipeline(
            "news", sources: world.sources,
            filters: [
                (
                    "stories#1",
                    try StoriesFilter.configured([
                        "after_delivery": Node(.scalar(afterDelivery, isQuoted: true), at: .testing)
                    ]).stage
                )
            ] + (byBuzz ? [("sort#1", try SortFilter.configured(["by": "buzz"]).stage as any Filter)] : []) + [
                ("take#1", try TakeFilter.configured(["entries": "9"]).stage)
            ], sinks: ["page"])
        var killed = 0
        // Three days of the world fill a page that has three leads.
        let hours: Int64 = byBuzz ? 72 : 12
        for run in 0..<(days * 24 / Int(hours)) {
            for (name, shelf) in shelves { shelf.put(world.shown(name, at: bench.clock.now)) }
            if isKilled, run % 3 == 1 {
                crashes.begin(diesAt: run % 2 + 1)
                _ = try? await bench.run(isHeard: true)
                if crashes.bury() { killed += 1 }
            }
            crashes.begin(diesAt: nil)
            let report = try await bench.run(isHeard: true)
            #expect(report.stateError == nil)
            bench.clock.advance(by: .seconds(hours * 3600))
        }
        #expect(isKilled == (killed > days / 4))
        return (pages, try await groups(bench), bench)
    }

    /// `guid of the head: role guid` of each kept entry.
    private func groups(_ bench: RunTestBench) async throws -> [String] {
        let state = try await StateDatabase.opened(at: bench.plan.settings.statePath, now: bench.clock.now)
        let stories = try await state.recentStories(
            of: nil, entries: 1, since: Timestamp(milliseconds: 0), limit: 1_000_000)
        try await state.close()
        return stories.flatMap { story in
            let head = story.members.first { $0.id == story.head }?.entry.guid ?? "gone"
            return story.members.map { "\(head): \($0.role) \($0.entry.guid ?? "")" }
        }.sorted()
    }

    /// What waits for filters, or is held by them, at the end.
    private func waiting(_ bench: RunTestBench) async throws -> Set<String> {
        let state = try await StateDatabase.opened(at: bench.plan.settings.statePath, now: bench.clock.now)
        let pipelines = try await state.reconcile(
            [PipelineWiring(name: "news", sources: [], sinks: [])].map { wiring in
                var wiring = wiring
                wiring.isWhole = false
                return wiring
            }, now: bench.clock.now)
        let id = try #require(pipelines["news"]?.id)
        let keys = try await state.waitingEntries(of: id, withBodies: false).map(\.key)
        try await state.close()
        return Set(keys)
    }

    private func allKeys(_ bench: RunTestBench) async throws -> Set<String> {
        let state = try await StateDatabase.opened(at: bench.plan.settings.statePath, now: bench.clock.now)
        let ids = try await state.ids(of: EntrySearch(), limit: nil)
        try await state.close()
        return Set(ids.map(\.key))
    }

    @Test(
        "page + omitted + waiting = everything that came, by id; each entry stands on one page as a link",
        arguments: [("brief", 30), ("drop", 8), ("show", 8)])
    func nothingIsHidden(afterDelivery: String, days: Int) async throws {
        let (pages, groups, bench) = try await month(days: days, afterDelivery: afterDelivery)
        let (shown, all, waiting) = (pages.shown, try await allKeys(bench), try await waiting(bench))
        #expect(all.count > 14 * days)
        #expect(Set(shown).count == shown.count, "an entry stands on two pages")
        #expect(Set(shown).isDisjoint(with: waiting))
        let missing = all.subtracting(shown).subtracting(pages.omitted).subtracting(waiting)
        #expect(missing.isEmpty, "\(missing.sorted().prefix(10))")
        #expect(Set(shown).union(pages.omitted).union(waiting) == all)
        // The test would prove nothing if no story had several entries, or none came later.
        #expect(groups.count { $0.contains(": member ") } > 2 * days)
        #expect((groups.count { $0.contains(": later ") } > 5) == (afterDelivery == "brief"))
        #expect((groups.count { $0.contains(": remarked ") } > 5) == (afterDelivery == "show"))
    }

    @Test("in the order by buzz no site has more than half of the leads while one that has none is talked about")
    func spread() async throws {
        let pages = try await month(days: 30, byBuzz: true).pages.leads.filter { $0.leading.count > 2 }
        #expect(pages.count > 3)
        var largest = 0.0
        for page in pages {
            let counts = Dictionary(grouping: page.leading) { $0 }.mapValues(\.count)
            for count in counts.values where 2 * count > page.leading.count {
                #expect(page.talkedAbout.subtracting(page.leading).isEmpty, "\(page)")
            }
            largest = max(largest, page.largestShare)
        }
        #expect(largest < 0.5, "\(largest)")
    }

    @Test("a kill between or within runs changes no group")
    func kills() async throws {
        let (_, groups, _) = try await month(days: 8)
        let (pages, killed, bench) = try await month(days: 8, isKilled: true)
        #expect(killed == groups)
        let missing = try await allKeys(bench).subtracting(pages.shown).subtracting(pages.omitted)
            .subtracting(try await waiting(bench))
        #expect(missing.isEmpty)
    }
}
