import FeedJSON
import FeedModel
import FeedParsing
import FeedRendering
import Testing

/// Each document in `Fixtures` is named after what it proves and stands beside what is to come out of it.
@Suite("Documents as they are found")
struct FixtureTests {
    @Test(
        "are read as what their authors meant",
        arguments: [
            "rss-with-modules.xml", "atom-with-bases-and-xhtml.xml", "prefixed-atom.xml", "rdf-with-bookmarks.xml",
            "atom03-modes.xml", "channel-definition-format.xml", "jsonfeed-careless.json", "rss-badly-broken.xml",
            "rss-cut-off.xml", "shift-jis-with-nec-characters.xml", "euc-jp.xml", "windows-1251.xml",
            "windows-1252-called-utf-8.xml", "podcast.xml",
            "rss-media-and-licences.xml", "channel-definition-format-with-bases.xml", "jsonfeed-version-1.0.json",
            "rss-in-json.json",
            "iso-2022-jp-with-half-width-kana.xml", "utf-16-without-mark.xml",
        ])
    func fixture(name: String) throws {
        let bytes = Fixture.bytes(name)
        let feed = try FeedReader.read(bytes, contentType: nil, url: "https://base.example/feeds/feed.xml")
        Fixture.expect(JSONFeedDocument.render(feed: feed), toBe: name + ".expected.txt")
    }

    @Test("never yield validators when cut off, wherever that is, and never half an entry")
    func cutAtEveryByte() throws {
        let bytes = Fixture.bytes("rss-with-modules.xml")
        let whole = try FeedReader.read(bytes, contentType: nil, url: nil)
        for end in 0..<(bytes.count - "</rss>\n".utf8.count) {
            guard let feed = try? FeedReader.read(Array(bytes[..<end]), contentType: nil, url: nil) else { continue }
            #expect(!feed.isComplete, "cut at \(end)")
            #expect(feed.entries == Array(whole.entries.prefix(feed.entries.count)), "cut at \(end)")
        }
    }
}
