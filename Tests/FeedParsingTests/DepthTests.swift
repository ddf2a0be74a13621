import FeedModel
import FeedParsing
import FeedTesting
import MachineLaboratory
import Testing

/// Elements, arrays and objects nested deeper than anybody looks cost a document nothing but their tags.
@Suite("Documents that are nested too deep")
struct DepthTests {
    private func read(_ text: String) throws -> Feed {
        try FeedReader.read(Array(text.utf8), contentType: nil, url: nil, limits: .standard)
    }

    private func nested(_ name: String, _ count: Int, _ text: String) -> String {
        String(repeating: "<\(name)>", count: count) + text + String(repeating: "</\(name)>", count: count)
    }

    private func markup(_ entry: Entry) -> String {
        if case .html(let html) = entry.content ?? entry.summary { html.markup } else { "" }
    }

    private func rss(_ inside: String, declaring namespace: String = "") -> String {
        """
        <rss version="2.0"\(namespace)><channel><title>t</title>
        <item><guid>1</guid><title>one</title></item>
        <item><guid>2</guid>\(inside)<title>two</title></item>
        <item><guid>3</guid><title>three</title></item>
        </channel></rss>
        """
    }

    @Test(
        "X19: one entry's deep markup costs its tags, no entry, and is told",
        arguments: [253, 256, 300, 1_000, 100_000])
    func text(depth: Int) throws {
        let feed = try read(rss("<description>" + nested("div", depth, "deep &amp; far") + "</description>"))
        #expect(feed.entries.map(\.guid) == ["1", "2", "3"])
        #expect(feed.entries.map(\.title) == ["one", "two", "three"])
        #expect(markup(feed.entries[1]).contains("deep &amp; far"))
        // rss, channel, item and description stand around it.
        #expect(feed.repairs == [Repair(code: "too_deep", count: depth - 252)])
        #expect(feed.isComplete)
    }

    @Test("X19: what is not too deep is read as it stands")
    func shallow() throws {
        let feed = try read(rss("<description>" + nested("div", 252, "deep") + "</description>"))
        #expect(feed.repairs.isEmpty)
        #expect(feed.entries.count == 3)
    }

    @Test("X19: elements that mean nothing, and XHTML in Atom, the same")
    func others() throws {
        let extended = try read(
            rss(nested("x:a", 300, "<x:b y='1'/>text"), declaring: " xmlns:x=\"http://x.example/\""))
        #expect(extended.entries.map(\.title) == ["one", "two", "three"])
        #expect(extended.repairs == [Repair(code: "too_deep", count: 48)])
        let atom = try read(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><id>1</id><title>one</title>
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">\(nested("p", 300, "<br/>a &lt; b"))</div>
            </content></entry><entry><id>2</id><title>two</title></entry></feed>
            """)
        #expect(atom.entries.map(\.title) == ["one", "two"])
        #expect(atom.entries.first.map(markup)?.contains("a &lt; b") == true)
        #expect(atom.repairs.contains { $0.code == "too_deep" })
        #expect(atom.isComplete)
    }

    @Test(
        "X19: end tags that are missing below the limit take no entry along",
        arguments: ["<p>", "<p><i>", "<p></i>", "<br>", "<p><item><title>inner</title></item>"])
    func unclosed(markup: String) throws {
        let feed = try read(rss("<description>" + String(repeating: markup, count: 400) + "text</description>"))
        #expect(feed.entries.first?.guid == "1")
        #expect(feed.entries.last?.guid == "3")
        #expect(feed.entries.last?.title == "three")
        #expect(feed.isComplete)
    }

    @Test("X19: entries below any number of elements are found")
    func below() throws {
        let item = "<item><guid>1</guid><title>one</title></item>"
        for around in [nested("x", 400, item + item), String(repeating: "<p>", count: 400) + item] {
            let feed = try read("<rss><channel>" + around + item + "</channel></rss>")
            #expect(feed.entries.map(\.title).allSatisfy { $0 == "one" })
            #expect(feed.entries.count >= 2)
        }
    }

    @Test("X19: a document in which nothing but depth is found is refused as such")
    func nothing() {
        let document = "<rss><channel>" + nested("x", 400, "text") + "</channel></rss>"
        #expect(throws: FeedReadingError(.tooDeep)) { try read(document) }
    }

    @Test("X19: depth costs no more than as many bytes of text")
    func cost() throws {
        let depth = 500_000
        let time = try processorTime {
            let closed = try read(rss("<description>" + nested("a", depth, "x") + "</description>"))
            #expect(closed.entries.count == 3)
            let open = try read(rss("<description>" + String(repeating: "<a><b>", count: depth) + "</description>"))
            #expect(open.entries.count == 3)
        }
        #expect(time < .seconds(30))
    }

    @Test("X19: a deep value of a JSON Feed becomes null, and nothing else is lost", arguments: ["[", "{\"a\":"])
    func json(open: String) throws {
        let close = open == "[" ? "]" : "}"
        func value(_ depth: Int) -> String {
            String(repeating: open, count: depth) + "\"]}\\\"[{\"" + String(repeating: close, count: depth)
        }
        func document(_ value: String) -> String {
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": "t", "items": [
              {"id": "1", "content_text": "one"},
              {"id": "2", "_x": [\(value), 1, {"b": {}}, []], "content_text": "two"},
              {"id": "3", "content_text": "three"}]}
            """
        }
        for depth in [300, 100_000] {
            let feed = try read(document(value(depth)))
            #expect(feed.entries.map(\.guid) == ["1", "2", "3"])
            #expect(feed.entries[1].content == .plain("two"))
            #expect(feed.repairs == [Repair(code: "too_deep")])
        }
        #expect(try read(document(value(100))).repairs.isEmpty)
        // A document that ends inside of it is as broken as any.
        #expect(throws: FeedReadingError(.incompleteDocument)) {
            try read(String(document(value(300)).prefix(400)))
        }
    }
}
