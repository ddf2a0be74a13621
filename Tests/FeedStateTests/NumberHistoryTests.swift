import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// What the state keeps of the numbers of entries, and for how long.
@Suite("the history of numbers", .onEachStore, .namingStore)
struct NumberHistoryTests {
    private let hour = Duration.seconds(3600)
    private let day = Duration.seconds(86_400)
    private let rules = RetentionRules(memories: nil, livingTargets: [:])

    private func entry(_ name: String, _ numbers: [String: Int], at date: Timestamp? = nil) -> Entry {
        var entry = Entry.made(guid: name, link: "https://example.com/\(name)", title: name, at: date)
        entry.numbers = numbers
        return entry
    }

    /// The values of a number of an entry, by the place of their age.
    private func values(
        _ bench: StateTestBench, _ entry: Int64 = 1, _ name: String = "likes"
    ) async throws -> [Int: Int] {
        let tracks = try await bench.state.numberTracks(of: EntryID(number: entry))
        let points = tracks.first { $0.name == name }?.points ?? []
        return Dictionary(points.map { ($0.bucket.rawValue, $0.value) }) { first, _ in first }
    }

    private func history(_ bench: StateTestBench) async throws -> NumberHistory {
        try await bench.state.numberHistory(of: [bench.key: "news"], now: bench.now)
    }

    @Test("has a value for each age at which a fetch brought the entry, the last one at that age")
    func ages() async throws {
        let bench = try await StateTestBench()
        let date = bench.now
        for (minutes, likes) in [(5, 2), (50, 3), (70, 8), (300, 31), (310, 30), (90 * 60, 45), (20 * 1440, 50)] {
            bench.pass(date + .seconds(minutes * 60) - bench.now)
            try await bench.fetch([entry("a", ["likes": likes], at: date)])
        }
        #expect(try await values(bench) == [0: 3, 1: 8, 3: 30, 7: 50])
    }

    @Test("an unchanged number has a value at each age, too")
    func constant() async throws {
        let bench = try await StateTestBench()
        for _ in 0..<5 {
            try await bench.fetch([entry("a", ["likes": 0])])
            bench.pass(hour)
        }
        #expect(try await values(bench) == [0: 0, 1: 0, 2: 0, 3: 0])
    }

