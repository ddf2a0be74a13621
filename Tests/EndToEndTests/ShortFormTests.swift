import FeedTesting
import Testing

/// What is written in short form and what is declared are the same, for the state, too.
@Suite("short forms and their long forms")
struct ShortFormTests {
    private static let short = """
        version: 1
        settings: { timezone: UTC }
        pipelines:
          p: { sources: ["file:feed.xml", "saved/*.xml"], sinks: ["out/{{pipeline}}.jsonl", stdout, "pages/{{date}}.html"] }
        """
    private static let long = """
        version: 1
        settings: { timezone: UTC }
        sources: { one: { type: file, path: feed.xml }, more: { type: file, path: ["saved/*.xml"] } }
        sinks:
          lines: { type: file, path: "out/{{pipeline}}.jsonl", format: jsonl }
          print: { type: stdout, format: text }
          page: { type: file, path: "pages/{{date}}.html", format: html }
        pipelines:
          p: { sources: [one, more], sinks: [lines, print, page] }
        """

    private static func feed(_ entries: ClosedRange<Int>) -> String {
        let items = entries.map { "<item><title>Entry \($0)</title><guid>entry-\($0)</guid></item>" }
        return "<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>"
    }

    @Test("rewriting one as the other delivers nothing again, and goes on", arguments: [(short, long), (long, short)])
    func rewritten(first: String, second: String) throws {
        let place = try Workplace()
        try place.write("feed.xml", Self.feed(1...5))
        try place.write("saved/a.xml", Self.feed(101...103))
        try place.write("config.yaml", first)
        #expect(try place.run("run").output.contains("Entry 103"))
        #expect(place.lines("out/p.jsonl").count == 8)
        for text in [second, first, second] {
            try place.write("config.yaml", text)
            let outcome = try place.run("run")
            #expect(outcome.status == 0)
            #expect(outcome.output.isEmpty)
            #expect(place.lines("out/p.jsonl").count == 8)
        }
        try place.write("feed.xml", Self.feed(1...6))
        try place.write("config.yaml", first)
        let outcome = try place.run("run")
        #expect(outcome.output.contains("Entry 6"))
        #expect(!outcome.output.contains("Entry 5"))
        #expect(place.lines("out/p.jsonl").count == 9)
    }

    @Test("status, list, why and state know a short form by its text")
    func commands() throws {
        let place = try Workplace()
        try place.write("feed.xml", Self.feed(1...2))
        try place.write("saved/a.xml", Self.feed(101...101))
        try place.write("config.yaml", Self.short)
        #expect(try place.run("run").status == 0)
        #expect(try place.run("status", "file:feed.xml").status == 0)
        #expect(try place.run("list", "--source", "file:feed.xml").output.contains("Entry 2"))
        #expect(try place.run("why", "e1").output.contains("sink \"out/{{pipeline}}.jsonl\": delivered"))
        #expect(try place.run("state", "replay", "--sink", "stdout", "--since", "1d").status == 0)
        #expect(try place.run("run").output.contains("Entry 1"))
        let unknown = try place.run("list", "--source", "file:fed.xml")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("did you mean \"file:feed.xml\"?"))
    }
}
