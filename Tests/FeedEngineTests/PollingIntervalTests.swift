import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("refresh: auto")
struct PollingIntervalTests {
    private let day: Duration = .seconds(86_400)

    private func response(_ headers: [(String, String)]) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: headers.map { (name: $0.0.lowercased(), value: $0.1) }, body: [1], finalURL: "",
            receivedAt: Timestamp(seconds: 1_795_132_800))
    }

    @Test(
        "N41 hostile numbers of cache fields are clamped to a day, and none traps",
        arguments: [
            ("max-age=3600", 3600), ("public, max-age=60, must-revalidate", 60), ("MAX-AGE=\"90\"", 90),
            ("max-age=-1", nil), ("max-age=", nil), ("max-age=1e9", 1), ("max-age=9223372036854775807", 86_400),
            ("max-age=99999999999999999999", 86_400), ("no-store", 0), ("no-cache, max-age=600", 0), ("", nil),
        ] as [(String, Int?)])
    func cacheControl(value: String, seconds: Int?) {
        #expect(Freshness.of(response([("Cache-Control", value)])) == seconds.map { .seconds($0) })
    }

    @Test(
        "N41 an Expires that is no date, or past, means now",
        arguments: [
            ("0", 0), ("-1", 0), ("soon", 0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Fri, 20 Nov 2026 02:00:00 GMT", 7200), ("Sat, 20 Nov 2126 00:00:00 GMT", 86_400),
        ])
    func expires(value: String, seconds: Int) {
        #expect(Freshness.of(response([("Expires", value)])) == .seconds(seconds))
        // The server's clock may be wrong, but it is wrong for both.
        #expect(
            Freshness.of(
                response([("Expires", "Mon, 01 Jan 2001 01:00:00 GMT"), ("Date", "Mon, 01 Jan 2001 00:00:00 GMT")]))
                == .seconds(3600))
    }

    @Test("an answer's age is taken off, max-age goes before Expires, and a failure tells nothing")
    func precedence() {
        #expect(Freshness.of(response([("Cache-Control", "max-age=600"), ("Age", "100")])) == .seconds(500))
        #expect(Freshness.of(response([("Cache-Control", "max-age=600"), ("Age", "900")])) == .zero)
        #expect(Freshness.of(response([("Expires", "0"), ("Cache-Control", "max-age=600")])) == .seconds(600))
        var failed = response([("Cache-Control", "max-age=600")])
        failed.status = 500
        #expect(Freshness.of(failed) == nil)
    }

    private func key(_ number: Int) -> FeedKey {
        FeedKey(
            of: LinesSource(url: "https://\(number).example", pages: 1, token: nil, services: .testing()),
            type: LinesSource.type)
    }

    private let now = Timestamp(seconds: 1_795_132_800)

    /// A feed that is known for four weeks, with so many entries in them, of which the oldest shown is so old.
    private func habit(
        entries: Int, reachingBack hours: Double? = nil, watched: Duration = .seconds(100 * 86_400)
    ) -> FeedHabit {
        var reach = DocumentReach()
        reach.quietSince = now - .seconds(60 * 86_400)
        reach.oldest = hours.map { now - .seconds($0 * 3600) }
        return FeedHabit(
            rate: EntryRate(entries: entries, over: PollingInterval.window), reach: reach, watched: watched)
    }

    @Test(
        "a feed is asked twice as often as entries come, between an hour and a day, a tenth more or less",
        arguments: [(0, 24.0), (7, 24), (14, 24), (28, 12), (56, 6), (336, 1), (1_000_000, 1), (.max, 1)])
    func interval(entries: Int, hours: Double) {
        var intervals: Set<Duration> = []
        for number in 0..<50 {
            let interval = PollingInterval.interval(
                habit(entries: entries), now: now, timeToLive: nil, freshFor: nil, of: key(number))
            #expect(interval >= .seconds(hours * 3600 * 0.9) && interval <= .seconds(hours * 3600 * 1.1))
            intervals.insert(interval)
        }
        #expect(intervals.count > 40)
    }

    @Test(
        "Y06 never longer than half of what the document reaches back, down to a quarter of an hour",
        arguments: [(0.0, 15.0), (0.25, 15), (1, 30), (1.5, 45), (2, 60), (6, 180), (24, 720)])
    func halfTheReach(hours: Double, minutes: Double) {
        for number in 0..<50 {
            let interval = PollingInterval.interval(
                habit(entries: 0, reachingBack: hours), now: now, timeToLive: nil, freshFor: nil, of: key(number))
            #expect(interval <= .seconds(minutes * 60) && interval >= .seconds(minutes * 60 - 90))
        }
    }

    @Test("Y06 until a day has passed a feed is asked each hour, whatever its dates promise")
    func firstDay() {
        func interval(_ watched: Duration) -> Duration {
            PollingInterval.interval(
                habit(entries: 1, reachingBack: 9000, watched: watched), now: now, timeToLive: nil, freshFor: nil,
                of: key(1))
        }
        #expect(interval(.zero) <= .seconds(3600) && interval(.seconds(86_399)) <= .seconds(3600))
        #expect(interval(.seconds(3600)) >= .seconds(3500))
        #expect(interval(day) > .seconds(20 * 3600))
    }

    @Test(
        "Y06 dates that nobody can mean bend no rhythm",
        arguments: [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max), Timestamp(seconds: 0)])
    func impossibleDates(date: Timestamp) {
        var habit = habit(entries: 14)
        (habit.reach.oldest, habit.reach.newest) = (date, date)
        let interval = PollingInterval.interval(habit, now: now, timeToLive: nil, freshFor: nil, of: key(1))
        #expect(interval >= .seconds(800) && interval <= day * 1.1)
    }

    @Test("what feed and server ask for is kept to, up to a day, also where the document reaches back less")
    func atLeast() throws {
        func interval(_ wait: Duration?, _ freshFor: Duration?) -> Duration {
            PollingInterval.interval(
                habit(entries: 10_000, reachingBack: 1), now: now, timeToLive: wait, freshFor: freshFor, of: key(1))
        }
        #expect(interval(.seconds(7200), nil) == .seconds(7200))
        #expect(interval(.seconds(7200), .seconds(10_800)) == .seconds(10_800))
        #expect(interval(day * 30, nil) == day)
        #expect(interval(nil, .seconds(Int64.max)) == day)
        #expect(interval(.zero, .zero) <= .seconds(1800))
    }

    @Test("a feed that is quiet is asked hourly for a day, then less; one that says `ttl` after that, unchanged or not")
    func inARun() async throws {
        let bench = try RunTestBench()
        bench.addFeed("quiet", "https://quiet.example/", refresh: .automatic)
        bench.web.answer("https://quiet.example/", headers: [("ETag", "\"1\"")], text: "end")
        bench.addFeed("busy", "https://busy.example/", refresh: .automatic)
        let titles = (0..<400).map { "t\($0)" }.joined(separator: "\n")
        bench.web.answer("https://busy.example/", headers: [("ETag", "\"1\"")], text: "ttl: 180\n\(titles)\nend")
        bench.addSink("out")
        bench.addPipeline("all", sources: ["quiet", "busy"], sinks: ["out"])
        var asked: [String: [Int]] = [:]
        for hour in 0..<120 {
            for (name, outcome) in try await bench.run().sources where outcome.kind != .skipped {
                asked[name, default: []].append(hour)
            }
            bench.clock.advance(by: .seconds(3600))
        }
        #expect(asked["busy"]?.prefix(9) == [0, 3, 6, 9, 12, 15, 18, 21, 24])
        #expect(asked["quiet"]?.prefix(25) == ArraySlice(0...24))
        #expect((asked["quiet"]?.count ?? 0) <= 25 + 6)
        // With --now it is asked all the same.
        #expect(try await bench.run { $0.ignoresRefresh = true }.sources["quiet"]?.kind == .unchanged)
    }

    @Test("a failure does not wait for the feed's rhythm")
    func failure() async throws {
        let bench = try RunTestBench()
        bench.addFeed("a", "https://a.example/", refresh: .automatic)
        bench.web.answer("https://a.example/", status: 500, text: "no")
        bench.web.answer("https://a.example/", text: "x\nend")
        bench.addSink("out")
        bench.addPipeline("all", sources: ["a"], sinks: ["out"])
        try await bench.run()
        #expect(try await bench.run().sources["a"]?.kind == .loaded)
        #expect(try await bench.run().sources["a"]?.skipReason == .notDue)
    }
}
