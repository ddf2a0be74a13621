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
        #expect(stored.tellsFlood)
        #expect(try await kiosk.deliver().isEmpty)
        #expect(
            try await kiosk.state.quarantinedSources()
                == [QuarantinedSource(key: kiosk.key, source: "news", since: kiosk.now, entries: 20)])
        // More of them, alone: held as well, and not told again. What is news is delivered.
        kiosk.pass(.seconds(900))
        let news = Entry.made(guid: "news", title: "news", at: kiosk.now)
        let more = try await kiosk.fetch(flood + strangers(1, "more", days: 5, before: kiosk.now) + [news])
        #expect(more.quarantined == 1)
        #expect(!more.tellsFlood)
        #expect(try await kiosk.deliver() == ["news"])
        #expect(try await kiosk.state.releaseQuarantined(of: kiosk.key, now: kiosk.now) == 21)
        #expect(try await kiosk.deliver().count == 21)
        #expect(try await kiosk.state.quarantinedSources().isEmpty)
        #expect(try await kiosk.state.releaseQuarantined(of: kiosk.key, now: kiosk.now) == 0)
        // The next flood is a new one.
        kiosk.pass(.seconds(900))
        #expect(try await kiosk.fetch(strangers(20, "older", days: 30, before: kiosk.now)).tellsFlood)
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
        #expect(!again.tellsFlood)
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
    }

    @Test("entries without a date are suspects if the last complete fetch is less than an hour ago")
    func undated() async throws {
        let kiosk = try await kiosk()
        let undated = { (name: String) in (1...10).map { Entry.made(guid: "\(name)\($0)", title: "\(name)\($0)") } }
        try await kiosk.fetch(undated("a"))
        #expect(try await kiosk.deliver().count == 10)
        kiosk.pass(.seconds(3599))
        #expect(try await kiosk.fetch(undated("b")).quarantined == 10)
        kiosk.pass(.seconds(900))
        // One of them alone can be anything; it is delivered, though the source is flooded.
        #expect(try await kiosk.fetch(undated("b") + [.made(guid: "c", title: "c")]).quarantined == 0)
        #expect(try await kiosk.deliver() == ["c"])
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
        #expect(flood.tellsFlood)
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
    }
}
