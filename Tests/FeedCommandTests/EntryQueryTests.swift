import FeedJSON
import FeedMessages
import FeedModel
import Testing

@testable import FeedCommand
@testable import FeedState

@Suite("looking for entries")
struct EntryQueryTests {
    @Test(
        "--since takes a span, a day of the zone and a moment",
        arguments: [
            ("2d", "2026-11-19T03:00:00Z"), ("1h30m", "2026-11-21T01:30:00Z"), ("2026-11-20", "2026-11-19T15:00:00Z"),
            ("2026-11-20T07:00:00+09:00", "2026-11-19T22:00:00Z"),
        ])
    func since(_ text: String, _ expected: String) throws {
        let now = try #require(Timestamp(rfc3339: "2026-11-21T03:00:00Z"))
        let zone = Zone(name: "JST", fixedOffset: 9 * 3600)
        #expect(try #require(SinceOption(argument: text)).moment(now: now, zone: zone).rfc3339() == expected)
    }

    @Test(
        "--since refuses what is no time", arguments: ["", "2", "yesterday", "2026-02-30", "2026-11-20T07:00", "-2d"])
    func noTime(_ text: String) { #expect(SinceOption(argument: text) == nil) }

    @Test("words are found whatever their case, width and markup, in titles, texts, addresses, authors and tags")
    func words() {
        var entry = Entry()
        entry.title = "ＳＷＩＦＴ\nの話"
        entry.content = .html(UntrustedHTML(markup: "<p>AT&amp;T <b>ka</b>waraban</p>", base: nil))
        entry.url = "https://example.com/Path"
        entry.authors = [Person(name: "Ueno")]
        entry.categories = [Category(term: "ﾏｯｸ")]
        for word in ["swift", "at&t", "KAWARABAN", "/path", "ueno", "マック"] {
            #expect(EntryText(word).isFound(in: entry), "\(word)")
        }
        for word in ["<b>", "objective", "amp;"] { #expect(!EntryText(word).isFound(in: entry), "\(word)") }
    }

    @Test("an address is tried as it stands first, then without fragment, query and slash, and by the other scheme")
    func spellings() {
        let tried = EntrySelection.spellings(of: "http://a.example/p/?q=1#f")
        #expect(tried.first == "http://a.example/p/?q=1#f")
        for other in ["http://a.example/p/?q=1", "https://a.example/p/?q=1", "https://a.example/p/"] {
            #expect(tried.contains(other), "\(other)")
        }
        #expect(tried.count < 40)
    }
}

@Suite("the life of an entry as JSON")
struct EntryHistoryJSONTests {
    private static let golden = #"""
        {"key":"e7","title":"瓦版 \"1\"","url":"https://a.example/1","source":"blog",\#
        "date_published":"2026-11-21T00:00:00Z","first_seen":"2026-11-22T00:00:00Z",\#
        "last_seen":"2026-11-23T00:00:00Z",\#
        "pipelines":{"all":{"state":"held","decided_at":"2026-11-25T00:00:00Z","filter":"hold_until#1",\#
        "reason":"waits for likes","until":"2026-11-24T00:00:00Z","held_since":"2026-11-26T00:00:00Z",\#
        "also_in":["other"],"same_as":"e8","duplicates":["e9"],\#
        "sinks":{"a":{"state":"waiting","since":"2026-11-30T00:00:00Z"},\#
        "b":{"state":"planned","message":1,"id":"msg_1","target":"/out/1",\#
        "planned_at":"2026-12-11T00:00:00Z","not_before":"2026-12-01T00:00:00Z","attempts":1,\#
        "reason":"timeout"},\#
        "c":{"state":"delivered","message":2,"id":"msg_2","target":"/out/2",\#
        "planned_at":"2026-12-12T00:00:00Z","at":"2026-12-02T00:00:00Z","attempts":2},\#
        "d":{"state":"given_up","message":3,"id":"msg_3","target":"/out/3",\#
        "planned_at":"2026-12-13T00:00:00Z","at":"2026-12-04T00:00:00Z","attempts":3,"reason":"refused"},\#
        "e":{"state":"discarded","message":4,"id":"msg_4","target":"/out/4",\#
        "planned_at":"2026-12-14T00:00:00Z","at":"2026-12-05T00:00:00Z","attempts":4},\#
        "f":{"state":"unknown"}}}}}
        """#

    private func moment(_ day: Int) -> Timestamp { Timestamp(seconds: 1_795_132_800 + Int64(day) * 86_400) }

    private func message(_ number: Int64, finished: Int?, next: Int? = nil, reason: String? = nil)
        -> EntryHistory.MessageHistory
    {
        EntryHistory.MessageHistory(
            number: number, id: "msg_\(number)", target: "/out/\(number)", plannedAt: moment(20 + Int(number)),
            finishedAt: finished.map(moment), attempts: Int(number), nextAt: next.map(moment), lastReason: reason,
            entries: 2)
    }

    @Test("T12 each moment stands under its own name, whatever happened to the entry")
    func golden() throws {
        var entry = Entry()
        (entry.title, entry.url, entry.published) = ("瓦版 \"1\"", "https://a.example/1", moment(1))
        let stored = StoredEntry(
            id: EntryID(number: 7), entry: entry, hasBody: true, source: "blog", feedTitle: "A blog",
            firstSeen: moment(2), lastSeen: moment(3))
        let sinks: [EntryHistory.AtSink] = [
            .init(name: "a", state: .waiting(since: moment(10))),
            .init(name: "b", state: .planned(message(1, finished: nil, next: 11, reason: "timeout"))),
            .init(name: "c", state: .delivered(message(2, finished: 12, next: 13, reason: "timeout"))),
            .init(name: "d", state: .givenUp(message(3, finished: 14, reason: "refused"))),
            .init(name: "e", state: .discarded(message(4, finished: 15))), .init(name: "f", state: .unknown),
        ]
        let pipeline = EntryHistory.InPipeline(
            name: "all", state: .held, filter: "hold_until#1", reason: "waits for likes", until: moment(4),
            buzz: nil, decidedAt: moment(5), holds: ["hold_until#1": moment(6), "take#1": moment(7)],
            sameAs: EntryID(number: 8),
            duplicates: [Duplicate(key: "e9", source: "other", sourceTitle: "Other")], sinks: sinks)
        var writer = JSONWriter()
        EntryHistoryJSON(history: EntryHistory(entry: stored, pipelines: [pipeline]), plan: nil, zone: .utc).write(
            into: &writer)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == Self.golden + "\n")
    }
}
