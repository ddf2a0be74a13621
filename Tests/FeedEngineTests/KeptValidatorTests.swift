import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import MachineLaboratory
import Synchronization
import Testing

@testable import FeedEngine

@Suite("validators that are kept")
struct KeptValidatorTests {
    private let bench: RunTestBench
    private let inbox: Inbox

    init() throws {
        bench = try RunTestBench()
        bench.transport = Self.transport()
        inbox = bench.addSink("out")
    }

    static func transport(patience: Duration = .milliseconds(75)) -> CurlTransport {
        var options = CurlTransport.Options()
        options.guardian = AddressGuard(allowing: ["127.0.0.0/8"])
        options.patience = patience
        options.clock = ManualClock()
        return CurlTransport(options)
    }

    /// A server that gives one answer after the other, the last one again and again; of redirects and what they lead to
    /// each has answers of its own.
    private func serve(_ answers: [String: [LoopbackReply]]) throws -> LoopbackServer {
        let left = Mutex(answers)
        let server = LoopbackServer { request in
            left.withLock { left in
                guard let known = left[request.target], let first = known.first else { return LoopbackReply(404) }
                if known.count > 1 { left[request.target]?.removeFirst() }
                return first
            }
        }
        let found = try #require(server)
        bench.addFeed("feed", found.url("/feed"))
        bench.addPipeline("all", sources: ["feed"], sinks: ["out"])
        return found
    }

    private func sent(_ server: LoopbackServer, to target: String = "/feed") -> [String?] {
        server.requests.filter { $0.target == target }.map { $0.header("if-none-match") }
    }

    private func feed(_ text: String, etag: String? = nil) -> LoopbackReply {
        LoopbackReply(headers: etag.map { [("ETag", $0)] } ?? [], text: text)
    }

    @Test("N29 validators of a document that was cut off are not kept, whether HTTP or only the parser can tell")
    func cutOff() async throws {
        let cut = LoopbackReply.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\nETag: \"cut\"\r\n\r\na\nb\n")
        let server = try serve([
            "/feed": [cut, feed("a\nb", etag: "\"half\""), feed("a\nb\nc\nend", etag: "\"whole\"")]
        ])
        #expect(try await bench.run().sources["feed"]?.error?.code == .truncated)
        #expect(try await bench.run().sources["feed"]?.error?.code == .incompleteDocument)
        try await bench.run()
        try await bench.run()
        #expect(sent(server) == [nil, nil, nil, "\"whole\""])
        #expect(inbox.titles == ["a", "b", "c"])
    }

    @Test("N29 validators go to the address that gave them, and to no other to which a redirect leads later")
    func otherTarget() async throws {
        let server = try serve([
            "/feed": [
                LoopbackReply(301, headers: [("Location", "/a")], text: ""),
                LoopbackReply(301, headers: [("Location", "/a")], text: ""),
                LoopbackReply(301, headers: [("Location", "/b")], text: ""),
            ],
            "/a": [feed("a\nend", etag: "\"1\""), LoopbackReply(304)],
            "/b": [feed("a\nb\nend", etag: "\"1\"")],
        ])
        for _ in 0..<4 { try await bench.run() }
        #expect(sent(server) == [nil, nil, nil, nil])
        #expect(sent(server, to: "/a") == [nil, "\"1\""])
        #expect(sent(server, to: "/b") == [nil, "\"1\""])
    }

    @Test("N32 a 304 keeps validators, with fields of its own or without")
    func notModified() async throws {
        let server = try serve([
            "/feed": [
                feed("a\nend", etag: "W/\"1\""), LoopbackReply(304), LoopbackReply(304, headers: [("ETag", "W/\"2\"")]),
            ]
        ])
        let kinds = [try await bench.run(), try await bench.run(), try await bench.run(), try await bench.run()]
        #expect(kinds.map { $0.sources["feed"]?.kind } == [.loaded, .unchanged, .unchanged, .unchanged])
        #expect(sent(server) == [nil, "W/\"1\"", "W/\"1\"", "W/\"1\""])
        #expect(inbox.titles == ["a"])
    }

    @Test("N33 a 304 to who did not ask is an error, and who did not ask does not ask next time")
    func unasked() async throws {
        let server = try serve(["/feed": [LoopbackReply(304, headers: [("ETag", "\"1\"")]), feed("a\nend")]])
        #expect(try await bench.run().sources["feed"]?.error?.code == .protocolViolation)
        #expect(try await bench.run().sources["feed"]?.kind == .loaded)
        #expect(sent(server) == [nil, nil])
    }

    @Test("N34 the same bytes with a new ETag each time are unchanged, and the newest ETag is kept")
    func restlessETag() async throws {
        let server = try serve(["/feed": (1...3).map { feed("a\nend", etag: "\"\($0)\"") }])
        let reports = [try await bench.run(), try await bench.run(), try await bench.run()]
        #expect(reports.map { $0.sources["feed"]?.kind } == [.loaded, .unchanged, .unchanged])
        #expect(reports.map { $0.sources["feed"]?.new } == [1, 0, 0])
        #expect(sent(server) == [nil, "\"1\"", "\"2\""])
        #expect(inbox.titles == ["a"])
    }

    @Test("validators stay when a document that comes in between cannot be read")
    func badInBetween() async throws {
        let server = try serve([
            "/feed": [feed("a\nend", etag: "\"1\""), feed("<html>soon</html>", etag: "\"page\""), LoopbackReply(304)]
        ])
        for _ in 0..<3 { try await bench.run() }
        #expect(sent(server) == [nil, "\"1\"", "\"1\""])
    }
}
