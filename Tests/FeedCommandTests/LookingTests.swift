import FeedModel
import Testing

@testable import FeedCommand

@Suite("looking for entries")
struct LookingTests {
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
