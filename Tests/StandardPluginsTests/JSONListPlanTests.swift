import FeedConfiguration
import FeedEngine
import FeedModel
import FeedStages
import FeedTesting
import StandardPlugins
import Testing

@Suite("A configuration with json sources")
struct JSONListPlanTests {
    private static let token = "s3cr3t/Zq8+Lw0"
    private static let signature = "b64sig-Kd81Xx"

    private static func read(_ sources: String) throws -> PlanReading {
        let reader = PlanReader(
            registry: try StandardPlugins.registry(), purpose: .run,
            variables: ["TZ": "UTC", "TOKEN": token, "CONNPASS_API_KEY": token, "GITHUB_TOKEN": "ghp_abcdefgh"])
        let text = """
            version: 1
            sources:
            \(sources.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n"))
            sinks: { out: { type: stdout } }
            pipelines: { all: { sources: ["*"], sinks: [out] } }
            """
        return reader.read(Array(text.utf8), path: "config.yaml")
    }

    @Test("may have the common options of every source beside its own; its title is `feed_title`")
    func common() throws {
        let reading = try Self.read(
            """
            releases:
              type: json
              url: "https://api.github.com/repos/swiftlang/swift/releases?per_page=30"
              headers: { Accept: "application/vnd.github+json", X-GitHub-Api-Version: "2022-11-28" }
              auth: { bearer: { env: GITHUB_TOKEN } }
              entries: $
              id: node_id
              title: [name, tag_name]
              feed_title: Swift
              link: html_url
              link_header: true
              rate: 60/h
            events:
              type: json
              url: "https://connpass.com/api/v2/events/?keyword=swift"
              headers: { X-API-Key: { env: CONNPASS_API_KEY } }
              entries: events
              id: [id, event_id]
              title: title
              published: updated_at
              published_zone: UTC
              offset: { parameter: start, first: 1, by: 100 }
              delay: 1s
            """)
        #expect(reading.diagnostics == [])
        let plan = try #require(reading.plan)
        #expect(plan.sources.map(\.title) == [nil, nil])
        let stages = try plan.sources[0].make(.testing())
        #expect(stages.source.defaultTitle == "Swift")
        #expect(plan.sources[0].policy.rate == Rate(count: 60, per: .seconds(3600)))
    }

    @Test("tells a wrong option once, though source and parser both read it")
    func mistakesOnce() throws {
        let reading = try Self.read("a: { type: json, url: \"https://a.example/\", id: \"a[?]\", titel: x }")
        #expect(reading.diagnostics.map(\.message).count == 2, "\(reading.diagnostics)")
    }

    // MARK: secrets

    /// A way to hand a secret over, and the address that is asked for.
    static let ways: [(options: String, url: String)] = [
        ("url: \"https://api.example/?token=${TOKEN}\"", "https://api.example/?token=\(token)"),
        ("url: { env: URL }", "https://api.example/x?token=\(token)"),
        ("url: \"https://api.example/\"\nauth: { bearer: { env: TOKEN } }", "https://api.example/"),
        ("url: \"https://api.example/\"\nheaders: { X-API-Key: { env: TOKEN } }", "https://api.example/"),
        ("url: \"https://api.example/\"\njson: { auth: { key: { secret: { env: TOKEN } } } }", "https://api.example/"),
        ("url: \"https://api.example/\"\njson: { q: a, token: \"${TOKEN}\" }", "https://api.example/"),
        ("url: \"https://api.example/\"\nform: { api_key: { env: TOKEN } }", "https://api.example/"),
        (
            "url: \"https://api.example/\"\ngraphql: { query: Q, variables: { t: { secret: { env: TOKEN } } } }",
            "https://api.example/"
        ),
    ]

    /// What servers do with a secret that they were told.
    static let answers: [@Sendable (StubTransport, String) -> Void] = [
        { $0.answer($1, status: 401, text: #"{"message": "bad token \#(token)"}"#) },
        { $0.answer($1, status: 403, text: #"{"error": "\#(token) is not allowed"}"#) },
        { $0.answer($1, status: 404, text: #"{"detail": "no \#($1)"}"#) },
        { $0.answer($1, status: 429, headers: [("Retry-After", "60")], text: #"{"message": "\#(token)"}"#) },
        { $0.answer($1, status: 500, text: "oops \(token)") },
        { $0.answer($1, text: #"{"\#(token)": {"\#(token)": [{}]}}"#) },
        { $0.answer($1, text: #"{"errors": [{"message": "for \#(token)"}]}"#) },
        { $0.answer($1, text: #"{"items": [{"a": "\#(token)"}]}"#) },
        { $0.answer($1, text: "no JSON: \(token)") },
        { $0.answer($1, text: #"{"items": [{"id": 1}], "next": "https://evil.example/?token=\#(token)"}"#) },
        { $0.answer($1, text: #"{"items": [{"id": 1}], "next": "https://evil.example/?sig=\#(signature)"}"#) },
        { $0.answer($1, text: #"{"items": [{"id": 1}], "next": "https://evil.example/\#(token)/2"}"#) },
        { web, url in
            web.answer(
                url, text: #"{"items": [{"id": 1}], "next": "https://api.example/2?sig=\#(signature)&a=\#(token)"}"#)
            web.answer("https://api.example/2?sig=\(signature)&a=\(token)", status: 500)
        },
    ]

    @Test("shows no secret in any of a hundred errors, nor what gives access in the address of a next page")
    func secrets() async throws {
        var errors = 0
        for way in Self.ways {
            for answer in Self.answers {
                let lines = (way.options + "\nentries: items\nid: id\nnext: next\npages: 3").split(separator: "\n")
                let section = "a:\n  type: json\n" + lines.map { "  \($0)" }.joined(separator: "\n")
                let reader = PlanReader(
                    registry: try StandardPlugins.registry(), purpose: .run,
                    variables: ["TZ": "UTC", "TOKEN": Self.token, "URL": "https://api.example/x?token=\(Self.token)"])
                let indented = section.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
                let text = """
                    version: 1
                    sources:
                    \(indented)
                    sinks: { out: { type: stdout } }
                    pipelines: { all: { sources: [a], sinks: [out] } }
                    """
                let reading = reader.read(Array(text.utf8), path: "config.yaml")
                let plan = try #require(reading.plan, "\(reading.diagnostics)")
                let web = StubTransport()
                answer(web, way.url)
                let stages = try plan.sources[0].make(.testing(transport: web))
                let writer = RecordingWriter(parser: stages.parser)
                do throws(StageError) {
                    try await stages.source.fetch(since: StubPrevious(), into: writer)
                    Issue.record("\(way.options) ended well")
                } catch {
                    errors += 1
                    // As the engine tells it.
                    let shown = "\(error.masked(by: SecretMask(plan.secrets)))"
                    #expect(!shown.contains(Self.token) && !shown.contains("Zq8"), "\(way.options): \(shown)")
                    #expect(!shown.contains(Self.signature), "\(way.options): \(shown)")
                    #expect(!web.requests.contains { $0.url.mask.contains(Self.signature) })
                }
                #expect(!reading.diagnostics.contains { "\($0)".contains("Zq8") })
                #expect(Set(web.urls.compactMap(Address.host)) == ["api.example"])
            }
        }
        #expect(errors == Self.ways.count * Self.answers.count)
    }
}
