import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("back-off")
struct BackOffTests {
    private let room: Newsroom

    init() throws {
        room = try Newsroom()
        room.addSink("box")
    }

    private func add(_ name: String, failing error: StageError.Code) {
        room.addFeed(name, "https://\(name).example/")
        room.web.fail("https://\(name).example/", with: StageError(error, subject: "https://\(name).example/"))
    }

    private func wire() { room.addPipeline("all", sources: room.plan.sources.map(\.name), sinks: ["box"]) }

    /// Hours at which a source was asked, of a cron job that comes every quarter of an hour.
    private func hoursAsked(days: Int) async throws -> [Double] {
        var hours: [Double] = []
        for quarter in 0..<(days * 96) {
            let before = room.web.requests.count
            try await room.run()
            if room.web.requests.count > before { hours.append(Double(quarter) / 4) }
            room.clock.advance(by: .seconds(900))
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
            try await room.run()
            room.clock.advance(by: .seconds(86_400))
        }
        let before = room.web.requests.count
        for _ in 0..<70 {
            try await room.run()
            room.clock.advance(by: .seconds(86_400))
        }
        #expect((9...11).contains(room.web.requests.count - before))
    }

    @Test("one that works again is asked at each run again")
    func recovers() async throws {
        let url = "https://back.example/"
        room.addFeed("back", url)
        wire()
        for _ in 0..<4 { room.web.answer(url, status: 500, text: "no") }
        room.web.answer(url, text: "x\nend")
        for _ in 0..<3 { try await room.run() }
        #expect(try await room.run().sources["back"]?.skipReason == .backOff)
        room.clock.advance(by: .seconds(2 * 3600))
        #expect(try await room.run().sources["back"]?.kind == .failed)
        room.clock.advance(by: .seconds(3 * 3600))
        #expect(try await room.run().sources["back"]?.kind == .loaded)
        #expect(try await room.run().sources["back"]?.kind != .skipped)
    }

    @Test("`--now` asks a source that is left alone, but none before the `Retry-After` of its server")
    func now() async throws {
        add("dead", failing: .refused)
        room.addFeed("busy", "https://busy.example/")
        room.web.answer("https://busy.example/", status: 503, headers: [("Retry-After", "7200")], text: "no")
        wire()
        for _ in 0..<4 { try await room.run() }
        let report = try await room.run { $0.ignoresRefresh = true }
        #expect(report.sources["dead"]?.kind == .failed)
        #expect(report.sources["busy"]?.skipReason == .throttled)
        #expect(room.web.urls.count { $0.contains("busy") } == 1)
    }

    @Test("what brings entries although it fails is asked at each run: its entries would scroll away")
    func bringsEntries() async throws {
        // Without its last line it counts as cut off.
        room.addFeed("cut", "https://cut.example/")
        room.web.answer("https://cut.example/", text: "a\nb\nc")
        wire()
        room.web.answer("https://cut.example/", text: "a\nb\nc\nend")
        room.web.answer("https://cut.example/", text: "b\nc\nd")
        let kinds = try await runs(8).map { $0.sources["cut"]?.kind }
        #expect(kinds == [.failed, .loaded] + Array(repeating: .failed, count: 6))
        #expect(room.web.requests.count == 8)
    }

    private func runs(_ count: Int) async throws -> [RunReport] {
        var reports: [RunReport] = []
        for _ in 0..<count { reports.append(try await room.run()) }
        return reports
    }

    @Test("what costs no request, such as a missing file, is tried at each run")
    func costsNothing() async throws {
        let shelf = room.addSource("local")
        shelf.fail(StageError(.noSuchFile, subject: "saved/x.json"))
        wire()
        for _ in 0..<8 { #expect(try await room.run().sources["local"]?.kind == .failed) }
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
        for _ in 0..<3 { try await room.run() }
        var counts: [Int] = []
        for _ in 0..<14 {
            room.clock.advance(by: .seconds(60 * 60 / 10))
            let before = room.web.requests.count
            try await room.run()
            counts.append(room.web.requests.count - before)
        }
        #expect(counts.max() ?? 0 < 150)
    }

    @Test("P18 of 500 sources a fifth is dead: the fourth run asks the living alone, and tells nothing")
    func manyDead() async throws {
        for number in 0..<100 { add("d\(number)", failing: [.refused, .timeout, .notFound, .serverError][number % 4]) }
        for number in 0..<400 {
            room.addFeed("s\(number)", "https://s\(number).example/")
            room.web.answer("https://s\(number).example/", text: "x\nend")
        }
        wire()
        var told: [Int] = []
        for _ in 0..<3 {
            told.append(try await room.run().changes.count)
            room.clock.advance(by: .seconds(900))
        }
        #expect(told == [100, 0, 0])
        let before = room.web.requests.count
        let report = try await room.run()
        #expect(room.web.requests.count - before == 400)
        #expect(report.changes == [])
        #expect(report.sources.values.count { $0.skipReason == .backOff } == 100)
    }
}
