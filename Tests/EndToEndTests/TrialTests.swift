import Foundation
import MachineLaboratory
import Testing

@Suite("try without a configuration")
struct TrialTests {
    private static func feed(_ title: String) -> String {
        """
        <rss version="2.0"><channel><title>\(title)</title><link>https://x.example/</link>
        <item><title>News of \(title)</title><link>https://x.example/\(title)</link>
        <pubDate>Thu, 19 Nov 2026 08:00:00 GMT</pubDate></item></channel></rss>
        """
    }

    private static let page = """
        <!doctype html><html><head><title>A site</title>
        <link rel="alternate" type="application/rss+xml" href="/feed.xml">
        <link rel="alternate" type="application/atom+xml" href="/comments.xml"></head><body>Hello</body></html>
        """

    private static func server() throws -> LoopbackServer {
        try #require(
            LoopbackServer { request in
                switch request.target {
                case "/": LoopbackReply(text: page)
                case "/gone": LoopbackReply(404, text: "no")
                default: LoopbackReply(text: feed(String(request.target.dropFirst().prefix { $0 != "." })))
                }
            })
    }

    /// A workplace whose configuration only says that this machine may be asked.
    private static func place() throws -> Workplace {
        let place = try Workplace()
        try place.write(
            "config.yaml",
            """
            version: 1
            settings: { network: { allow: ["127.0.0.0/8"] } }
            sources: { x: { type: feed, url: "https://x.example" } }
            sinks: { out: { type: stdout } }
            pipelines: { all: { sources: [x], sinks: [out] } }

            """)
        return place
    }

    private static func files(_ place: Workplace) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: place.folder)).subtracting(["stdout.txt", "stderr.txt"])
    }

    @Test("shows what is there, tells in one line what failed, and keeps nothing")
    func digest() throws {
        let (server, place) = (try Self.server(), try Self.place())
        let outcome = try place.run("try", server.url("/one.xml"), server.url("/gone"), server.url("/two.xml"))
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("* News of one\n") && outcome.output.contains("* News of two\n"))
        #expect(outcome.complaints.count == 1)
        #expect(outcome.errors.contains("/gone: ") && outcome.errors.contains("404"))
        #expect(try Self.files(place) == ["config.yaml"])
    }

    @Test("shows what is there beside a source that never answers, and names that one")
    func dead() throws {
        let server = try #require(
            LoopbackServer { request in
                request.target == "/dead" ? LoopbackReply(steps: [.hang]) : LoopbackReply(text: Self.feed("one"))
            })
        let place = try Self.place()
        // Two hosts, which are asked beside each other.
        let dead = server.url("/dead").replacing("127.0.0.1", with: "localhost")
        let outcome = try place.run("try", dead, server.url("/one.xml"))
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("* News of one\n"))
        #expect(outcome.complaints.count == 1 && outcome.errors.contains("/dead: not there yet"), "\(outcome.errors)")
    }

    @Test("speaks one language, that of a configuration that lies here, in what it shows and in what it complains of")
    func language() throws {
        let (server, place) = (try Self.server(), try Self.place())
        try place.write(
            "config.yaml", place.read("config.yaml").replacing("settings: {", with: "settings: { locale: ja,"))
        let outcome = try place.run("try", server.url("/one.xml"), server.url("/gone"))
        #expect(outcome.output.contains("\nここまでです。\n"))
        #expect(outcome.errors.contains("このURLには何もありません"), "\(outcome.errors)")
    }

    @Test("finds the feed of a site, and names its others")
    func site() throws {
        let (server, place) = (try Self.server(), try Self.place())
        let outcome = try place.run("try", server.url(""))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("* News of feed\n"))
        #expect(
            outcome.errors.contains(server.url("/feed.xml")) && outcome.errors.contains(server.url("/comments.xml")))
    }

    @Test("writes a page and a configuration that check takes and a run delivers, never over a file of another")
    func saved() throws {
        let (server, place) = (try Self.server(), try Self.place())
        let outcome = try place.run("try", server.url("/"), "--html", "page.html", "--save", "saved.yaml")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(place.read("page.html").contains("News of feed"))
        let saved = place.read("saved.yaml")
        #expect(saved.contains("- \"\(server.url("/feed.xml"))\"   # "))
        #expect(try place.run("check", "-c", "saved.yaml").status == 0)
        let again = try place.run("try", server.url("/one.xml"), "--save", "saved.yaml")
        #expect(again.status == 73 && again.errors.contains("saved.yaml exists already"))
        #expect(place.read("saved.yaml") == saved)
        try place.write("notes.html", "<p>mine")
        #expect(try place.run("try", server.url("/one.xml"), "--html", "notes.html").status == 73)
        #expect(place.read("notes.html") == "<p>mine")
        #expect(try place.run("try", server.url("/one.xml"), "--html", "page.html").status == 0)
        #expect(place.read("page.html").contains("News of one"))
    }

    @Test("a file of try --save delivers what was tried")
    func delivers() throws {
        let (server, place) = (try Self.server(), try Self.place())
        #expect(try place.run("try", server.url("/one.xml"), "--save", "saved.yaml").status == 0)
        let allowed = "settings:\n  network: { allow: [\"127.0.0.0/8\"] }"
        try place.write("saved.yaml", place.read("saved.yaml").replacing("settings:", with: allowed))
        #expect(try place.run("run", "-c", "saved.yaml").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path("digests")).count == 1)
    }

    @Test("says in one line what a wrong source is, in English and Japanese", arguments: ["C", "ja_JP.UTF-8"])
    func unknown(_ language: String) throws {
        let place = try Self.place()
        let outcome = try place.run("try", "zen:swift", environment: ["LC_ALL": language])
        #expect(outcome.status == 64)
        #expect(outcome.complaints.count == 1)
        #expect(outcome.errors.contains("zenn"))
    }

    @Test("fails if nothing could be shown, and saves nothing then")
    func nothing() throws {
        let (server, place) = (try Self.server(), try Self.place())
        let outcome = try place.run("try", server.url("/gone"), "--save", "saved.yaml")
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty && !place.exists("saved.yaml"))
    }
}
