import FeedModel
import FeedTesting
import MachineLaboratory
import Testing

@testable import FeedParsing

@Suite("Lists in OPML")
struct OPMLReaderTests {
    private func read(_ body: String) throws -> OPMLDocument {
        try OPMLReader.read(Array("<opml version=\"2.0\"><body>\(body)</body></opml>".utf8))
    }

    @Test("give feeds with their titles and the folders around them")
    func folders() throws {
        let list = try read(
            """
            <outline text="News"><outline title="Abroad"><outline text="T" title="One" xmlUrl="https://one.example/"/>
            </outline></outline><outline text="Two" xmlurl=" https://two.example/ " category="/a/b,c"/>
            <outline text="empty"/><outline xmlUrl="https://three.example/"/>
            """)
        #expect(
            list.feeds == [
                .init(address: "https://one.example/", title: "One", folders: ["News", "Abroad"]),
                .init(address: "https://two.example/", title: "Two", categories: ["/a/b", "c"]),
                .init(address: "https://three.example/"),
            ])
        #expect(list.folders == 2)
        #expect(list.isComplete && list.repairs.isEmpty)
    }

    @Test("are read although their addresses and titles hold bare ampersands, and say what was mended")
    func ampersands() throws {
        let list = try read(
            "<outline text=\"Q&A & more\" xmlUrl=\"https://e.example/?a=1&copy=2&b=3\"/><outline text='<b>'/>")
        #expect(list.feeds.map(\.title) == ["Q&A & more"])
        #expect(list.feeds.map(\.address) == ["https://e.example/?a=1&copy=2&b=3"])
        #expect(list.repairs.first == Repair(code: "bare_ampersand", count: 4))
    }

    @Test("keep a feed whose description holds markup with quotes of its own")
    func quotes() throws {
        let list = try read(
            """
            <outline text="One" description="by <a href="https://x.example">X</a>." xmlUrl="https://one.example/" />
            <outline text="Two" xmlUrl="https://two.example/"/>
            """)
        #expect(list.feeds.map(\.title) == ["One", "Two"])
        #expect(list.repairs.first == Repair(code: "broken_quotes"))
    }

    @Test("that end in the middle are read up to there", arguments: [1, 2])
    func cut(feeds: Int) throws {
        let whole = (1...2).map { "<outline text=\"\($0)\" xmlUrl=\"https://e.example/\($0)\"/>" }
        let text = "<opml><body><outline text=\"F\">" + whole.prefix(feeds).joined() + "<outline text=\"half"
        let list = try OPMLReader.read(Array(text.utf8))
        #expect(list.feeds.count == feeds)
        #expect(!list.isComplete)
    }

    @Test("in Shift_JIS, by the declaration, have readable titles")
    func shiftJIS() throws {
        let head = Array("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?><opml><body><outline text=\"".utf8)
        let title: [UInt8] = [0x83, 0x65, 0x83, 0x58, 0x83, 0x67]  // テスト
        let tail = Array("\" xmlUrl=\"https://e.example/\"/></body></opml>".utf8)
        #expect(try OPMLReader.read(head + title + tail).feeds.map(\.title) == ["テスト"])
    }

    @Test("cannot make entities explode or load anything")
    func entities() throws {
        let bomb = """
            <!DOCTYPE o [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">
            <!ENTITY x SYSTEM "file:///etc/passwd">]>
            """
        let list = try OPMLReader.read(
            Array((bomb + "<opml><body><outline text=\"&c;|&x;\" xmlUrl=\"https://e.example/\"/></body></opml>").utf8))
        #expect(list.feeds.map(\.title) == ["&c;|&x;"])
    }

    @Test("nested a hundred thousand deep, or with a hundred thousand attributes, end in time")
    func size() throws {
        let deep = String(repeating: "<outline text=\"x\">", count: 100_000)
        let wide = (0..<100_000).map { "a\($0)='x'" }.joined(separator: " ")
        let time = try processorTime {
            _ = try? read(deep)
            let list = try read("<outline \(wide)/><outline text=\"1\" xmlUrl=\"https://e.example/\"/>")
            #expect(list.feeds.count == 1)
        }
        #expect(time < .seconds(60))
    }

    @Test("have so many feeds at most, and say how many more there were")
    func many() throws {
        let outline = "<outline xmlUrl=\"https://e.example/\"/>"
        let list = try read(String(repeating: outline, count: OPMLReader.mostFeeds + 3))
        #expect(list.feeds.count == OPMLReader.mostFeeds)
        #expect(list.repairs == [Repair(code: "too_many_entries", count: 3)])
    }

    @Test(
        "are refused if they are something else",
        arguments: [
            ("", FeedReadingError.Reason.emptyBody), ("  ", .emptyBody), ("{}", .notAFeed), ("hello", .notAFeed),
            ("<rss version=\"2.0\"><channel/></rss>", .notAFeed), ("<html><body>x</body></html>", .notAFeed),
            ("<opml><bo", .incompleteDocument), ("\u{1F}\u{8B}", .notAFeed),
        ])
    func refused(text: String, reason: FeedReadingError.Reason) {
        #expect { try OPMLReader.read(Array(text.utf8)) } throws: { ($0 as? FeedReadingError)?.reason == reason }
    }
}
