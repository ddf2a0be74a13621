import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing
import WebFeed

@Suite("The feed source")
struct FeedSourceTests {
    private let url = "https://tea.example/feed.xml"

    private func fetch(_ transport: StubTransport, after previous: StubPrevious = StubPrevious()) async throws
        -> RecordingWriter
    {
        let parser = try AutoParser.configured([:]).stage
        let writer = RecordingWriter(parser: parser)
        let source = try FeedSource.configured(
            ["url": Node(stringLiteral: url)], services: .testing(transport: transport)
        ).stage
        try await source.fetch(since: previous, into: writer)
        return writer
    }

    @Test("keeps to what every stage must keep to")
    func conformance() {
        #expect(StageConformance.problems(of: FeedSource.self, sample: ["url": "https://tea.example/feed.xml"]) == [])
        #expect(StageConformance.problems(of: AutoParser.self, sample: [:]) == [])
        #expect(StageConformance.problems(of: FeedParser.self, sample: [:]) == [])
    }

    @Test(
        "understands feed: addresses and knows one address in any spelling",
        arguments: [
            ("feed://tea.example/feed.xml", "https://tea.example/feed.xml"),
            ("feed:http://tea.example/feed.xml", "http://tea.example/feed.xml"),
            (" HTTPS://Tea.Example:443/a/../feed.xml ", "https://tea.example/feed.xml"),
        ])
    func addresses(given: String, canonical: String) throws {
        #expect(try FeedSource.configured(["url": Node(stringLiteral: given)]).stage.canonicalRequest == canonical)
    }

    @Test(
        "refuses what is no web address",
        arguments: [
            "ftp://tea.example/", "feed.xml", "mailto:a@b.example", "http://a.example:0/", "http://a.example:65536/",
        ])
    func mistakes(given: String) {
        #expect(FeedSource.diagnostics(of: ["url": Node(stringLiteral: given)]).count == 1)
    }

    @Test("refuses an address with a password in it, and does not tell the password")
    func password() {
        let diagnostics = FeedSource.diagnostics(of: ["url": "https://me:hunter2@tea.example/feed.xml"])
        #expect(diagnostics.count == 1)
        #expect(!"\(diagnostics)".contains("hunter2"))
    }

    @Test("refuses an address with a password in it that is a secret itself, too, and tells nothing of it")
    func secretPassword() throws {
        let environment = ConfigEnvironment(variables: ["U": "https://me:hunter2@tea.example/feed.xml"])
        let diagnostics = FeedSource.diagnostics(of: ["url": ["env": "U"]], environment: environment)
        #expect(diagnostics.count == 1)
        #expect(!"\(diagnostics)".contains("hunter2") && !"\(diagnostics)".contains("tea.example"))
    }

    @Test("asks an address that is a secret, and knows it by what it is")
    func secretAddress() async throws {
        let environment = ConfigEnvironment(variables: ["U": "feed://tea.example/feed.xml?k=hunter2"])
        let transport = StubTransport()
        transport.answer("https://tea.example/feed.xml?k=hunter2", text: "<rss/>")
        let source = try FeedSource.configured(
            ["url": ["env": "U"]], services: .testing(transport: transport), environment: environment)
        #expect(source.diagnostics.isEmpty)
        #expect(source.stage.canonicalRequest == "https://tea.example/feed.xml?k=hunter2")
        let writer = RecordingWriter(parser: try AutoParser.configured([:]).stage)
        _ = try? await source.stage.fetch(since: StubPrevious(), into: writer)
        #expect(transport.requests.map(\.url.mask) == ["{testing.url}"])
    }

    @Test("sends back what it was given, and notes that nothing has changed")
    func unchanged() async throws {
        let transport = StubTransport()
        let rss = "<rss version=\"2.0\"><channel><title>T</title><item><guid>1</guid></item></channel></rss>"
        transport.answer(url, headers: [("ETag", "\"a\"")], text: rss)
        let first = try await fetch(transport)
        #expect(first.entries.map(\.guid) == ["1"])
        let second = try await fetch(transport, after: StubPrevious(after: first))
        #expect(second.documents.isEmpty)
        #expect(second.unchangedKeys == [.only])
    }

    @Test(
        "tells apart why there is no document",
        arguments: [
            (404, .notFound), (410, .gone), (401, .credentialRejected), (403, .forbidden), (400, .badRequest),
            (429, .limited), (503, .limited), (500, .serverError), (502, .serverError), (204, .emptyBody),
            (200, .emptyBody), (206, .unexpectedStatus), (304, .protocolViolation), (302, .unexpectedStatus),
            (999, .unexpectedStatus),
        ] as [(Int, StageError.Code)])
    func statuses(status: Int, code: StageError.Code) async throws {
        let transport = StubTransport()
        transport.answer(url, status: status, body: [])
        let error = await #expect(throws: StageError.self) { _ = try await fetch(transport) }
        #expect(error?.code == code)
        #expect(error?.facts[.status] == String(status))
    }

    @Test(
        "N40 honours Retry-After in both forms, for at most seven days",
        arguments: [
            ("120", .seconds(120)), ("0", .zero), ("1000000000", .seconds(604_800)),
            ("99999999999999999999", .seconds(604_800)), ("Fri, 20 Nov 2026 07:10:00 GMT", .seconds(600)),
            ("Fri, 20 Nov 2026 06:00:00 GMT", .zero), ("Fri, 31 Dec 9999 23:59:59 GMT", .seconds(604_800)),
            ("9223372036854775807", .seconds(604_800)), ("9223372036854775808", .seconds(604_800)),
            ("1e9", nil), ("20 Nov 2026 07:10:00 GMT", .seconds(600)),
            ("-1", nil), ("soon", nil), ("", nil), ("Fri, 01 Jan 99999 00:00:00 GMT", nil),
        ] as [(String, Duration?)])
    func retryAfter(value: String, expected: Duration?) async throws {
        let transport = StubTransport()
        let headers = [("Retry-After", value), ("Date", "Fri, 20 Nov 2026 07:00:00 GMT")]
        transport.answer(url, status: 429, headers: headers, body: [])
        let error = await #expect(throws: StageError.self) { _ = try await fetch(transport) }
        #expect(error?.retryAfter == expected)
    }

    @Test("says what stands there instead of a feed")
    func noFeed() async throws {
        let transport = StubTransport()
        transport.answer(url, text: "<!DOCTYPE html><html></html>")
        let error = await #expect(throws: StageError.self) { _ = try await fetch(transport) }
        #expect(error?.code == .notAFeed)
        #expect(error?.text(of: .found, in: .en) == "HTML page")
        #expect(error?.subject == url)
    }

    @Test("U06 a page in place of a feed tells the feed that it names")
    func namedFeed() async throws {
        let transport = StubTransport()
        let link = "<link rel=alternate type=application/atom+xml href=/atom.xml>"
        transport.answer(url, text: "<!DOCTYPE html><html><head>\(link)</head></html>")
        let error = await #expect(throws: StageError.self) { _ = try await fetch(transport) }
        #expect(error?.code == .notAFeed)
        #expect(error?.facts[.feed]?.hasSuffix("/atom.xml") == true, "\(error?.facts[.feed] ?? "")")
    }
}
