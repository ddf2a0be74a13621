import FeedModel
import FeedParsing
import Testing

@Suite("Relative addresses")
struct AddressBaseTests {
    private func read(_ text: String, url: String? = nil) throws -> Feed {
        try FeedReader.read(Array(text.utf8), contentType: nil, url: url)
    }

    @Test(
        "of a document without an address are relative to the one it names",
        arguments: [
            "<rss><channel><link>https://site.example/blog/</link><item><link>p/1</link></item></channel></rss>",
            """
            <rss xmlns:a="http://www.w3.org/2005/Atom"><channel><link>/blog/</link>
            <a:link rel="self" href="https://site.example/blog/feed"/><item><link>p/1</link></item></channel></rss>
            """,
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><link rel="alternate" href="https://other.example/"/>
            <link rel="self" href="https://site.example/blog/feed"/><entry><link href="p/1"/></entry></feed>
            """,
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><link href="https://site.example/blog/"/>
            <entry><link href="p/1"/></entry></feed>
            """,
        ])
    func withoutAddress(document: String) throws {
        #expect(try read(document).entries.first?.url == "https://site.example/blog/p/1")
        let elsewhere = try read(document, url: "https://mirror.example/feed").entries.first?.url
        #expect(elsewhere == "https://mirror.example/p/1")
    }

    @Test(
        "keep the base around them where xml:base names nothing that could be one",
        arguments: ["tag:site.example,2026:1", "javascript:alert(1)", "http://[bad", "mailto:a@site.example"])
    func uselessBase(base: String) throws {
        let feed = try read(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://site.example/a/">
            <entry xml:base="\(base)"><link href="b"/></entry></feed>
            """)
        #expect(feed.entries.first?.url == "https://site.example/a/b")
    }

    @Test("that are empty mean the document where xml:base says which it is, and else nothing")
    func empty() throws {
        let link = "<link rel=\"self\" href=\"\"/>"
        let atom = "xmlns=\"http://www.w3.org/2005/Atom\""
        #expect(
            try read("<feed \(atom) xml:base=\"https://site.example/f\">\(link)</feed>").feedURL
                == "https://site.example/f")
        #expect(try read("<feed \(atom)>\(link)</feed>", url: "https://site.example/f").feedURL == nil)
    }
}
