import FeedTesting
import MachineLaboratory
import Synchronization
import Testing

@Suite("the program and its servers")
struct PolitenessTests {
    private static let document = """
        <?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
        <item><title>One</title><guid isPermaLink="false">1</guid></item></channel></rss>
        """

    private func workplace(_ sources: [String], settings: String = "") throws -> Workplace {
        let place = try Workplace()
        try place.write(
            "config.yaml",
            """
            version: 1
            settings: { timezone: UTC, network: { allow: ["127.0.0.0/8"] }\(settings) }
            sources:
            \(sources.map { "  " + $0 }.joined(separator: "\n"))
            sinks:
              page: { type: file, path: "out.jsonl", format: jsonl, mode: append }
            pipelines:
              all: { sources: ["*"], sinks: [page] }
            """)
        return place
    }

    @Test("a dry run shows how many requests a server still takes, and what this run needs of them")
    func budget() throws {
        let server = try #require(
            LoopbackServer { _ in
                LoopbackReply(
                    headers: [("Rate-Limit", "60"), ("Rate-Remaining", "57"), ("Rate-Reset", "1800")],
                    text: Self.document)
            })
        let place = try workplace((1...3).map { "s\($0): { type: feed, url: \"\(server.url("/\($0)"))\" }" })
        let outcome = try place.run("run", "--dry-run")
        #expect(outcome.status == 0)
        let beginning = "127.0.0.1:\(server.port): 57 of 60 requests left until "
        let line = try #require(outcome.output.split(separator: "\n").first { $0.hasPrefix(beginning) })
        #expect(line.hasSuffix("; this run needs about 3"))
        #expect(!place.exists("out.jsonl"))
        // A run that is none of these says nothing.
        let real = try place.run("run", "--report", "report.json")
        #expect(real.output.isEmpty)
        #expect(real.errors.isEmpty)
        #expect(place.read("report.json").contains("\"budgets\":[{\"server\":\"127.0.0.1:"))
    }

    @Test("N39 a 429 with Retry-After holds for all sources of the server, and for the next run")
    func retryAfter() throws {
        let server = try #require(
            LoopbackServer { _ in LoopbackReply(429, headers: [("Retry-After", "600")], text: "slowly") })
        let place = try workplace((1...5).map { "s\($0): { type: feed, url: \"\(server.url("/\($0)"))\" }" })
        for _ in 0..<3 {
            let outcome = try place.run("run", "--now")
            #expect(outcome.status == 0)
            #expect(outcome.errors.isEmpty)
        }
        #expect(server.requests.count == 1)
    }

    @Test("sources that were held back in a recorded run are held back in its replay, and no others")
    func replay() throws {
        let asked = Atomic(0)
        let server = try #require(
            LoopbackServer { _ in
                asked.add(1, ordering: .relaxed).newValue == 3
                    ? LoopbackReply(429, headers: [("Retry-After", "600")], text: "slowly")
                    : LoopbackReply(text: Self.document)
            })
        let place = try workplace((1...6).map { "s\($0): { type: feed, url: \"\(server.url("/\($0)"))\" }" })
        #expect(try place.run("run", "--record", "kept", "--report", "real.json").status == 0)
        let digest = place.read("out.jsonl")
        try place.write("out.jsonl", "")
        server.stop()
        let replayed = try place.run("run", "--replay", "kept", "--state", "other.sqlite", "--report", "replay.json")
        #expect(replayed.status == 0)
        #expect(place.read("out.jsonl") == digest)
        func outcomes(_ report: String) -> [String] {
            place.read(report).split(separator: "\"outcome\":").dropFirst().map { String($0.prefix(30)) }
        }
        #expect(outcomes("real.json") == outcomes("replay.json"))
        #expect(outcomes("real.json").count { $0.contains("throttled") } == 3)
    }

    @Test("max_run ends collecting: what came is delivered, one line tells the rest, once")
    func maxRun() throws {
        let server = try #require(
            LoopbackServer { request in
                request.target == "/hang" ? LoopbackReply(steps: [.hang]) : LoopbackReply(text: Self.document)
            })
        let hanging = try #require(LoopbackServer(host: "127.0.0.2") { _ in LoopbackReply(steps: [.hang]) })
        let place = try workplace(
            [
                "good: { type: feed, url: \"\(server.url("/good"))\" }",
                "hangs: { type: feed, url: \"\(hanging.url("/hang"))\" }",
            ], settings: ", max_run: 2s")
        let first = try place.run("run")
        #expect(first.status == 1)
        #expect(
            first.errors
                == "kawaraban: 1 source was not fetched within 2 s, and will be fetched first next time; "
                + "if this continues, raise `settings.max_run`\n")
        #expect(place.lines("out.jsonl").count == 1)
        let second = try place.run("run")
        #expect(second.status == 0)
        #expect(second.errors.isEmpty)
    }

    @Test("a source whose `refresh` is auto is not asked again at once")
    func automatic() throws {
        let server = try #require(
            LoopbackServer { _ in LoopbackReply(headers: [("Cache-Control", "max-age=7200")], text: Self.document) })
        let place = try workplace(["a: { type: feed, url: \"\(server.url("/"))\", refresh: auto }"])
        #expect(try place.run("check").status == 0)
        for _ in 0..<3 { #expect(try place.run("run").status == 0) }
        #expect(server.requests.count == 1)
        #expect(try place.run("run", "--now").status == 0)
        #expect(server.requests.count == 2)
    }
}
