import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("silence", .onEachStore, .namingStore)
struct SilenceTests {
    private let now = Timestamp(seconds: 1_795_125_600)

    private func silence(entries: Int, knownDays: Int, silentDays: Int) -> Silence? {
        Silence(
            since: now - .seconds(silentDays * 86_400),
            before: EntryRate(entries: entries, over: .seconds(knownDays * 86_400)), now: now)
    }

    @Test("Y21 a rate counts over the time that is known: one entry a day for two weeks is seven a week")
    func twoWeeks() throws {
        #expect(silence(entries: 14, knownDays: 14, silentDays: 29) == nil)
        let found = try #require(silence(entries: 14, knownDays: 14, silentDays: 30))
        #expect(found.perWeek == 7 && found.isWorthReporting)
    }

    @Test(
        "Y21 ten times the usual interval, and thirty days at least",
        arguments: [(84, 84, 30), (12, 84, 70), (6, 14, 30), (6, 2, 30), (3, 84, 280)])
    func howLong(entries: Int, knownDays: Int, days: Int) {
        #expect(silence(entries: entries, knownDays: knownDays, silentDays: days - 1) == nil)
        #expect(silence(entries: entries, knownDays: knownDays, silentDays: days) != nil)
    }

    @Test("Y21 a handful of entries in its first days is no rhythm to tell of", arguments: [(3, 1), (5, 2), (5, 14)])
    func handful(entries: Int, knownDays: Int) {
        #expect(silence(entries: entries, knownDays: knownDays, silentDays: 400)?.isWorthReporting != true)
    }

    /// Twenty releases, of which the last is dated at `end`, within a week.
    private func burst(_ name: String, until end: Timestamp) -> [Entry] {
        (0..<20).map { number in .made(guid: "\(name)-\(number)", at: end - .seconds(number * 8 * 3600)) }
    }

    /// Fetches every day; gives the days on which silence is told.
    private func days(of bench: StateTestBench, _ document: [Entry], for count: Int) async throws -> [Int] {
        var told: [Int] = []
        for day in 1...count {
            bench.pass(.seconds(86_400))
            if try await bench.fetch(document).silence != nil { told.append(day) }
        }
        return told
    }

    @Test("Y21 releases that come in bursts are silent only after twice their longest pause")
    func bursts() async throws {
        let bench = try await StateTestBench()
        let first = burst("first", until: bench.now - .seconds(42 * 86_400))
        try await bench.fetch(first)
        bench.pass(.seconds(7 * 86_400))
        let second = burst("second", until: bench.now)
        try await bench.fetch(first + second)
        // From the end of the first to the beginning of the second it was 42 days and 16 hours.
        #expect(try await days(of: bench, second, for: 100) == [86])
    }

    @Test("Y21 entries that have stood at the head of a feed for long make no pause of it")
    func pinned() async throws {
        let bench = try await StateTestBench()
        let pinned = (0..<2).map { number in
            Entry.made(guid: "pinned-\(number)", at: bench.now - .seconds((300 + number) * 86_400))
        }
        try await bench.fetch(pinned)
        bench.pass(.seconds(7 * 86_400))
        let news = burst("news", until: bench.now)
        try await bench.fetch(pinned + news)
        #expect(try await days(of: bench, pinned + news, for: 60) == [30])
    }

    @Test("Y21 what the first document shows of the past is known, what it brings without a date tells nothing")
    func firstDocument() async throws {
        let dated = try await StateTestBench()
        let entries = (1...14).map { day in
            var entry = Entry()
            (entry.guid, entry.published) = ("\(day)", dated.now - .seconds(day * 86_400))
            return entry
        }
        try await dated.fetch(entries)
        #expect(
            try await dated.state.rate(of: dated.key, within: .seconds(84 * 86_400), before: dated.now)
                == EntryRate(entries: 14, over: .seconds(14 * 86_400)))
        let undated = try await StateTestBench()
        try await undated.fetch(
            (0..<30).map { number in
                var entry = Entry()
                entry.guid = "\(number)"
                return entry
            })
        undated.pass(.seconds(86_400))
        #expect(
            try await undated.state.rate(of: undated.key, within: .seconds(84 * 86_400), before: undated.now)
                == EntryRate(entries: 0, over: .seconds(86_400)))
    }
}