    @Test("an entry that is older than 30 days when it is first seen has none, nor has one without numbers")
    func old() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([
            entry("old", ["likes": 9], at: bench.now - day * 31),
            entry("young", ["likes": 1], at: bench.now - day * 29),
            entry("bare", [:]),
        ])
        #expect(try await bench.state.sampledEntries() == [2])
        #expect(try await values(bench, 2) == [7: 1])
    }

    @Test("an entry that is dated in the future is as old as it has been known")
    func future() async throws {
        let bench = try await StateTestBench()
        let date = bench.now + day * 400
        try await bench.fetch([entry("a", ["likes": 1], at: date)])
        bench.pass(hour * 5)
        try await bench.fetch([entry("a", ["likes": 6], at: date)])
        #expect(try await values(bench) == [0: 1, 3: 6])
    }

    @Test("compares a value with those of the source's entries at like age")
    func standing() async throws {
        let bench = try await StateTestBench()
        let names = (0..<10).map { "n\($0)" }
        try await bench.fetch(names.enumerated().map { entry($1, ["likes": $0]) })
        bench.pass(hour * 3)
        try await bench.fetch(names.enumerated().map { entry($1, ["likes": 10 * $0]) })
        let history = try await history(bench)
        let young = try #require(history.standing(of: 7, as: "likes", in: "news", at: AgeBucket(of: .zero)))
        #expect((young.below, young.notAbove, young.count) == (7, 8, 10))
        let older = try #require(history.standing(of: 45, as: "likes", in: "news", at: AgeBucket(of: hour * 3)))
        #expect((older.below, older.notAbove, older.count) == (5, 5, 10))
        #expect(history.standing(of: 7, as: "likes", in: "news", at: AgeBucket(of: day)) == nil)
        #expect(history.standing(of: 7, as: "stocks", in: "news", at: AgeBucket(of: .zero)) == nil)
        #expect(history.standing(of: 7, as: "likes", in: "other", at: AgeBucket(of: .zero)) == nil)
    }

    @Test("is over 30 days after the date of an entry, in what filters get and in the file")
    func retention() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([entry("a", ["likes": 1]), entry("b", ["likes": 2])])
        let first = AgeBucket(of: .zero)
        bench.pass(day * 29)
        #expect(try await bench.state.pruneAll(rules, now: bench.now).numbers == 0)
        #expect(try await history(bench).standing(of: 1, as: "likes", in: "news", at: first)?.count == 2)
        bench.pass(day + hour)
        #expect(try await history(bench).standing(of: 1, as: "likes", in: "news", at: first) == nil)
        #expect(try await bench.state.pruneAll(rules, now: bench.now).numbers == 2)
        #expect(try await bench.state.sampledEntries() == [])
        // They are still in their document, and begin no new history.
        try await bench.fetch([entry("a", ["likes": 5]), entry("b", ["likes": 6])])
        #expect(try await bench.state.sampledEntries() == [])
    }

    @Test("goes with a source that is forgotten, and stays with one that gets another key")
    func forgotten() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([entry("a", ["likes": 1])])
        let other = FeedKey(hash: Array(repeating: 8, count: 32))
        try await bench.state.rename(bench.key, to: other)
        #expect(
            try await bench.state.numberHistory(of: [other: "renamed"], now: bench.now).standing(
                of: 1, as: "likes", in: "renamed", at: AgeBucket(of: .zero))?.count == 1)
        #expect(try await bench.state.forget(other) == 1)
        #expect(try await bench.state.sampledEntries() == [])
        #expect(try await bench.state.check().isSound)
    }

    @Test("has the numbers that filters brought, beside those of the source")
    func filters() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([entry("a", ["likes": 1])])
        for (bookmarks, wait) in [(3, hour / 2), (4, hour), (9, hour * 3)] {
            bench.pass(wait)
            let waiting = try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false)
            try await bench.decide(
                waiting.map {
                    Decision(
                        key: $0.key, verdict: .hold(until: nil, because: "waits"), filter: "take#1", changed: nil,
                        numbers: ["bookmarks": bookmarks], sawBody: false, fingerprints: [])
                })
            try await bench.fetch([entry("a", ["likes": bookmarks * 2])])
        }
        #expect(try await values(bench, 1, "bookmarks") == [0: 3, 1: 4, 3: 9])
        #expect(try await values(bench, 1, "likes") == [0: 6, 1: 8, 3: 18])
    }

    @Test("is stored in the transaction of the fetch and of the verdict, or not at all")
    func oneTransaction() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([entry("a", ["likes": 1])])
        let waiting = try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false)
        let decision = Decision(
            key: try #require(waiting.first?.key), verdict: .keep, filter: nil, changed: nil,
            numbers: ["bookmarks": 3], sawBody: false, fingerprints: [])
        let (pipeline, now) = (bench.pipeline, bench.now)
        await #expect(throws: StageError.self) {
            try await bench.state.asOne { state throws(StageError) in
                try state.decide(
                    [decision], memories: [:], in: pipeline, sinks: [], tally: DigestTally(kept: 1), now: now,
                    zone: .utc)
                throw StageError(.internalError, subject: "a filter")
            }
        }
        #expect(try await values(bench, 1, "bookmarks") == [:])
        #expect(try await values(bench) == [0: 1])
    }

    @Test("a clock that was ahead leaves no value at an age that an entry has not reached")
    func clockAhead() async throws {
        let bench = try await StateTestBench()
        let start = bench.now
        try await bench.fetch([entry("a", ["likes": 1])])
        bench.pass(day * 5)
        try await bench.fetch([entry("a", ["likes": 2]), entry("b", ["likes": 7])])
        bench.pass(start + hour * 3 - bench.now)
        try await bench.state.repairClock(now: bench.now)
        #expect(try await values(bench) == [0: 1])
        try await bench.fetch([entry("a", ["likes": 3]), entry("b", ["likes": 8])])
        #expect(try await values(bench) == [0: 1, 2: 3])
        #expect(try await values(bench, 2) == [0: 8])
    }

    @Test("a clock that is behind by hours changes nothing of what is known")
    func clockBehind() async throws {
        let bench = try await StateTestBench()
        let date = bench.now - hour * 10
        try await bench.fetch([entry("a", ["likes": 5], at: date)])
        bench.pass(hour * -8)
        try await bench.fetch([entry("a", ["likes": 6], at: date)])
        bench.pass(hour * 8)
        try await bench.fetch([entry("a", ["likes": 7], at: date)])
        #expect(try await values(bench) == [4: 7])
    }

    @Test("holds the newest entries of a source, fewer of each if there are many, and never too few to compare")
    func bounded() async throws {
        #expect(StateDatabase.mostEntries(ofEachOf: 1) == 2_000)
        #expect(StateDatabase.mostEntries(ofEachOf: 30) == 2_000)
        #expect(StateDatabase.mostEntries(ofEachOf: 60) == 1_000)
        #expect(StateDatabase.mostEntries(ofEachOf: 10_000) == 100)
        #expect(StateDatabase.mostEntries(ofEachOf: 0) == 2_000)
        let bench = try await StateTestBench()
        try await bench.fetch(
            (0..<2_100).map { entry("n\($0)", ["likes": $0], at: bench.now - .seconds(2_100 - $0)) })
        let standing = try #require(
            try await history(bench).standing(of: 100, as: "likes", in: "news", at: AgeBucket(of: .zero)))
        #expect((standing.below, standing.count) == (0, 2_000))
    }

    @Test("a source whose entries have ever other numbers has a history of some of them")
    func manyNames() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch(
            (0..<200).map { entry("n\($0)", ["x\($0)": 1, "likes": 1]) })
        let history = try await history(bench)
        let known = (0..<200).count {
            history.standing(of: 1, as: "x\($0)", in: "news", at: AgeBucket(of: .zero)) != nil
        }
        #expect(known == 32)
        #expect(history.standing(of: 1, as: "likes", in: "news", at: AgeBucket(of: .zero))?.count == 200)
    }

    @Test("bytes that cannot be read are no history, end no run, and are written anew")
    func damaged() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([entry("a", ["likes": 1])])
        try await bench.state.damageNumbers()
        #expect(try await values(bench) == [:])
        #expect(
            try await history(bench).standing(of: 1, as: "likes", in: "news", at: AgeBucket(of: .zero)) == nil)
        try await bench.fetch([entry("a", ["likes": 2])])
        #expect(try await values(bench) == [0: 2])
    }
}

extension StateDatabase {
    fileprivate func sampledEntries() throws -> [Int64] {
        try connection.all("SELECT entry FROM number_sample ORDER BY entry") { $0.integer(0) }
    }

    fileprivate func damageNumbers() throws {
        try connection.run("UPDATE number_sample SET samples = ?", .blob([0, 255]))
    }
}
