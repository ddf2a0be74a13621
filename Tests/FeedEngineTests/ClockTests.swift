import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("a clock that is wrong")
struct ClockTests {
    private static let hour: Duration = .seconds(3600)
    private static let year: Duration = .seconds(365 * 86_400)

    @Test(
        "P13 a clock that is wrong for a while, ahead or behind, neither delivers twice nor starves anybody",
        arguments: [Self.hour * -1, Self.year * -1, .seconds(-1_795_125_600), Self.hour, Self.year, Self.year * 10],
        [1, 3])
    func jump(_ error: Duration, runs: Int) async throws {
        let bench = try RunTestBench()
        let hourly = bench.addSource("hourly", refresh: .every(.seconds(3600)))
        let automatic = bench.addSource("automatic", refresh: .automatic)
        let failing = bench.addSource("failing")
        bench.addFeed("dead", "https://dead.example/")
        bench.web.fail("https://dead.example/", with: StageError(.refused, subject: "https://dead.example/"))
        failing.fail(StageError(.refused, subject: "failing"))
        let stream = bench.addSink("stream")
        let daily = bench.addSink("daily")
        bench.addPipeline("now", sources: ["hourly", "automatic", "failing", "dead"], sinks: ["stream"])
        bench.addPipeline(
            "morning", sources: ["hourly"], sinks: ["daily"], schedule: try Schedule(parsing: "0 7 * * *"))

        let start = bench.clock.now
        var number = 0
        func run(_ count: Int, every pause: Duration) async throws {
            for _ in 0..<count {
                number += 1
                hourly.put([.named("h\(number)", at: start), .named("h\(number - 1)", at: start)])
                automatic.put([.named("a\(number)", at: start), .named("a\(number - 1)", at: start)])
                #expect(try await bench.run().stateError == nil)
                bench.clock.advance(by: pause)
            }
        }
        try await run(6, every: .seconds(3600))
        bench.clock.advance(by: error)
        try await run(runs, every: .seconds(3600))
        bench.clock.advance(by: .zero - error)
        // Two days later at most all are as if nothing had happened.
        try await run(50, every: .seconds(3600))
        let before = (stream.titles.count, bench.web.requests.count, daily.messages.count)
        try await run(72, every: .seconds(3600))

        for titles in [stream.titles, daily.titles] { #expect(Set(titles).count == titles.count) }
        // The hourly one brings a new entry each time, the other one at least one a day.
        #expect(stream.titles.count - before.0 >= 72 + 2)
        #expect(bench.web.requests.count > before.1)
        #expect(daily.messages.count - before.2 == 3)
    }

    @Test("P13 what was put off for years by a clock that was ahead is asked at the next run")
    func farAhead() async throws {
        let bench = try RunTestBench()
        bench.addFeed("daily", "https://daily.example/", refresh: .every(.seconds(86_400)))
        bench.web.answer("https://daily.example/", text: "x\nend")
        bench.addSink("box")
        bench.addPipeline("all", sources: ["daily"], sinks: ["box"])
        bench.clock.advance(by: Self.year * 10)
        try await bench.run()
        bench.clock.advance(by: .zero - Self.year * 10)
        #expect(try await bench.run().sources["daily"]?.kind == .unchanged)
        let known = try await StateDatabaseProbe.known("https://daily.example/", in: bench)
        #expect(known.health.lastSuccess == bench.clock.now)
        #expect(try await bench.run().sources["daily"]?.skipReason == .notDue)
    }

    @Test(
        "P13 a change of the zone delivers at the new time from then on, and nothing twice", arguments: [1, 2, -5, 9])
    func zones(_ hours: Int) async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inbox = bench.addSink("page")
        bench.addPipeline("morning", sources: ["blog"], sinks: ["page"], schedule: try Schedule(parsing: "0 7 * * *"))
        for day in 0..<14 {
            bench.plan.settings.zone = Zone(name: "moving", fixedOffset: day < 7 ? 0 : hours * 3600)
            for hour in 0..<24 {
                shelf.put([.named("\(day)-\(hour)")])
                try await bench.run()
                bench.clock.advance(by: .seconds(3600))
            }
        }
        #expect(Set(inbox.titles).count == inbox.titles.count)
        #expect((13...15).contains(inbox.messages.count))
    }
}
