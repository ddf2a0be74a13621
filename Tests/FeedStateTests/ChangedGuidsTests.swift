import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("feeds that change all their guids", .onEachStore, .namingStore)
struct ChangedGuidsTests {
    private func entries(
        _ numbers: some Sequence<Int>, guid: (Int) -> String?, link: (Int) -> String? = { "https://a.example/\($0)" },
        at date: ((Int) -> Timestamp)? = nil
    ) -> [Entry] {
        numbers.map { .made(guid: guid($0), link: link($0), title: "title \($0)", at: date?($0)) }
    }

    @Test(
        "D29 entries stay known by their links or their titles, and the user is told once",
        arguments: ["links", "titles"])
    func recognised(by what: String) async throws {
        let bench = try await StateTestBench()
        try await bench.fetch(entries(1...20, guid: { "old:\($0)" }))
        _ = try await bench.deliver()
        bench.pass(.seconds(900))
        let site = what == "links" ? "https://a.example/" : "https://b.example/blog/"
        let moved = entries(1...20, guid: { "new:\($0)" }, link: { "\(site)\($0)" })
        let stored = try await bench.fetch(moved)
        #expect(stored.new == 0)
        #expect(stored.rematched == 20)
        #expect(stored.floodToReport == 0)
        // The new guids are keys from now on, with or without links.
        bench.pass(.seconds(900))
        let again = try await bench.fetch(moved.map { .made(guid: $0.guid, title: $0.title) })
        #expect(again.new == 0)
        #expect(again.rematched == 0)
        #expect(try await bench.deliver().isEmpty)
    }

    @Test("D29 entries that are dated after the last fetch are the same if their dates or their words are")
    func datedAhead() async throws {
        let bench = try await StateTestBench()
        func entries(_ guid: String, text: String, _ date: Timestamp) -> [Entry] {
            (1...10).map {
                .made(
                    guid: "\(guid)\($0)", link: "https://a.example/\($0)", title: "title \($0)", text: "\(text) \($0)",
                    at: date)
            }
        }
        let tomorrow = bench.now + .seconds(20 * 3600)
        try await bench.fetch(entries("a", text: "old", tomorrow))
        bench.pass(.seconds(60))
        #expect(try await bench.fetch(entries("b", text: "new", tomorrow)).rematched == 10)
        bench.pass(.seconds(60))
        #expect(try await bench.fetch(entries("c", text: "new", bench.now)).new == 0)
        bench.pass(.seconds(60))
        #expect(try await bench.fetch(entries("d", text: "newer", bench.now)).new == 10)
    }

