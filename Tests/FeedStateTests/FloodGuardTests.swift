import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("the flood guard", .onEachStore, .namingStore)
struct FloodGuardTests {
    /// Entries that nothing known could be recognised by, published `days` days before `now`.
    private func strangers(_ count: Int, _ name: String, days: Int, before now: Timestamp) -> [Entry] {
        (1...count).map {
            .made(
                guid: "\(name)\($0)", link: "https://a.example/\(name)/\($0)", title: "\(name) \($0)",
                at: now + .seconds(-days * 86_400 - $0))
        }
    }

    /// A source with ten entries that were delivered a day ago.
    private func bench() async throws -> StateTestBench {
        let bench = try await StateTestBench()
        try await bench.fetch(strangers(10, "known", days: 1, before: bench.now))
        _ = try await bench.deliver()
        bench.pass(.seconds(86_400))
        return bench
    }

    @Test("old articles that come as new are held, told once, and released by a command")
    func released() async throws {
        let bench = try await bench()
        let flood = strangers(20, "old", days: 9, before: bench.now)
        let stored = try await bench.fetch(flood)
        #expect(stored.new == 20)
        #expect(stored.quarantined == 20)
        #expect(stored.floodToReport == 20)
        #expect(try await bench.deliver().isEmpty)
        #expect(
            try await bench.state.quarantinedSources()
                == [QuarantinedSource(key: bench.key, source: "news", since: bench.now, entries: 20)])
        // More of them, alone: held as well, and not told again. What is news is delivered.
        bench.pass(.seconds(900))
        let news = Entry.made(guid: "news", title: "news", at: bench.now)
        let more = try await bench.fetch(flood + strangers(1, "more", days: 8, before: bench.now) + [news])
        #expect(more.quarantined == 1)
        #expect(more.floodToReport == 0)
        #expect(try await bench.deliver() == ["news"])
        #expect(try await bench.state.releaseQuarantined(of: bench.key, now: bench.now) == 21)
        #expect(try await bench.deliver().count == 21)
        #expect(try await bench.state.quarantinedSources().isEmpty)
        #expect(try await bench.state.releaseQuarantined(of: bench.key, now: bench.now) == 0)
        // The next flood is a new one.
        bench.pass(.seconds(900))
        #expect(try await bench.fetch(strangers(20, "older", days: 30, before: bench.now)).floodToReport == 20)
    }

    @Test("what is discarded is never delivered, and never comes again")
    func discarded() async throws {
        let bench = try await bench()
        let flood = strangers(20, "old", days: 9, before: bench.now)
        try await bench.fetch(flood)
        #expect(try await bench.state.discardQuarantined(of: bench.key, now: bench.now) == 20)
        bench.pass(.seconds(900))
        let again = try await bench.fetch(flood)
        #expect(again.new == 0)
        #expect(again.floodToReport == 0)
        #expect(try await bench.deliver().isEmpty)
        #expect(try await bench.state.identityNotes(of: bench.key)?.floodedAt == nil)
    }

    @Test("a feed that shows more of its past than before brings old articles: they are held")
    func window() async throws {
        let bench = try await bench()
        let known = strangers(10, "known", days: 2, before: bench.now)
        let stored = try await bench.fetch(known + strangers(40, "past", days: 9, before: bench.now))
        #expect(stored.quarantined == 40)
        #expect(try await bench.deliver().isEmpty)
    }

    @Test("news is no flood, however much of it: all entries are others, after an hour or after a month")
    func turnover() async throws {
        let bench = try await bench()
        for pause in [3600, 31 * 86_400] {
            let last = bench.now
            bench.pass(.seconds(pause))
            let entries = (1...50).map {
                Entry.made(guid: "\(pause)-\($0)", title: "\($0)", at: last + .seconds($0 * pause / 50))
            }
            try await bench.fetch(entries)
            #expect(try await bench.deliver().count == 50)
        }
    }

    @Test("five old entries, or less than three in five, are no flood")
    func few() async throws {
        let bench = try await bench()
        #expect(try await bench.fetch(strangers(5, "five", days: 9, before: bench.now)).quarantined == 0)
        #expect(try await bench.deliver().count == 5)
        let known = strangers(10, "known", days: 2, before: bench.now)
        #expect(try await bench.fetch(known + strangers(14, "some", days: 9, before: bench.now)).quarantined == 0)
        #expect(try await bench.deliver().count == 14)
        // As many as ever stood in the document are one, whatever else is new.
        let missed = strangers(40, "missed", days: 2, before: bench.now)
        #expect(
            try await bench.fetch(known + missed + strangers(30, "past", days: 20, before: bench.now)).quarantined == 30
        )
        // Twenty of which nothing else is new are one, however long the document is.
        let many = known + strangers(14, "some", days: 9, before: bench.now)
        #expect(try await bench.fetch(many + strangers(20, "many", days: 30, before: bench.now)).quarantined == 20)
    }

    @Test("Y01 a list without dates of which all entries are others each quarter of an hour is delivered whole")
    func undated() async throws {
        let bench = try await StateTestBench()
        for visit in 1...8 {
            let entries = (1...10).map { Entry.made(guid: "\(visit)-\($0)", title: "\(visit)-\($0)") }
            #expect(try await bench.fetch(entries).quarantined == 0)
            #expect(try await bench.deliver().count == 10)
            bench.pass(.seconds(900))
        }
    }

    @Test(
        "Y01 eight articles a day arrive on each of four days, whatever their dates tell of the time",
        arguments: ["day", "embargo", "none"])
    func coarse(dating: String) async throws {
        let bench = try await StateTestBench()
        let day: Int64 = 86_400_000
        func entries(until count: Int) -> [Entry] {
            (count - 9...count).map { number in
                let moment = bench.now.milliseconds - Int64(count - number) * day / 8
                let date: Timestamp? =
                    switch dating {
                    case "day": Timestamp(milliseconds: moment / day * day)
                    case "embargo": Timestamp(milliseconds: moment / day * day - 7 * 3_600_000)
                    default: nil
                    }
                return .made(guid: "\(number)", title: "\(number)", at: date)
            }
        }
        try await bench.fetch(entries(until: 10))
        #expect(try await bench.deliver().count == 10)
        for visit in 1...4 {
            bench.pass(.seconds(86_400))
            try await bench.fetch(entries(until: 10 + visit * 8))
            #expect(try await bench.deliver().count == 8)
        }
    }

    @Test("Y01 a list of the best articles of ten years is delivered as it turns over")
    func ranking() async throws {
        let bench = try await StateTestBench()
        for visit in 1...8 {
            let entries = (1...10).map { place in
                Entry.made(
                    guid: "\(visit)-\(place)", title: "\(visit)-\(place)",
                    at: bench.now - .seconds((visit * 7 + place * 13) % 29 * 10_000_000))
            }
            #expect(try await bench.fetch(entries).quarantined == 0)
            #expect(try await bench.deliver().count == 10)
            bench.pass(.seconds(3600))
        }
    }

    @Test("Y01 what the user released is not held when it comes again, but ten times as much is")
    func taught() async throws {
        let bench = try await bench()
        try await bench.fetch(strangers(20, "old", days: 40, before: bench.now))
        #expect(try await bench.state.releaseQuarantined(of: bench.key, now: bench.now) == 20)
        #expect(try await bench.deliver().count == 20)
        bench.pass(.seconds(86_400))
        #expect(try await bench.fetch(strangers(25, "again", days: 45, before: bench.now)).quarantined == 0)
        bench.pass(.seconds(86_400))
        #expect(try await bench.fetch(strangers(200, "much", days: 45, before: bench.now)).quarantined == 200)
        bench.pass(.seconds(86_400))
        #expect(try await bench.fetch(strangers(20, "deep", days: 999, before: bench.now)).quarantined == 20)
    }

    @Test("Y01 a user who wants no guard gets everything")
    func off() async throws {
        let bench = try await bench()
        bench.hasFloodGuard = false
        #expect(try await bench.fetch(strangers(200, "old", days: 99, before: bench.now)).quarantined == 0)
        #expect(try await bench.deliver().count == 200)
    }

    @Test("Y01 the line comes again when twice as many are held, and after a week if there are more")
    func toldAgain() async throws {
        let bench = try await bench()
        func fetch(_ count: Int) async throws -> Int {
            bench.pass(.seconds(86_400))
            return try await bench.fetch(strangers(count, "\(bench.now.milliseconds)-", days: 30, before: bench.now))
                .floodToReport
        }
        #expect(try await fetch(10) == 10)
        #expect(try await fetch(3) == 0)
        #expect(try await fetch(10) == 23)
        for _ in 1...6 { #expect(try await fetch(1) == 0) }
        #expect(try await fetch(1) == 30)
    }

    @Test("Y01 entries of another site at the same address are held, also those without a date")
    func otherSite() async throws {
        for isDated in [true, false] {
            let bench = try await StateTestBench()
            let date: Timestamp? = isDated ? bench.now - .seconds(86_400) : nil
            func entries(_ name: String) -> [Entry] {
                (1...8).map { .made(guid: "\(name)\($0)", title: name, at: date) }
            }
            try await bench.fetch(entries("a"), title: "A", site: "https://a.example/")
            #expect(try await bench.deliver().count == 8)
            bench.pass(.seconds(3600))
            let stored = try await bench.fetch(entries("b"), title: "B", site: "https://b.example/")
            #expect(stored.quarantined == 8)
            #expect(try await bench.deliver().isEmpty)
            // What it publishes from then on is delivered: the user knows.
            bench.pass(.seconds(3600))
            let news = Entry.made(guid: "news", title: "news", at: isDated ? bench.now : nil)
            try await bench.fetch([news] + entries("b"), title: "B", site: "https://b.example/")
            #expect(try await bench.deliver() == ["news"])
        }
    }

    @Test("Y01 a feed whose title has the date in it, and whose site has two names, is no other site's")
    func twoNames() async throws {
        let bench = try await StateTestBench()
        for (day, site) in ["https://a.example/", "https://www.a.example/", "https://a.example/"].enumerated() {
            let entries = (1...8).map { Entry.made(guid: "\(day)-\($0)", title: "\(day)") }
            #expect(try await bench.fetch(entries, title: "News of day \(day)", site: site).quarantined == 0)
            #expect(try await bench.deliver().count == 8)
            bench.pass(.seconds(86_400))
        }
    }

    @Test("Y01 a list without dates that shows its past is held, one that grows by news is not")
    func longer() async throws {
        func entries(_ numbers: some Sequence<Int>) -> [Entry] {
            numbers.map { .made(guid: "\($0)", title: "\($0)") }
        }
        let bench = try await StateTestBench()
        try await bench.fetch(entries(100...109))
        _ = try await bench.deliver()
        bench.pass(.seconds(3600))
        #expect(try await bench.fetch(entries(80...109)).quarantined == 0)
        #expect(try await bench.deliver().count == 20)
        bench.pass(.seconds(3600))
        #expect(try await bench.fetch(entries(Array(80...109) + Array(200...299))).quarantined == 100)
    }

    @Test("a first load is no flood, nor is a document that appears in a known source")
    func first() async throws {
        let bench = try await StateTestBench()
        #expect(try await bench.fetch(strangers(30, "old", days: 99, before: bench.now)).quarantined == 0)
        #expect(try await bench.deliver().count == 30)
        bench.pass(.seconds(900))
        let document = DocumentKey(rawValue: "saved/2.xml")
        let more = try await bench.fetch(strangers(30, "more", days: 99, before: bench.now), document: document)
        #expect(more.quarantined == 0)
        bench.pass(.seconds(900))
        let flood = try await bench.fetch(strangers(30, "flood", days: 99, before: bench.now), document: document)
        #expect(flood.quarantined == 30)
        #expect(flood.floodToReport == 30)
    }

    @Test("what was published while the last fetch went on, or in the minute before it, is news")
    func meanwhile() async throws {
        let bench = try await bench()
        let (begun, seconds) = (bench.now, 300)
        bench.pass(.seconds(seconds))
        try await bench.fetch([], seconds: Double(seconds))
        bench.pass(.seconds(900))
        let news = (1...20).map { Entry.made(guid: "\($0)", title: "\($0)", at: begun + .seconds($0 * 10 - 60)) }
        #expect(try await bench.fetch(news).quarantined == 0)
        #expect(try await bench.deliver().count == 20)
    }

    @Test("a clock that was ahead makes no news a flood")
    func clock() async throws {
        let bench = try await bench()
        bench.pass(.seconds(365 * 86_400))
        try await bench.fetch([])
        bench.pass(.seconds(-365 * 86_400))
        #expect(try await bench.fetch(strangers(20, "now", days: 0, before: bench.now)).quarantined == 0)
    }

    @Test("a state that has lost its keys holds what it would have delivered twice")
    func lostKeys() async throws {
        let bench = try await bench()
        try await bench.state.loseKeys()
        let stored = try await bench.fetch(strangers(10, "known", days: 2, before: bench.now))
        #expect(stored.quarantined + stored.rematched == 10)
        #expect(try await bench.deliver().isEmpty)
    }
}

extension StateDatabase {
    fileprivate func loseKeys() throws {
        try connection.run("DELETE FROM entry_key")
        try connection.run("DELETE FROM pipeline_entry")
        try connection.run("DELETE FROM entry")
        try setMeta(
            Self.lostEntriesAt,
            String(try connection.first("SELECT max(last_success) FROM source") { $0.integer(0) } ?? 0))
    }
}
