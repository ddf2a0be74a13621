import FeedModel
import FeedParsing
import Testing

@Suite("Namespaces")
struct NamespaceTests {
    @Test(
        "that nobody knows do not hide a feed: its root is told by its name, and what is written alike is its own",
        arguments: [
            "<x:rss xmlns:x='urn:mine'><x:channel><x:title>t</x:title><x:item><x:title>a</x:title></x:item></x:channel></x:rss>",
            "<x:feed xmlns:x='urn:mine'><x:title>t</x:title><x:entry><x:title>a</x:title></x:entry></x:feed>",
            "<rss xmlns='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><title>t</title><item><title>a</title>"
                + "</item></channel></rss>",
        ])
    func unknown(document: String) throws {
        let feed = try FeedReader.read(Array(document.utf8), contentType: nil, url: nil)
        #expect(feed.title == "t")
        #expect(feed.entries.map(\.title) == ["a"])
    }

    @Test("of modules keep their meaning beside a root of an unknown one")
    func modules() throws {
        let document =
            "<x:rss xmlns:x='urn:mine' xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:y='urn:other'><x:channel><x:item>"
            + "<dc:creator>A</dc:creator><y:title>not this</y:title></x:item></x:channel></x:rss>"
        let feed = try FeedReader.read(Array(document.utf8), contentType: nil, url: nil)
        #expect(feed.entries.first?.authors.map(\.name) == ["A"])
        #expect(feed.entries.first?.title == nil)
    }
}
