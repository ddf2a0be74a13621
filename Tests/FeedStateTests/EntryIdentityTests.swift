import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("the identity of entries", .onEachStore, .namingStore)
struct EntryIdentityTests {
    // MARK: entries without guids

    @Test("D25 an entry without guid, link, date and title is known by what it says")
    func contentAlone() async throws {
        let bench = try await StateTestBench()
        let entries = ["a", "b"].map { Entry.made(text: $0) }
        #expect(try await bench.fetch(entries).new == 2)
        #expect(try await bench.fetch(entries.reversed()).new == 0)
        var withFile = Entry.made(text: "a")
        withFile.enclosures = [Enclosure(url: "https://a.example/a.mp3")]
        #expect(try await bench.fetch(entries + [withFile]).new == 1)
    }

    @Test("D26 an edited entry without guid is the same if it has a link, and another one if it has none")
    func edited() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(link: "https://a.example/1", title: "a", text: "old")])
        #expect(try await bench.fetch([.made(link: "https://a.example/1", title: "A", text: "new")]).new == 0)
        #expect(try await bench.fetch([.made(title: "b", text: "old")]).new == 1)
        #expect(try await bench.fetch([.made(title: "b", text: "new")]).new == 1)
    }

    @Test("an entry is known by title and moment only where one entry alone had both, and not where several had")
    func severalOfAMoment() async throws {
        let moment = Timestamp(seconds: 1_795_175_421)
        func release(_ number: Int) -> Entry {
            .made(guid: "\(number)", link: "https://a.example/\(number)", title: "Release", at: moment)
        }
        let alone = try await StateTestBench()
        #expect(try await alone.fetch([release(1)]).new == 1)
        #expect(try await alone.fetch([release(2)]).new == 0)
        let bench = try await StateTestBench()
        #expect(try await bench.fetch([release(1), release(2)]).new == 2)
        #expect(try await bench.fetch([release(2), release(3)]).new == 1)
    }

    @Test("an entry without a date counts from when it was first seen, however often its text changes")
    func undatedEdited() async throws {
        let bench = try await StateTestBench()
        let old = Entry.made(guid: "a", title: "a", text: "old")
        let edited = Entry.made(guid: "a", title: "a", text: "new")
        let other = Entry.made(guid: "b", title: "b")
        for entries in [[old], [other, old], [other, edited]] {
            try await bench.fetch(entries)
            bench.pass(.seconds(3600))
        }
        #expect(try await bench.deliver() == ["a", "b"])
    }

    @Test("D26 links are compared normalised, with their fragment and their query")
    func links() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(link: "https://a.example/%7Eme/../x")])
        #expect(try await bench.fetch([.made(link: "HTTPS://A.example:443/x")]).new == 0)
        let others = ["x#2", "x?a"].map { Entry.made(link: "https://a.example/\($0)") }
        #expect(try await bench.fetch(others).new == 2)
    }

    @Test("D25 an entry without a guid that stands twice, once without its link, counts once")
    func repeatedWithoutItsLink() async throws {
        let bench = try await StateTestBench()
        let twice = [Entry.made(link: "https://a.example/1", title: "a", text: "x"), .made(title: "a", text: "x")]
        #expect(try await bench.fetch(twice).new == 1)
        #expect(try await bench.deliver() == ["a"])
        #expect(try await bench.fetch(twice).new == 0)
    }

    // MARK: guids

    @Test("D27 a guid that stands twice with one link counts once, the first")
    func sameLink() async throws {
        let bench = try await StateTestBench()
        let twins = ["first", "second"].map { Entry.made(guid: "1", link: "https://a.example/1", title: $0) }
        #expect(try await bench.fetch(twins).new == 1)
        #expect(try await bench.deliver() == ["first"])
        #expect(try await bench.fetch(twins).new == 0)
    }

    @Test("D27 a guid that stands twice with different links is two entries, from then on")
    func differentLinks() async throws {
        let bench = try await StateTestBench()
        let old = Entry.made(guid: "0", link: "https://a.example/0", title: "known")
        try await bench.fetch([old])
        let twins = (1...2).map { Entry.made(guid: "1", link: "https://a.example/\($0)", title: "\($0)") }
        #expect(try await bench.fetch([old] + twins).new == 2)
        #expect(try await bench.fetch(twins + [old]).new == 0)
        // Alone in its document it is still told from the others, and from the next.
        #expect(try await bench.fetch([twins[1]]).new == 0)
        #expect(try await bench.fetch([.made(guid: "1", link: "https://a.example/3", title: "3")]).new == 1)
    }

    @Test("D28 guids are compared as bytes, but for white space around them")
    func bytes() async throws {
        let bench = try await StateTestBench(isKnown: true)
        let guids = [
            "Guid", "guid", "\u{E9}", "e\u{301}", "http://a.example/1", "http://a.example/1/",
            String(repeating: "x", count: 100_000), String(repeating: "x", count: 100_001),
        ]
        let later = bench.now + .seconds(60)
        #expect(try await bench.fetch(guids.map { .made(guid: $0, title: $0, at: later) }).new == guids.count)
        #expect(try await bench.fetch(guids.map { .made(guid: "\n \($0)\t", title: $0, at: later) }).new == 0)
    }

    @Test("Y28 scheme, default port, case of the host and percent-encoding make no other entry")
    func spellings() async throws {
        let bench = try await StateTestBench(isKnown: true)
        let start = bench.now
        func entries(_ site: String, _ path: String, since start: Timestamp) -> [Entry] {
            (1...30).map { number in
                let address = "\(site)/\(path)/\(number)"
                return .made(guid: address, link: address, title: "same title", at: start + .seconds(number))
            }
        }
        #expect(try await bench.fetch(entries("https://a.example", "~k%E6%97%A5", since: start)).new == 30)
        for (site, path) in [
            ("http://a.example", "~k%e6%97%a5"), ("https://A.example:443", "%7Ek%E6%97%A5"),
            ("http://a.example:80", "./%7Ek%E6%97%A5"),
        ] {
            bench.pass(.seconds(900))
            #expect(try await bench.fetch(entries(site, path, since: start)).new == 0)
        }
        #expect(try await bench.fetch(entries("https://b.example", "x", since: bench.now)).new == 30)
    }

    @Test("Y27 of a ranking whose places keep their addresses and dates each article comes once")
    func placesWithAddresses() async throws {
        let bench = try await StateTestBench()
        let start = bench.now
        var delivered: [String] = []
        for visit in 0..<12 {
            // Half of the ranking is new each time, and what stays goes two places down.
            let articles = (0..<6).map { visit * 2 + 5 - $0 }
            try await bench.fetch(
                articles.enumerated().map { place, article in
                    .made(
                        guid: "article-\(article)", link: "https://a.example/rank/\(place)",
                        title: "article \(article)", at: start - .seconds(place * 3600))
                })
            delivered += try await bench.deliver()
            bench.pass(.seconds(3600))
        }
        #expect(delivered.sorted() == (0..<28).map { "article \($0)" }.sorted())
    }

    @Test("D30 a guid that is always the same tells nothing any more once it has come with a third article")
    func reused() async throws {
        let bench = try await StateTestBench()
        func article(_ number: Int) -> [Entry] {
            [.made(guid: "1", link: "https://a.example/\(number)", title: "article \(number)")]
        }
        // The second one counts as a correction of the first.
        #expect(try await bench.fetch(article(1)).new == 1)
        #expect(try await bench.fetch(article(2)).new == 0)
        for number in 3...9 {
            #expect(try await bench.fetch(article(number)).new == 1)
            #expect(try await bench.fetch(article(number)).new == 0)
        }
        #expect(try await bench.fetch(article(2)).new == 0)
        #expect(try await bench.state.identityNotes(of: bench.key)?.rule == "guid_and_link")
        #expect(try await bench.deliver().count == 8)
    }

    @Test("Y28 a guid that was gone and comes back with what was published since is another article's, at once")
    func reusedLater() async throws {
        let bench = try await StateTestBench()
        let start = bench.now
        func article(_ number: Int, _ guid: Int, edited: Bool = false) -> Entry {
            .made(
                guid: "\(guid)", link: "https://a.example/\(number)\(edited ? "-right" : "")",
                title: edited ? "right" : "article \(number)", at: start + .seconds((number - 3) * 7200))
        }
        try await bench.fetch([article(0, 0), article(1, 1), article(2, 2)])
        bench.pass(.seconds(3 * 7200))
        #expect(try await bench.fetch([article(1, 1), article(3, 3)]).new == 1)
        bench.pass(.seconds(2 * 7200))
        // A correction of what was gone for a while says when the first one was published.
        #expect(try await bench.fetch([article(2, 2, edited: true), article(1, 1), article(3, 3)]).new == 0)
        bench.pass(.seconds(7200))
        #expect(try await bench.fetch([article(3, 3)]).new == 0)
        bench.pass(.seconds(2 * 7200))
        let later = [article(3, 3), article(9, 0), article(10, 1)]
        #expect(try await bench.fetch(later).new == 2)
        #expect(try await bench.fetch(later).new == 0)
        #expect(try await bench.fetch([article(0, 0), article(1, 1)] + later).new == 0)
    }

    @Test("D26 an entry that is rewritten where it stands, with title, address and date, does not come again")
    func rewritten() async throws {
        let bench = try await StateTestBench()
        let other = Entry.made(guid: "2", link: "https://a.example/2", title: "other", at: bench.now)
        try await bench.fetch([.made(guid: "1", link: "https://a.example/1", title: "a", at: bench.now), other])
        bench.pass(.seconds(2 * 3600))
        let date = bench.now + .seconds(-1800)
        let anew = Entry.made(guid: "1", link: "https://a.example/1-right", title: "right", at: date)
        #expect(try await bench.fetch([anew, other]).new == 0)
    }

    @Test("D30 guids that count places in the document bring each article once")
    func places() async throws {
        let bench = try await StateTestBench()
        var delivered: [String] = []
        for newest in 10...30 {
            let entries = (0..<10).map { place in
                Entry.made(
                    guid: "\(place + 1)", link: "https://a.example/\(newest - place)", title: "\(newest - place)",
                    at: bench.now + .seconds(-place * 3600))
            }
            try await bench.fetch(entries)
            delivered += try await bench.deliver()
            bench.pass(.seconds(3600))
        }
        #expect(delivered == (1...30).map(String.init))
    }

    @Test(
        "D30 links whose query or session changes at each fetch make nothing new",
        arguments: ["?from=", ";jsessionid="])
    func tracking(parameter: String) async throws {
        let bench = try await StateTestBench()
        func entries(_ fetch: Int) -> [Entry] {
            (1...20).map {
                .made(guid: "\($0)", link: "https://a.example/\($0)\(parameter)\(fetch)-\($0)", title: "title \($0)")
            }
        }
        #expect(try await bench.fetch(entries(0)).new == 20)
        for fetch in 1...50 {
            #expect(try await bench.fetch(entries(fetch)).new == 0)
            bench.pass(.seconds(900))
        }
        #expect(try await bench.state.identityNotes(of: bench.key)?.rule == "guid")
        // What is remembered of each stays bounded.
        #expect(try await bench.keyCount <= 20 * 18)
    }

    @Test("D30 nothing is delivered twice when changing links meet a guid that is used again")
    func trackingAndReuse() async throws {
        let bench = try await StateTestBench()
        func entries(_ fetch: Int) -> [Entry] {
            (1...20).map { .made(guid: "\($0)", link: "https://a.example/\($0)?\(fetch)", title: "title \($0)") }
                + [.made(guid: "today", link: "https://a.example/today/\(fetch)", title: "today \(fetch)")]
        }
        var new: [Int] = []
        for fetch in 0..<30 { new.append(try await bench.fetch(entries(fetch)).new) }
        #expect(new == [21, 0] + Array(repeating: 1, count: 28))
    }

    @Test("D30 `identity: guid` holds whatever the links say, `identity: link` whatever the guids say")
    func chosen() async throws {
        let byGuid = try await StateTestBench()
        byGuid.choice = .guid
        let byLink = try await StateTestBench()
        byLink.choice = .link
        for number in 1...9 {
            let reused = [Entry.made(guid: "1", link: "https://a.example/\(number)", title: "\(number)")]
            #expect(try await byGuid.fetch(reused).new == (number == 1 ? 1 : 0))
            #expect(try await byLink.fetch(reused).new == 1)
        }
        for number in 1...9 {
            let changing = [Entry.made(guid: "x\(number)", link: "https://a.example/x", title: "x")]
            #expect(try await byGuid.fetch(changing).new == 1)
            #expect(try await byLink.fetch(changing).new == (number == 1 ? 1 : 0))
        }
        // Without a link of its own an entry is known by its guid, and where links are shared, by what it says.
        #expect(try await byLink.fetch([.made(guid: "a"), .made(guid: "b")]).new == 2)
        #expect(try await byLink.fetch([.made(guid: "b"), .made(guid: "a")]).new == 0)
        let shared = ["c", "d"].map { Entry.made(guid: $0, link: "https://a.example/", title: $0) }
        #expect(try await byLink.fetch(shared).new == 2)
        #expect(try await byLink.fetch(shared.reversed()).new == 0)
    }

    // MARK: feeds over time

    @Test("D31 an entry that comes back after a hundred days is not new")
    func vanished() async throws {
        let bench = try await StateTestBench()
        let entries = (1...10).map { Entry.made(guid: "\($0)", title: "\($0)") }
        try await bench.fetch(entries)
        for _ in 1...100 {
            bench.pass(.seconds(86_400))
            #expect(try await bench.fetch(Array(entries.dropFirst())).new == 0)
        }
        #expect(try await bench.fetch(entries).new == 0)
    }

    @Test("D32 a feed that is empty for a while brings nothing twice")
    func emptied() async throws {
        let bench = try await StateTestBench()
        let entries = (1...40).map { Entry.made(guid: "\($0)", title: "\($0)") }
        #expect(try await bench.fetch(entries).new == 40)
        bench.pass(.seconds(900))
        #expect(try await bench.fetch([]).new == 0)
        bench.pass(.seconds(900))
        #expect(try await bench.fetch(entries).new == 0)
        #expect(try await bench.deliver().count == 40)
    }

    @Test("D33 a date ahead counts as when the entry was first seen")
    func future() async throws {
        let bench = try await StateTestBench()
        let dates: [Duration] = [.seconds(100 * 365 * 86_400), .seconds(86_401), .seconds(3600), .seconds(-3600)]
        try await bench.fetch(
            dates.enumerated().map { .made(guid: "\($0)", title: "\($0)", at: bench.now + $1) })
        #expect(try await bench.deliver() == ["3", "0", "1", "2"])
    }

    @Test("D34 a date or a text that changes at each fetch makes nothing new, and what is kept of it stays bounded")
    func restless() async throws {
        let bench = try await StateTestBench()
        func entries(_ fetch: Int) -> [Entry] {
            (1...10).flatMap { number -> [Entry] in
                let text = "text, and advertisement \(fetch)"
                return [
                    .made(guid: "\(number)", link: "https://a.example/\(number)", text: text, at: bench.now),
                    .made(link: "https://a.example/x\(number)", title: "x", text: text, at: bench.now),
                ]
            }
        }
        #expect(try await bench.fetch(entries(0)).new == 20)
        for fetch in 1...60 {
            bench.pass(.seconds(900))
            #expect(try await bench.fetch(entries(fetch)).new == 0)
        }
        #expect(try await bench.keyCount <= 20 * 18)
    }

    @Test("D38 entries stay known when their feed changes its format, as long as guids or links are the same")
    func format() async throws {
        let bench = try await StateTestBench()
        var feed = Feed(format: .rss20)
        feed.entries = (1...4).map { .made(guid: "tag:\($0)", link: "https://a.example/\($0)", title: "\($0)") }
        #expect(try await bench.fetch(feed).new == 4)
        for format in [FeedFormat.atom10, .json11] {
            feed.format = format
            #expect(try await bench.fetch(feed).new == 0)
        }
        // RSS 0.91 knows no guids.
        feed.entries = feed.entries.map { .made(link: $0.url, title: $0.title) }
        #expect(try await bench.fetch(feed).new == 0)
        // And what comes after it gives them others.
        feed.entries = feed.entries.map { .made(guid: "new:\($0.title ?? "")", link: $0.url, title: $0.title) }
        #expect(try await bench.fetch(feed).new == 0)
    }

    @Test("D38 entries that had no guid are known when they get one")
    func gainsGuids() async throws {
        let bench = try await StateTestBench()
        let bare = (1...4).map { Entry.made(link: "https://a.example/\($0)", title: "\($0)") }
        #expect(try await bench.fetch(bare).new == 4)
        let named = bare.map { Entry.made(guid: "g" + ($0.title ?? ""), link: $0.url, title: $0.title) }
        #expect(try await bench.fetch(named).new == 0)
        #expect(try await bench.fetch(named.map { .made(guid: $0.guid, title: $0.title) }).new == 0)
    }

    @Test("D40 the order of a document says nothing: reversed, shuffled, overlapping")
    func order() async throws {
        let bench = try await StateTestBench()
        let entries = (1...40).map {
            Entry.made(guid: "\($0)", title: "\($0)", at: bench.now + .seconds(-$0 / 2 * 3600))
        }
        #expect(try await bench.fetch(Array(entries[10..<30])).new == 20)
        #expect(try await bench.fetch(Array(entries[10..<30].reversed())).new == 0)
        // By date, and what has one date as it stood in the document.
        let expected = (11...30).sorted { ($1 / 2, $0) < ($0 / 2, $1) }.map(String.init)
        #expect(try await bench.deliver() == expected)
        bench.pass(.seconds(60))
        let pages = [Array(entries[0..<20]), Array(entries[15..<35]), Array(entries[30..<40])]
        var new = 0
        for page in pages { new += try await bench.fetch(page).new }
        #expect(new == 20)
    }

    @Test("D44 a title and a site that become another's at once are noted, with the title that was")
    func hijacked() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([], title: "Gardening", site: "https://garden.example/")
        try await bench.fetch([], title: "Gardening weekly", site: "https://garden.example/")
        #expect(try await bench.state.identityNotes(of: bench.key)?.formerTitle == nil)
        try await bench.fetch([], title: "Gardening weekly", site: "https://www.garden.example/")
        #expect(try await bench.state.identityNotes(of: bench.key)?.formerTitle == nil)
        bench.pass(.seconds(900))
        try await bench.fetch([], title: "Casino", site: "https://casino.example/")
        let notes = try await bench.state.identityNotes(of: bench.key)
        #expect(notes?.formerTitle == "Gardening weekly")
        #expect(notes?.titleChangedAt == bench.now)
    }
}
