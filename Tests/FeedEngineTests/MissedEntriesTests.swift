import FeedModel
import FeedStages
import FeedState
import FeedTesting
import PostgreSQLLaboratory
import Synchronization
import Testing

@testable import FeedEngine

@Suite("entries that may have been missed")
final class MissedEntriesTests {
    private let bench: RunTestBench
    private let web: ProbedWeb
    /// What the server gives, a run after another; the last one again and again.
    private let answers = Mutex<[ProbedWeb.Answer]>([])
    private let url = "https://hot.example/"
    private let start: Timestamp

    init() throws {
        bench = try RunTestBench()
        web = ProbedWeb(clock: bench.clock)
        bench.transport = web
        bench.addSink("out")
        start = bench.clock.now
    }

    private func add(_ refresh: Refresh = .everyRun) {
        bench.addFeed("hot", url, refresh: refresh)
        bench.addPipeline("all", sources: ["hot"], sinks: ["out"])
    }

    private func run(hour: Double, _ change: (inout RunOptions) -> Void = { _ in }) async throws -> RunReport {
        bench.clock.set(to: start + .seconds(hour * 3600))
        if let next = answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { web.answer { _ in next } }
        return try await bench.run(change)
    }

    /// What a run tells of missed entries.
    private func missed(hour: Double) async throws -> MissedEntries? {
        try await run(hour: hour).changes.first { $0.kind == .sourceMissed && $0.source == "hot" }?.missed
    }

    private func document(_ numbers: some Sequence<Int>, dated date: ((Int) -> Timestamp)? = nil) -> String {
        let lines = numbers.map { number in "entry \(number)" + (date.map { "\t\($0(number).seconds)" } ?? "") }
        return (lines + ["end"]).joined(separator: "\n")
    }

    /// The newest `count` of a list that has a new entry every so many minutes, dated to the second.
    private func list(_ count: Int, every minutes: Double, hour: Double) -> String {
        let newest = Int(hour * 60 / minutes) + 1000
        return document(((newest - count + 1)...newest).reversed()) { number in
            self.start + .seconds(Double(number - 1000) * minutes * 60 + 1)
        }
    }

    private func answer(_ text: String, _ headers: [(name: String, value: String)] = []) {
        answers.withLock { $0.append(.text(text, headers: headers)) }
    }

    private func refuse(_ status: Int, _ headers: [(name: String, value: String)] = []) {
        answers.withLock { $0.append(.status(status, headers: headers)) }
    }

    @Test("Y05 a list of which nothing is left is told, with the times and the interval that would have caught it")
    func nothingLeft() async throws {
        add()
        for hour in [0.0, 8, 16] { answer(list(30, every: 8, hour: hour)) }
        #expect(try await missed(hour: 0) == nil)
        let missed = try #require(try await missed(hour: 8))
        #expect(missed.from == start)
        #expect(abs((missed.until - start).components.seconds - 4 * 3600) < 1200)
        #expect(abs(missed.pause.components.seconds - 2 * 3600) < 1200)
        #expect(missed.cause == .rhythm && !missed.isReminder)
    }

    @Test("Y05 what goes on is told after a week and then each month, newly once, and stands in the state each time")
    func goesOn() async throws {
        add()
        var told: [(hour: Double, isReminder: Bool)] = []
        for hour in stride(from: 0.0, to: 40 * 24, by: 8) {
            answer(list(30, every: 8, hour: hour))
            if let missed = try await missed(hour: hour) { told.append((hour, missed.isReminder)) }
        }
        #expect(told.map(\.hour) == [8, 176, 896])
        #expect(told.map(\.isReminder) == [false, true, true])
        let state = try await StateDatabase.opened(at: bench.plan.settings.statePath, now: bench.clock.now)
        let key = FeedKey(of: LinesSource(url: url, pages: 1, token: nil, services: .testing()), type: LinesSource.type)
        let record = try #require(try await state.records(of: [key], now: bench.clock.now)[0])
        #expect(record.missed?.at == bench.clock.now && record.missesEntries(at: bench.clock.now))
        #expect(!record.missesEntries(at: bench.clock.now + .seconds(7 * 86_400)))
        try await state.close()
    }

    @Test("Y05 what is missed after two weeks without any is told as new")
    func againLater() async throws {
        add()
        for hour in [0.0, 8, 176] {
            answer(list(30, every: 8, hour: hour))
            _ = try await missed(hour: hour)
        }
        for hour in stride(from: 179.0, through: 179 + 15 * 24, by: 3) {
            answer(list(30, every: 8, hour: hour))
            #expect(try await missed(hour: hour) == nil)
        }
        answer(list(30, every: 8, hour: 600))
        #expect(try await missed(hour: 600)?.isReminder == false)
    }

    @Test("Y05 newly missed entries make the exit status 1, reminders do not")
    func attention() {
        var missed = MissedEntries(from: start, until: start, pause: .seconds(60), cause: .rhythm)
        #expect(RunReport.Change.sourceMissed("hot", missed).needsAttention)
        missed.isReminder = true
        #expect(!RunReport.Change.sourceMissed("hot", missed).needsAttention)
    }

    @Test("Y05 without dates half the time between the fetches is the interval that would have caught them")
    func undated() async throws {
        add()
        for place in 0..<3 { answer(document((place * 40)..<(place * 40 + 30))) }
        #expect(try await missed(hour: 0) == nil)
        let missed = try #require(try await missed(hour: 4))
        #expect(missed.until == start + .seconds(4 * 3600) && missed.pause == .seconds(2 * 3600))
    }

