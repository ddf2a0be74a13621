import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("a week of cron")
struct WeekTests {
    @Test("a source that turns over every four hours loses no entry to a digest at seven in the morning")
    func nothingScrollsAway() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("busy", firstRun: .all)
        let daily = bench.addSink("daily")
        let always = bench.addSink("always")
        bench.addPipeline(
            "morning", sources: ["busy"], sinks: ["daily"], schedule: try Schedule(parsing: "0 7 * * *"))
        bench.addPipeline("stream", sources: ["busy"], sinks: ["always"])
        // Thirty entries on the shelf, a new one every eight minutes: all are others after four hours.
        let start = try #require(CivilTime(year: 2026, month: 11, day: 20, hour: 6).timestamp())
        let entryEvery = 480
        var published: Set<String> = []
        for quarter in 0...(7 * 24 * 4 + 8) {
            bench.clock.set(to: start + .seconds(quarter * 900))
            let newest = quarter * 900 / entryEvery
            let entries = (max(0, newest - 29)...newest).reversed().map { number in
                Entry.named("entry-\(number)", at: start + .seconds(number * entryEvery))
            }
            published.formUnion(entries.compactMap(\.title))
            shelf.put(entries)
            let report = try await bench.run()
            #expect(report.stateError == nil)
        }
        let lastDigest = start + .seconds(7 * 86_400 + 3600)
        let expected = published.filter { title in
            let number = Int(title.dropFirst("entry-".count)) ?? 0
            return start + .seconds(number * entryEvery) <= lastDigest
        }
        #expect(daily.titles.count == expected.count)
        #expect(Set(daily.titles) == expected)
        #expect(daily.messages.count == 8)
        #expect(always.titles.count == published.count)
        #expect(Set(always.titles) == published)
    }

    @Test("a missed digest is caught up once, and a pipeline seen for the first time waits for its time")
    func catchesUp() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inbox = bench.addSink("page")
        bench.addPipeline("morning", sources: ["blog"], sinks: ["page"], schedule: try Schedule(parsing: "0 7 * * *"))
        let start = try #require(CivilTime(year: 2026, month: 11, day: 20, hour: 8).timestamp())
        bench.clock.set(to: start)
        shelf.put([.named("a")])
        try await bench.run()
        #expect(inbox.messages.isEmpty)
        // The machine sleeps for three days and wakes in the afternoon.
        bench.clock.set(to: start + .seconds(3 * 86_400 + 6 * 3600))
        try await bench.run()
        #expect(inbox.messages.count == 1)
        shelf.put([.named("b")])
        try await bench.run()
        #expect(inbox.titles == ["a"])
        bench.clock.advance(by: .seconds(86_400))
        try await bench.run()
        #expect(inbox.titles == ["a", "b"])
    }

    @Test("a pipeline asked for by name delivers now, whatever its schedule")
    func byName() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inbox = bench.addSink("page")
        bench.addPipeline("morning", sources: ["blog"], sinks: ["page"], schedule: try Schedule(parsing: "0 7 * * *"))
        shelf.put([.named("a")])
        try await bench.run { $0.pipelines = ["morning"] }
        #expect(inbox.titles == ["a"])
    }
}