    @Test("D29 half of the links or titles is enough; of what is left the flood guard is the judge")
    func half() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch(entries(1...20, guid: { "old:\($0)" }))
        bench.pass(.seconds(900))
        let stored = try await bench.fetch(entries(11...30, guid: { "new:\($0)" }))
        #expect(stored.rematched == 10)
        #expect(stored.new == 10)
        #expect(stored.quarantined == 0)
    }

    @Test("D29 four entries with other guids are four new ones, unless nothing else of them has changed")
    func few() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch(entries(1...4, guid: { "old:\($0)" }))
        #expect(try await bench.fetch(entries(1...4, guid: { "new:\($0)" })).new == 4)
        let dates: (Int) -> Timestamp = { [now = bench.now] in now + .seconds(-$0 * 3600) }
        #expect(try await bench.fetch(entries(11...14, guid: { "old:\($0)" }, at: dates)).new == 4)
        #expect(try await bench.fetch(entries(11...14, guid: { "new:\($0)" }, at: dates)).new == 0)
    }

    @Test("D29 what says that it was published since the last fetch is new, whatever it looks like")
    func threads() async throws {
        // A forum: every entry is a post, with a guid of its own and the title and the link of its thread.
        let bench = try await StateTestBench()
        for round in 0..<5 {
            let posts = entries(1...10, guid: { "post:\(round)-\($0)" }, at: { [now = bench.now] _ in now })
            #expect(try await bench.fetch(posts).new == 10)
            bench.pass(.seconds(900))
        }
    }

    @Test("D29 guids that are others at each fetch are given up for links, and remembered no longer")
    func random() async throws {
        let bench = try await StateTestBench()
        var told = 0
        for fetch in 0..<60 {
            let stored = try await bench.fetch(entries(fetch..<(fetch + 20), guid: { "\(fetch)-\($0)" }))
            #expect(stored.new == (fetch == 0 ? 20 : 1))
            if stored.rematched > 0 { told += 1 }
            bench.pass(.seconds(900))
        }
        #expect(told == 1)
        #expect(try await bench.state.identityNotes(of: bench.key)?.rule == "link")
        #expect(try await bench.keyCount < 60 * 8)
    }

    @Test("D29 links that change with the guids are trusted no more than these")
    func changingLinks() async throws {
        let bench = try await StateTestBench()
        for fetch in 0..<4 {
            let came = entries(
                1...20, guid: { "\(fetch)-\($0)" }, link: { "https://a.example/\(fetch)/\($0)" })
            #expect(try await bench.fetch(came).new == (fetch == 0 ? 20 : 0))
            bench.pass(.seconds(900))
        }
        #expect(try await bench.state.identityNotes(of: bench.key)?.rule == "guid")
        // Its guids stay from now on, and its links do not.
        let few = entries(1...4, guid: { "3-\($0)" }, link: { "https://a.example/other/\($0)" })
        #expect(try await bench.fetch(few).new == 0)
    }

    @Test("D28 a feed whose guids come in another Unicode normalisation brings nothing twice")
    func normalised() async throws {
        let bench = try await StateTestBench()
        func entries(_ letter: String) -> [Entry] {
            (1...10).map { .made(guid: "caf\(letter)-\($0)", title: "Caf\(letter) \($0)") }
        }
        #expect(try await bench.fetch(entries("\u{E9}")).new == 10)
        bench.pass(.seconds(900))
        #expect(try await bench.fetch(entries("e\u{301}")).rematched == 10)
        #expect(try await bench.fetch(entries("\u{E9}")).new == 0)
    }

    @Test("D38 a feed that loses its guids and its links keeps its entries by their titles")
    func lost() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch(entries(1...20, guid: { "old:\($0)" }))
        bench.pass(.seconds(900))
        let bare = entries(1...20, guid: { _ in nil }, link: { _ in nil })
        #expect(try await bench.fetch(bare).new == 0)
        #expect(try await bench.fetch(bare.reversed()).new == 0)
    }

    @Test("D29 titles that several entries share tell nothing")
    func sharedTitles() async throws {
        let bench = try await StateTestBench()
        func untitled(_ guid: String, _ link: String) -> [Entry] {
            (1...10).map { .made(guid: "\(guid)\($0)", link: "https://a.example/\(link)\($0)", title: "Untitled") }
        }
        #expect(try await bench.fetch(untitled("a", "a")).new == 10)
        bench.pass(.seconds(2 * 3600))
        #expect(try await bench.fetch(untitled("b", "b")).new == 10)
    }

    @Test("D29 of two entries that came with one title neither is taken for the old one: nothing is lost")
    func twoOfATitle() async throws {
        let bench = try await StateTestBench()
        func titled(_ titles: [String], _ form: String) -> [Entry] {
            titles.enumerated().map { place, title in
                .made(guid: "\(form)\(place)", link: "https://a.example/\(form)\(place)", title: title)
            }
        }
        let others = (1...9).map { "title \($0)" }
        #expect(try await bench.fetch(titled(others + ["Weekly"], "a")).new == 10)
        bench.pass(.seconds(2 * 3600))
        #expect(try await bench.fetch(titled(["Weekly"] + others + ["Weekly"], "b")).new == 2)
    }

    @Test("D29 `identity: guid` believes the new guids")
    func believed() async throws {
        let bench = try await StateTestBench()
        bench.choice = .guid
        try await bench.fetch(entries(1...20, guid: { "old:\($0)" }))
        bench.pass(.seconds(2 * 3600))
        #expect(try await bench.fetch(entries(1...20, guid: { "new:\($0)" })).new == 20)
    }
}
