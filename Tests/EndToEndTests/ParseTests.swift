import Testing

@Suite("parse")
struct ParseTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private let feed = """
        <rss version="2.0"><channel><title>The paper</title><item><title>One</title><link>1</link></item></channel></rss>
        """

    @Test("prints a feed in each of its formats and exits 0")
    func formats() throws {
        try workplace.write("feed.xml", feed)
        let text = try workplace.run("parse", "feed.xml", "--format", "text", "--base-url", "https://paper.example/")
        #expect(text.status == 0)
        #expect(text.output.hasSuffix("no date  One\n    https://paper.example/1\n"))
        #expect(try workplace.run("parse", "feed.xml", "--format", "jsonl").output.hasPrefix("{\"id\":"))
        #expect(try workplace.run("parse", "feed.xml", "--as", "zenn").output.contains("\"title\":\"The paper\""))
    }

    @Test("prints what there is of a document cut short, and says so")
    func cutShort() throws {
        try workplace.write("feed.xml", String(feed.dropLast(10)))
        let outcome = try workplace.run("parse", "feed.xml", "--format", "text")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("1 entry, cut short"))
        #expect(outcome.errors == "kawaraban: parse: feed.xml: the document ends too early\n")
    }

    @Test(
        "refuses everything else with 1 and a sentence",
        arguments: [
            ("page.html", "this is not a feed: HTML page"), ("missing.xml", "there is no such file"),
            ("ftp://paper.example/feed", "this is not a valid URL"), ("file:///feed.xml", "not a valid URL"),
        ])
    func refusals(document: String, sentence: String) throws {
        try workplace.write("page.html", "<!doctype html><p>Not here")
        let outcome = try workplace.run("parse", document)
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(sentence))
        #expect(outcome.errors.contains(document))
    }

    @Test("lists the parsers when asked for one that is not there")
    func unknownParser() throws {
        let outcome = try workplace.run("parse", "feed.xml", "--as", "nope")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("auto, command, feed, file, google_news, hatena, html, json, qiita, zenn"))
    }
}
