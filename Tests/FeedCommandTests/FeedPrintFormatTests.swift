import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering
import Testing

@testable import FeedCommand

@Suite("Printed feeds")
struct FeedPrintFormatTests {
    private var feed: Feed {
        var first = Entry()
        first.guid = "1"
        first.title = "Ink\u{1B}[31m\nand paper"
        first.url = "https://example.com/1"
        first.published = Timestamp(seconds: 1_795_100_400)
        var feed = Feed(format: .rss20)
        feed.title = "Kiln"
        feed.entries = [first, Entry()]
        feed.isComplete = false
        feed.repairs = [Repair(code: "bare_ampersand", count: 3)]
        return feed
    }

    @Test("jsonfeed is one object on one line")
    func jsonFeed() throws {
        let bytes = FeedPrintFormat.jsonfeed.bytes(of: feed, Localizer(.en))
        #expect(bytes.split(separator: UInt8(ascii: "\n")).count == 1 && bytes.last == UInt8(ascii: "\n"))
        let json = try JSONReader.read(bytes)
        #expect(json["items"]?.array?.count == 2 && json["title"]?.string == "Kiln")
    }

    @Test("jsonl is an item a line")
    func jsonLines() throws {
        let lines = FeedPrintFormat.jsonl.bytes(of: feed, Localizer(.en)).split(separator: UInt8(ascii: "\n"))
        #expect(try lines.map { try JSONReader.read(Array($0))["id"]?.string }.first == "1")
        #expect(lines.count == 2)
    }

    @Test("text is for people: what is missing is said, nothing steers the terminal")
    func text() {
        #expect(
            String(decoding: FeedPrintFormat.text.bytes(of: feed, Localizer(.en)), as: UTF8.self) == """
                Kiln
                rss20, 2 entries, cut short
                repaired: bare_ampersand (3)

                2026-11-19T15:00:00Z  Ink\u{FFFD}[31m and paper
                    https://example.com/1

                no date  (no title)

                """)
    }

    @Test("what a dry run shows on a terminal keeps its layout and nothing that steers")
    func preview() {
        let shown = VisibleText.lines(Array("a\n    b\u{1B}]0;x\u{7}\r\n\u{202E}c\n".utf8))
        #expect(String(decoding: shown, as: UTF8.self) == "a\n    b\u{FFFD}]0;x\u{FFFD}\nc\n")
    }
}
