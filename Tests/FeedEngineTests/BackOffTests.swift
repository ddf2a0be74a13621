import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("back-off")
struct BackOffTests {
    private let bench: RunTestBench

    init() throws {
        bench = try RunTestBench()
        bench.addSink("box")
    }

    private func add(_ name: String, failing error: StageError.Code) {
        bench.addFeed(name, "https://\(name).example/")
        bench.web.fail("https://\(name).example/", with: StageError(error, subject: "https://\(name).example/"))
    }

    private func wire() { bench.addPipeline("all", sources: bench.plan.sources.map(\.name), sinks: ["box"]) }

    /// Hours at which a source was asked, of a cron job that comes every quarter of an hour.
    private func hoursAsked(days: Int) async throws -> [Double] {
        var hours: [Double] = []
        for quarter in 0..<(days * 96) {
            let before = bench.web.requests.count
            try await bench.run()
            if bench.web.requests.count > before { hours.append(Double(quarter) / 4) }
            bench.clock.advance(by: .seconds(900))
        }
        return hours
    }

    @Test("Y07 from the third failure in a row a source is left alone for 1 h, 2 h, 4 h … a day, a tenth more or less")
    func doubles() async throws {
        add("dead", failing: .refused)
        wire()
        let hours = try await hoursAsked(days: 6)
        #expect(Array(hours.prefix(3)) == [0, 0.25, 0.5])
        let pauses = zip(hours.dropFirst(3), hours.dropFirst(2)).map { $0 - $1 }
        for (pause, expected) in zip(pauses, [1.0, 2, 4, 8, 16, 24, 24, 24]) {
            // And up to a quarter of an hour until cron comes.
            #expect(pause >= expected * 0.9 && pause <= expected * 1.1 + 0.25)
        }
        #expect(pauses.count == 8 || pauses.count == 9)
    }

    @Test("X09: N55 a source that sends too much is asked less and less")
    func sendsTooMuch() async throws {
        add("endless", failing: .tooLarge)
        wire()
        // Of 576 runs: the first three, then after 1, 2, 4, 8 and 16 h, then daily.
        #expect((11...13).contains(try await hoursAsked(days: 6).count))
    }

    @Test("a dead source is asked once a week for ever, and costs the other runs no request")
    func dead() async throws {
        add("dead", failing: .dns)
        wire()
        for _ in 0..<40 {
            try await bench.run()
            bench.clock.advance(by: .seconds(86_400))
        }
        let before = bench.web.requests.count
        for _ in 0..<70 {
            try await bench.run()
            bench.clock.advance(by: .seconds(86_400))
        }
        #expect((9...11).contains(bench.web.requests.count - before))
    }

    @Test("one that works again is asked at each run again")
    func recovers() async throws {
        let url = "https://back.example/"
        bench.addFeed("back", url)
        wire()
        for _ in 0..<4 { bench.web.answer(url, status: 500, text: "no") }
        bench.web.answer(url, text: "x\nend")
        for _ in 0..<3 { try await bench.run() }
        #expect(try await bench.run().sources["back"]?.skipReason == .backOff)
        bench.clock.advance(by: .seconds(2 * 3600))
        #expect(try await bench.run().sources["back"]?.kind == .failed)
        bench.clock.advance(by: .seconds(3 * 3600))
        #expect(try await bench.run().sources["back"]?.kind == .loaded)
        #expect(try await bench.run().sources["back"]?.kind != .skipped)
    }

    @Test("`--now` asks a source that is left alone, but none before the `Retry-After` of its server")
    func now() async throws {
        add("dead", failing: .refused)
        bench.addFeed("busy", "https://busy.example/")
        bench.web.answer("https://busy.example/", status: 503, headers: [("Retry-After", "7200")], text: "no")
        wire()
        for _ in 0..<4 { try await bench.run() }
        let report = try await bench.run { $0.ignoresRefresh = true }
        #expect(report.sources["dead"]?.kind == .failed)
        #expect(report.sources["busy"]?.skipReason == .throttled)
        #expect(bench.web.urls.count { $0.contains("busy") } == 1)
    }

    @Test("what brings entries although it fails is asked at each run: its entries would scroll away")
    func bringsEntries() async throws {
        // Without its last line it counts as cut off.
        bench.addFeed("cut", "https://cut.example/")
        bench.web.answer("https://cut.example/", text: "a\nb\nc")
        wire()
        bench.web.answer("https://cut.example/", text: "a\nb\nc\nend")
        bench.web.answer("https://cut.example/", text: "b\nc\nd")
        let kinds = try await runs(8).map { $0.sources["cut"]?.kind }
        #expect(kinds == [.failed, .loaded] + Array(repeating: .failed, count: 6))
        #expect(bench.web.requests.count == 8)
    }

    private func runs(_ count: Int) async throws -> [RunReport] {
        var reports: [RunReport] = []
        for _ in 0..<count { reports.append(try await bench.run()) }
        return reports
    }

    @Test("what costs no request, such as a missing file, is tried at each run")
    func costsNothing() async throws {
        let shelf = bench.addSource("local")
        shelf.fail(StageError(.noSuchFile, subject: "saved/x.json"))
        wire()
        for _ in 0..<8 { #expect(try await bench.run().sources["local"]?.kind == .failed) }
    }

    @Test("a blocked source is asked daily, however often it fails")
    func blocked() async throws {
        add("cert", failing: .tlsExpired)
        wire()
        let hours = try await hoursAsked(days: 12)
        #expect((13...16).contains(hours.count))
    }

    @Test("two hundred dead sources do not all come at once")
    func spread() async throws {
        for number in 0..<200 { add("d\(number)", failing: .notFound) }
        wire()
        for _ in 0..<3 { try await bench.run() }
        var counts: [Int] = []
        for _ in 0..<14 {
            bench.clock.advance(by: .seconds(60 * 60 / 10))
            let before = bench.web.requests.count
            try await bench.run()
            counts.append(bench.web.requests.count - before)
        }
        #expect(counts.max() ?? 0 < 150)
    }

    @Test("P18 of 500 sources a fifth is dead: the fourth run asks the living alone, and tells nothing")
    func manyDead() async throws {
        for number in 0..<100 { add("d\(number)", failing: [.refused, .timeout, .notFound, .serverError][number % 4]) }
        for number in 0..<400 {
            bench.addFeed("s\(number)", "https://s\(number).example/")
            bench.web.answer("https://s\(number).example/", text: "x\nend")
        }
        wire()
        var told: [Int] = []
        for _ in 0..<3 {
            told.append(try await bench.run().changes.count)
            bench.clock.advance(by: .seconds(900))
        }
        #expect(told == [100, 0, 0])
        let before = bench.web.requests.count
        let report = try await bench.run()
        #expect(bench.web.requests.count - before == 400)
        #expect(report.changes == [])
        #expect(report.sources.values.count { $0.skipReason == .backOff } == 100)
    }
}