    @Test("Y05 the server's explicit word is named where it kept us from asking", arguments: ["ttl", "max-age"])
    func serversWord(field: String) async throws {
        add(.automatic)
        for hour in [0.0, 10] {
            let text = list(30, every: 8, hour: hour)
            answer(
                field == "ttl" ? "ttl: 600\n\(text)" : text, field == "ttl" ? [] : [("cache-control", "max-age=36000")])
        }
        _ = try await run(hour: 0)
        #expect(try await run(hour: 9).sources["hot"]?.skipReason == .notDue)
        #expect(try await missed(hour: 10)?.cause == .server(field: field, wait: .seconds(36_000)))
    }

    @Test("Y05 `Retry-After` is named where it kept us from asking")
    func retryAfter() async throws {
        add()
        answer(list(30, every: 8, hour: 0))
        refuse(503, [("retry-after", "36000")])
        answer(list(30, every: 8, hour: 11))
        for hour in [0.0, 0.5] { #expect(try await missed(hour: hour) == nil) }
        #expect(try await missed(hour: 11)?.cause == .server(field: "Retry-After", wait: .seconds(37_800)))
    }

    @Test("Y05 what could not be read meanwhile needs no other interval")
    func failing() async throws {
        add()
        answer(list(30, every: 8, hour: 0))
        refuse(500)
        answer(list(30, every: 8, hour: 11))
        for hour in [0.0, 0.25] { #expect(try await missed(hour: hour) == nil) }
        #expect(try await missed(hour: 11)?.cause == .failing)
    }

    @Test("Y05 the user's own `refresh` is kept to, and what it misses is told")
    func ownRefresh() async throws {
        add(.every(.seconds(10 * 3600)))
        for hour in [0.0, 10] { answer(list(30, every: 8, hour: hour)) }
        _ = try await run(hour: 0)
        #expect(try await run(hour: 5).sources["hot"]?.skipReason == .notDue)
        #expect(try await missed(hour: 10) != nil)
    }

    // MARK: what is no loss

    @Test(
        "Y05 a batch of a night, or another edition, in a list that stood still before, is no loss",
        arguments: [1, 3, 12])
    func batch(count: Int) async throws {
        add()
        for hour in stride(from: 0.0, to: 96, by: 1) {
            let edition = Int((hour + 22) / 24)
            answer(document((edition * 100)..<(edition * 100 + count)))
            #expect(try await missed(hour: hour) == nil, "\(hour)")
        }
    }

    @Test("Y05 a list that begins anew at midnight is no loss")
    func beginsAnew() async throws {
        add()
        for hour in stride(from: 0.0, to: 72, by: 0.5) {
            let (day, minutes) = (Int(hour / 24), hour.truncatingRemainder(dividingBy: 24) * 60)
            answer(document((day * 1000)...(day * 1000 + Int(minutes / 20))))
            #expect(try await missed(hour: hour) == nil, "\(hour)")
        }
    }

    @Test("Y05 a list that was empty has lost nothing", arguments: [1, 4, 30])
    func wasEmpty(count: Int) async throws {
        add()
        answer(document(0..<0))
        #expect(try await missed(hour: 0) == nil)
        for hour in [1.0, 2, 3] {
            answer(document(0..<count))
            #expect(try await missed(hour: hour) == nil)
        }
    }

    @Test("Y05 entries with other names that reach back behind the last fetch are no loss")
    func otherNames() async throws {
        add()
        for (hour, shift) in [(0.0, 0), (1, 0), (2, 100_000)] {
            answer(
                document(0..<30) { self.start + .seconds(-600 * $0 - 1) }.replacing("entry ", with: "entry \(shift)"))
            #expect(try await missed(hour: hour) == nil)
        }
    }

    @Test("Y05 a status page that shows its newest entry alone is told only where its rhythm is too fast for us")
    func newestAlone() async throws {
        add()
        var random = SplitMix(seed: 7)
        var number = 0
        for hour in stride(from: 0.0, to: 14 * 24, by: 1) {
            if Int.random(in: 0..<8, using: &random) == 0 { number += 1 }
            answer(document([number]))
            #expect(try await missed(hour: hour) == nil, "\(hour)")
        }
        var told = 0
        for hour in stride(from: 14.0 * 24, to: 15 * 24, by: 1) {
            number += 3
            answer(document([number]))
            if try await missed(hour: hour) != nil { told += 1 }
        }
        #expect(told == 1)
    }

    @Test("Y05 four days without a run are a loss, of a list that would have been seen")
    func away() async throws {
        add()
        for hour in [0.0, 0.25, 0.5, 0.75, 96] { answer(list(30, every: 8, hour: hour)) }
        for hour in [0.0, 0.25, 0.5, 0.75] { #expect(try await missed(hour: hour) == nil) }
        let missed = try #require(try await missed(hour: 96))
        #expect(missed.from == start + .seconds(2700))
    }

    @Test("Y05 dates of the year 1 and 9999 bend nothing")
    func impossibleDates() async throws {
        add()
        let dates = [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)]
        for place in 0..<2 { answer(document((place * 40)..<(place * 40 + 30)) { dates[$0 % 2] }) }
        #expect(try await missed(hour: 0) == nil)
        let missed = try #require(try await missed(hour: 4))
        #expect(missed.pause == .seconds(2 * 3600) && missed.until == start + .seconds(4 * 3600))
    }
}
