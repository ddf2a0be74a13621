import Foundation
import Testing

@Suite("init")
struct InitTests {
    private static func place() throws -> Workplace {
        let place = try Workplace()
        // One article in two sources.
        for name in ["one", "two"] {
            try place.write(
                "\(name).xml",
                """
                <rss version="2.0"><channel><title>\(name)</title><item><title>First news</title>
                <link>https://x.example/news/1</link></item></channel></rss>
                """)
        }
        return place
    }

    @Test("writes a configuration, shows the line for cron and makes the first digest; a run delivers nothing twice")
    func first() throws {
        let place = try Self.place()
        let outcome = try place.run(
            "init", "file:path=one.xml", "file:path=two.xml", "--at", "7:30,19:30", "--to", "out/{{pipeline}}.html")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix("30 7,19 * * *  ") && outcome.output.contains(place.path("config.yaml")))
        #expect(place.read("out/news.html").contains("First news"))
        // The page of what was left out is no digest.
        #expect(place.exists("out/news-omitted.html"))
        #expect(outcome.errors.contains("out/news.html") && !outcome.errors.contains("news-omitted.html"))
        let configuration = place.read("config.yaml")
        #expect(configuration.hasPrefix("# yaml-language-server: $schema="))
        #expect(configuration.contains("schedule: \"30 7,19 * * *\""))
        #expect(try place.run("check").status == 0)
        let page = place.read("out/news.html")
        #expect(try place.run("run", "news").status == 0)
        #expect(place.read("out/news.html") == page)
    }

    @Test("leaves a configuration that is there as it is")
    func present() throws {
        let place = try Self.place()
        try place.write("config.yaml", "version: 1\n")
        let outcome = try place.run("init", "file:path=one.xml", "--at", "07:00", "--to", "out.html")
        #expect(outcome.status == 73)
        #expect(place.read("config.yaml") == "version: 1\n")
    }

    @Test("says which options it needs without a terminal, and why an answer is none")
    func options() throws {
        let place = try Self.place()
        let missing = try place.run("init", "--at", "07:00")
        #expect(missing.status == 64)
        #expect(missing.errors.contains("SOURCE") && missing.errors.contains("--to"))
        let wrong = [
            (["zen:swift", "--at", "07:00", "--to", "out.html"], "zenn"),
            (["file:path=one.xml", "--at", "7 o'clock", "--to", "out.html"], "7 o'clock is no time: write 07:00"),
            (["file:path=one.xml", "--at", "7:00,19:30", "--to", "out.html"], "with the same minutes"),
            (["file:path=one.xml", "--at", "61 7 * * *", "--to", "out.html"], "61"),
            (["file:path=one.xml", "--at", "07:00", "--to", "out.xyz"], "out.xyz"),
        ]
        for (arguments, words) in wrong {
            let outcome = try place.run(["init"] + arguments)
            #expect(outcome.status == 64, "\(arguments)")
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
            #expect(!place.exists("config.yaml"))
        }
    }

    @Test("speaks Japanese, and comments the configuration in it")
    func japanese() throws {
        let place = try Self.place()
        let outcome = try place.run(
            ["init", "file:path=one.xml", "--at", "always", "--to", "out.html", "--no-run"],
            environment: ["LC_ALL": "ja_JP.UTF-8"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("書き出しました"))
        #expect(place.read("config.yaml").contains("locale: ja\n") && place.read("config.yaml").contains("何を読むか"))
        #expect(!place.exists("out.html"))
        #expect(try place.run("check").status == 0)
    }

    /// A recording of a site whose page names its feed.
    private static func recording() throws -> Workplace {
        let place = try Workplace()
        try place.write("kept/clock", "2026-11-20T12:00:00Z\n")
        try place.write(
            "kept/1.http",
            """
            GET https://x.example/

            HTTP 200
            Content-Type: text/html

            <!DOCTYPE html><title>One</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">
            """)
        try place.write(
            "kept/2.http",
            """
            GET https://x.example/feed.xml

            HTTP 200
            Content-Type: application/rss+xml

            <rss version="2.0"><channel><title>One</title><item><title>Recorded news</title>
            <link>https://x.example/1</link></item></channel></rss>
            """)
        return place
    }

    private static let recorded = [
        "init", "https://x.example/", "--at", "07:00", "--to", "{{pipeline}}.md", "--replay", "kept",
    ]

    @Test("makes the first digest of recorded answers, says so, and leaves the real state and the cron line without it")
    func replay() throws {
        let place = try Self.recording()
        let outcome = try place.run(Self.recorded + ["--state", "try.sqlite"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(place.read("config.yaml").contains("https://x.example/feed.xml"))
        let page = place.read("news.md")
        #expect(page.contains("Recorded news"))
        // The day depends on the machine's zone.
        #expect(outcome.errors.contains("recorded answers, as they were at 2026-11-2"))
        #expect(outcome.errors.contains("the digest is in \(place.path("news.md"))"))
        #expect(outcome.errors.contains("none of it counts as delivered: only try.sqlite knows of it"))
        #expect(!outcome.output.contains("try.sqlite") && !place.exists(".kawaraban/state.sqlite"))
        let again = try place.run("run", "news", "--replay", "kept", "--state", "try.sqlite", "--report", "report.json")
        #expect(again.status == 0, "\(again.errors)")
        #expect(place.read("report.json").contains("\"delivered\":0"))
        #expect(place.read("news.md") == page)
    }

    @Test("writes nothing if recorded answers have no state of their own, or are not there")
    func withoutOwnState() throws {
        let place = try Self.recording()
        let refused = [nil, ".kawaraban/state.sqlite", "./.kawaraban/../.kawaraban/state.sqlite"]
        for state in refused {
            let outcome = try place.run(Self.recorded + (state.map { ["--state", $0] } ?? []))
            #expect(outcome.status == 64, "\(state ?? "none")")
            #expect(outcome.errors.contains("--replay must not use the real state"), "\(outcome.errors)")
        }
        let missing = try place.run(Self.recorded.dropLast() + ["nowhere", "--state", "try.sqlite"])
        #expect(missing.status != 0 && missing.errors.contains("nowhere"), "\(missing.errors)")
        let idle = try place.run(Self.recorded + ["--state", "try.sqlite", "--no-run"])
        #expect(idle.status == 64 && idle.errors.contains("--no-run"))
        #expect(!place.exists("config.yaml") && !place.exists("try.sqlite"))
    }
}
