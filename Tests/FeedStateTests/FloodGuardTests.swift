import FeedModel
import FeedStages
import Testing

@testable import FeedState

@Suite("the flood guard")
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
    private func kiosk() async throws -> Kiosk {
        let kiosk = try await Kiosk()
        try await kiosk.fetch(strangers(10, "known", days: 1, before: kiosk.now))
        _ = try await kiosk.deliver()
        kiosk.pass(.seconds(86_400))
        return kiosk
    }

    @Test("old articles that come as new are held, told once, and released by a command")
    func released() async throws {
        let kiosk = try await kiosk()
        let flood = strangers(20, "old", days: 9, before: kiosk.now)
        let stored = try await kiosk.fetch(flood)
        #expect(stored.new == 20)
        #expect(stored.quarantined == 20)
        #expect(stored.floodToTell == 20)
        #expect(try await kiosk.deliver().isEmpty)
        #expect(
            try await kiosk.state.quarantinedSources()
                == [QuarantinedSource(key: kiosk.key, source: "news", since: kiosk.now, entries: 20)])
        // More of them, alone: held as well, and not told again. What is news is delivered.
        kiosk.pass(.seconds(900))
        let news = Entry.made(guid: "news", title: "news", at: kiosk.now)
        let more = try await kiosk.fetch(flood + strangers(1, "more", days: 8, before: kiosk.now) + [news])
        #expect(more.quarantined == 1)
        #expect(more.floodToTell == 0)
        #expect(try await kiosk.deliver() == ["news"])
        #expect(try await kiosk.state.releaseQuarantined(of: kiosk.key, now: kiosk.now) == 21)
        #expect(try await kiosk.deliver().count == 21)
        #expect(try await kiosk.state.quarantinedSources().isEmpty)
        #expect(try await kiosk.state.releaseQuarantined(of: kiosk.key, now: kiosk.now) == 0)
        // The next flood is a new one.
        kiosk.pass(.seconds(900))
        #expect(try await kiosk.fetch(strangers(20, "older", days: 30, before: kiosk.now)).floodToTell == 20)
    }

    @Test("what is discarded is never delivered, and never comes again")
    func discarded() async throws {
        let kiosk = try await kiosk()
        let flood = strangers(20, "old", days: 9, before: kiosk.now)
        try await kiosk.fetch(flood)
        #expect(try await kiosk.state.discardQuarantined(of: kiosk.key, now: kiosk.now) == 20)
        kiosk.pass(.seconds(900))
        let again = try await kiosk.fetch(flood)
        #expect(again.new == 0)
        #expect(again.floodToTell == 0)
        #expect(try await kiosk.deliver().isEmpty)
        #expect(try await kiosk.state.identityNotes(of: kiosk.key)?.floodedAt == nil)
    }

    @Test("a feed that shows more of its past than before brings old articles: they are held")
    func window() async throws {
        let kiosk = try await kiosk()
        let known = strangers(10, "known", days: 2, before: kiosk.now)
        let stored = try await kiosk.fetch(known + strangers(40, "past", days: 9, before: kiosk.now))
        #expect(stored.quarantined == 40)
        #expect(try await kiosk.deliver().isEmpty)
    }

    @Test("news is no flood, however much of it: all entries are others, after an hour or after a month")
    func turnover() async throws {
        let kiosk = try await kiosk()
        for pause in [3600, 31 * 86_400] {
            let last = kiosk.now
            kiosk.pass(.seconds(pause))
            let entries = (1...50).map {
                Entry.made(guid: "\(pause)-\($0)", title: "\($0)", at: last + .seconds($0 * pause / 50))
            }
            try await kiosk.fetch(entries)
            #expect(try await kiosk.deliver().count == 50)
        }
    }

    @Test("five old entries, or less than three in five, are no flood")
    func few() async throws {
        let kiosk = try await kiosk()
        #expect(try await kiosk.fetch(strangers(5, "five", days: 9, before: kiosk.now)).quarantined == 0)
        #expect(try await kiosk.deliver().count == 5)
        let known = strangers(10, "known", days: 2, before: kiosk.now)
        #expect(try await kiosk.fetch(known + strangers(14, "some", days: 9, before: kiosk.now)).quarantined == 0)
        #expect(try await kiosk.deliver().count == 14)
        // As many as ever stood in the document are one, whatever else is new.
        let missed = strangers(40, "missed", days: 2, before: kiosk.now)
        #expect(
            try await kiosk.fetch(known + missed + strangers(30, "past", days: 20, before: kiosk.now)).quarantined == 30
        )
        // Twenty of which nothing else is new are one, however long the document is.
        let many = known + strangers(14, "some", days: 9, before: kiosk.now)
        #expect(try await kiosk.fetch(many + strangers(20, "many", days: 30, before: kiosk.now)).quarantined == 20)
    }

    @Test("Y01 a list without dates of which all entries are others each quarter of an hour is delivered whole")
    func undated() async throws {
        let kiosk = try await Kiosk()
        for visit in 1...8 {
            let entries = (1...10).map { Entry.made(guid: "\(visit)-\($0)", title: "\(visit)-\($0)") }
            #expect(try await kiosk.fetch(entries).quarantined == 0)
            #expect(try await kiosk.deliver().count == 10)
            kiosk.pass(.seconds(900))
        }
    }

    @Test(
        "Y01 eight articles a day arrive on each of four days, whatever their dates tell of the time",
        arguments: ["day", "embargo", "none"])
    func coarse(dating: String) async throws {
        let kiosk = try await Kiosk()
        let day: Int64 = 86_400_000
        func entries(until count: Int) -> [Entry] {
            (count - 9...count).map { number in
                let moment = kiosk.now.milliseconds - Int64(count - number) * day / 8
                let date: Timestamp? =
                    switch dating {
                    case "day": Timestamp(milliseconds: moment / day * day)
                    case "embargo": Timestamp(milliseconds: moment / day * day - 7 * 3_600_000)
                    default: nil
                    }
                return .made(guid: "\(number)", title: "\(number)", at: date)
            }
        }
        try await kiosk.fetch(entries(until: 10))
        #expect(try await kiosk.deliver().count == 10)
        for visit in 1...4 {
            kiosk.pass(.seconds(86_400))
            try await kiosk.fetch(entries(until: 10 + visit * 8))
            #expect(try await kiosk.deliver().count == 8)
        }
    }

    @Test("Y01 a list of the best articles of ten years is delivered as it turns over")
    func ranking() async throws {
        let kiosk = try await Kiosk()
        for visit in 1...8 {
            let entries = (1...10).map { place in
                Entry.made(
                    guid: "\(visit)-\(place)", title: "\(visit)-\(place)",
                    at: kiosk.now - .seconds((visit * 7 + place * 13) % 29 * 10_000_000))
            }
            #expect(try await kiosk.fetch(entries).quarantined == 0)
            #expect(try await kiosk.deliver().count == 10)
            kiosk.pass(.seconds(3600))
        }
    }

    @Test("Y01 what the user released is not held when it comes again, but ten times as much is")
    func taught() async throws {
        let kiosk = try await kiosk()
        try await kiosk.fetch(strangers(20, "old", days: 40, before: kiosk.now))
        #expect(try await kiosk.state.releaseQuarantined(of: kiosk.key, now: kiosk.now) == 20)
        #expect(try await kiosk.deliver().count == 20)
        kiosk.pass(.seconds(86_400))
        #expect(try await kiosk.fetch(strangers(25, "again", days: 45, before: kiosk.now)).quarantined == 0)
        kiosk.pass(.seconds(86_400))
        #expect(try await kiosk.fetch(strangers(200, "much", days: 45, before: kiosk.now)).quarantined == 200)
        kiosk.pass(.seconds(86_400))
        #expect(try await kiosk.fetch(strangers(20, "deep", days: 999, before: kiosk.now)).quarantined == 20)
    }

    @Test("Y01 a user who wants no guard gets everything")
    func off() async throws {
        let kiosk = try await kiosk()
        kiosk.hasFloodGuard = false
        #expect(try await kiosk.fetch(strangers(200, "old", days: 99, before: kiosk.now)).quarantined == 0)
        #expect(try await kiosk.deliver().count == 200)
    }

    @Test("Y01 the line comes again when twice as many are held, and after a week if there are more")
    func toldAgain() async throws {
        let kiosk = try await kiosk()
        func fetch(_ count: Int) async throws -> Int {
            kiosk.pass(.seconds(86_400))
            return try await kiosk.fetch(strangers(count, "\(kiosk.now.milliseconds)-", days: 30, before: kiosk.now))
                .floodToTell
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
            let kiosk = try await Kiosk()
            let date: Timestamp? = isDated ? kiosk.now - .seconds(86_400) : nil
            func entries(_ name: String) -> [Entry] {
                (1...8).map { .made(guid: "\(name)\($0)", title: name, at: date) }
            }
            try await kiosk.fetch(entries("a"), title: "A", site: "https://a.example/")
            #expect(try await kiosk.deliver().count == 8)
            kiosk.pass(.seconds(3600))
            let stored = try await kiosk.fetch(entries("b"), title: "B", site: "https://b.example/")
            #expect(stored.quarantined == 8)
            #expect(try await kiosk.deliver().isEmpty)
            // What it publishes from then on is delivered: the user knows.
            kiosk.pass(.seconds(3600))
            let news = Entry.made(guid: "news", title: "news", at: isDated ? kiosk.now : nil)
            try await kiosk.fetch([news] + entries("b"), title: "B", site: "https://b.example/")
            #expect(try await kiosk.deliver() == ["news"])
        }
    }

    @Test("Y01 a feed whose title has the date in it, and whose site has two names, is no other site's")
    func twoNames() async throws {
        let kiosk = try await Kiosk()
        for (day, site) in ["https://a.example/", "https://www.a.example/", "https://a.example/"].enumerated() {
            let entries = (1...8).map { Entry.made(guid: "\(day)-\($0)", title: "\(day)") }
            #expect(try await kiosk.fetch(entries, title: "News of day \(day)", site: site).quarantined == 0)
            #expect(try await kiosk.deliver().count == 8)
            kiosk.pass(.seconds(86_400))
        }
    }

    @Test("Y01 a list without dates that shows its past is held, one that grows by news is not")
    func longer() async throws {
        func entries(_ numbers: some Sequence<Int>) -> [Entry] {
            numbers.map { .made(guid: "\($0)", title: "\($0)") }
        }
        let kiosk = try await Kiosk()
        try await kiosk.fetch(entries(100...109))
        _ = try await kiosk.deliver()
        kiosk.pass(.seconds(3600))
        #expect(try await kiosk.fetch(entries(80...109)).quarantined == 0)
        #expect(try await kiosk.deliver().count == 20)
        kiosk.pass(.seconds(3600))
        #expect(try await kiosk.fetch(entries(Array(80...109) + Array(200...299))).quarantined == 100)
    }

    @Test("a first load is no flood, nor is a document that appears in a known source")
    func first() async throws {
        let kiosk = try await Kiosk()
        #expect(try await kiosk.fetch(strangers(30, "old", days: 99, before: kiosk.now)).quarantined == 0)
        #expect(try await kiosk.deliver().count == 30)
        kiosk.pass(.seconds(900))
        let document = DocumentKey(rawValue: "saved/2.xml")
        let more = try await kiosk.fetch(strangers(30, "more", days: 99, before: kiosk.now), document: document)
        #expect(more.quarantined == 0)
        kiosk.pass(.seconds(900))
        let flood = try await kiosk.fetch(strangers(30, "flood", days: 99, before: kiosk.now), document: document)
        #expect(flood.quarantined == 30)
        #expect(flood.floodToTell == 30)
    }

    @Test("what was published while the last fetch went on, or in the minute before it, is news")
    func meanwhile() async throws {
        let kiosk = try await kiosk()
        let (begun, seconds) = (kiosk.now, 300)
        kiosk.pass(.seconds(seconds))
        try await kiosk.fetch([], seconds: Double(seconds))
        kiosk.pass(.seconds(900))
        let news = (1...20).map { Entry.made(guid: "\($0)", title: "\($0)", at: begun + .seconds($0 * 10 - 60)) }
        #expect(try await kiosk.fetch(news).quarantined == 0)
        #expect(try await kiosk.deliver().count == 20)
    }

    @Test("a clock that was ahead makes no news a flood")
    func clock() async throws {
        let kiosk = try await kiosk()
        kiosk.pass(.seconds(365 * 86_400))
        try await kiosk.fetch([])
        kiosk.pass(.seconds(-365 * 86_400))
        #expect(try await kiosk.fetch(strangers(20, "now", days: 0, before: kiosk.now)).quarantined == 0)
    }

    @Test("a state that has lost its keys holds what it would have delivered twice")
    func lostKeys() async throws {
        let kiosk = try await kiosk()
        try await kiosk.state.loseKeys()
        let stored = try await kiosk.fetch(strangers(10, "known", days: 2, before: kiosk.now))
        #expect(stored.quarantined + stored.knownAnew == 10)
        #expect(try await kiosk.deliver().isEmpty)
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
