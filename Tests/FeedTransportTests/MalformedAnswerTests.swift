import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import LoopbackLaboratory
import MachineLaboratory
import Synchronization
import Testing

@Suite("Answers that are malformed")
struct MalformedAnswerTests {
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private static let good = LoopbackReply(
        headers: (1...20).map { ("X-Good-\($0)", String(repeating: "g", count: 40)) }, text: "good")

    /// Whether whoever answered so is to blame, and neither we nor libcurl.
    private func blamesAnswer(_ code: StageError.Code?) -> Bool {
        let blaming: [StageError.Code] = [
            .protocolViolation, .headersTooLarge, .reset, .truncated, .tooLarge, .encoding, .timeout,
        ]
        return code.map(blaming.contains) ?? true
    }

    /// First header lines that continue nothing (RFC 9112 §5.2).
    private static let foldedLines = [
        " x: folded", "\tx: folded", "  :", " \t x: \t ", " x:" + String(repeating: "f", count: 5000),
        " x: one\r\n y: two\r\n z: three", "\tContent-Length: 4\r\nContent-Length: 4",
    ]

    @Test("X01, N53: a folded first header line is refused, whatever was answered before", arguments: foldedLines)
    func folded(_ line: String) async throws {
        let hostile = LoopbackReply.raw("HTTP/1.1 200 OK\r\n\(line)\r\n\r\nevil")
        let server = try Loopback.server { $0.target == "/good" ? Self.good : hostile }
        let transport = Loopback.transport()
        for _ in 0..<20 {
            #expect(try await Loopback.text(transport.send(HTTPRequest(url: server.url("/good")))) == "good")
            for method in ["GET", "HEAD", "POST"] {
                let error = await Loopback.error(transport, HTTPRequest(method, url: server.url("/evil"), body: nil))
                #expect(error?.code == .protocolViolation)
            }
        }
    }

    @Test("X01: a feed that redirects to itself and then folds its first header line is refused")
    func redirected() async throws {
        let asked = Atomic(0)
        let server = try Loopback.server { request in
            guard asked.wrappingAdd(1, ordering: .relaxed).newValue.isMultiple(of: 2) else {
                return LoopbackReply(302, headers: [("Location", request.target), ("X-Long", "to be freed")])
            }
            return .raw("HTTP/1.1 200 OK\r\n x: folded\r\n\r\n<rss/>")
        }
        let transport = Loopback.transport()
        for _ in 0..<20 {
            let error = await Loopback.error(transport, HTTPRequest(url: server.url("/f")))
            #expect(error?.code == .protocolViolation)
        }
    }

    @Test("X01: the second try of a request has nothing of the first one's header")
    func secondTry() async throws {
        let server = try #require(
            HTTP2Server(
                certificate: authority.issue(), settings: [],
                withoutHTTP2: .raw("HTTP/1.1 200 OK\r\n x: folded\r\n\r\n<rss/>")
            ) { request in
                [
                    .frame(.headers([(":status", "200"), ("x-long", "to be freed")], on: request.stream)),
                    .frame(.resetStream(request.stream, code: 2)), .hang,
                ]
            })
        for _ in 0..<5 {
            let error = await Loopback.error(
                Loopback.transport(trusting: authority), HTTPRequest(url: server.url()))
            #expect(error?.code == .protocolViolation)
        }
        #expect(server.connections == 10)
    }

    @Test("A later transfer takes up the TLS session of an earlier one")
    func sessions() async throws {
        let handshakes = Mutex<[Bool]>([])
        let server = try #require(
            try LoopbackServer(
                certificate: authority.issue(),
                shookHands: { isResumed in handshakes.withLock { $0.append(isResumed) } },
                { _ in LoopbackReply(steps: LoopbackReply(text: "good").steps + [.close]) }))
        let transport = Loopback.transport(trusting: authority)
        for _ in 0..<4 {
            #expect(try await Loopback.text(transport.send(HTTPRequest(url: server.url()))) == "good")
        }
        #expect(server.connections == 4)
        #expect(handshakes.withLock { $0 } == [false, true, true, true])
    }

    @Test(
        "X01: libcurl before 8.1 is known to have the fault",
        arguments: [("7.88.1", 0x075801, true), ("8.0.1", 0x080001, true), ("8.1.0", 0x080100, false)])
    func versions(_ text: String, _ number: UInt32, _ hasFault: Bool) {
        #expect(CurlVersion(text: text, number: number).hasFoldedLineFault == hasFault)
    }

    private static let begun = "HTTP/1.1 200 OK\r\n"
    private static let chunked = begun + "Transfer-Encoding: chunked\r\n\r\n"

    @Test(
        "X02, N54: a malformed answer is the fault of whoever gave it, on a new connection and on a used one",
        arguments: [
            begun + " x: folded\r\n\r\n", begun + "\tfolded\r\n\r\n", begun + " \r\n\r\n",
            begun + "no colon\r\n\r\n", begun + "x: 1\r\nno colon\r\n\r\n", begun + ": no name\r\n\r\n",
            begun + "x: \0\r\n\r\n", begun + "x\0y: 1\r\n\r\n", "HTTP/1.1 200 \0\r\n\r\n", begun + "\0\r\n\r\n",
            begun + "x: 1\ry: 2\r\n\r\n", begun + "x: 1\r\r\n\r\n", begun + "\rx: 1\r\n\r\n",
            "HTTP/1.1 200 OK\rx: 1\r\n\r\n", "HTTP/1.1 200 OK\r\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/\r\n\r\n",
            "HTTP/1.1 2\r\n\r\n", "HTTP/1.1 99999 OK\r\n\r\n", "HTTP/1.1 \u{FF}\r\n\r\n", " HTTP/1.1 200 OK\r\n\r\n",
            "HTTP/2 200\r\n\r\n", "HTTP/3 200\r\n\r\n", "HTTP/1.1 101 Switch\r\nUpgrade: h2c\r\n\r\n", "\r\n\r\n",
            begun + "x:" + String(repeating: "x", count: 150_000) + "\r\n\r\n",
            begun + String(repeating: "x", count: 150_000), begun + String(repeating: "x: y\r\n", count: 60_000),
            begun + "x: 1\r\n" + String(repeating: " y\r\n", count: 90_000),
            "HTTP/1.1 200 " + String(repeating: "x", count: 150_000) + "\r\n\r\n",
            begun + "Content-Length: x\r\n\r\n", begun + "Content-Length: -9\r\n\r\n",
            begun + "Content-Length:\r\n\r\n",
            begun + "Transfer-Encoding: gzip\r\n\r\nno gzip", begun + "Transfer-Encoding: br\r\n\r\nno brotli",
            begun + "Transfer-Encoding: zstd\r\n\r\nno zstandard", begun + "Transfer-Encoding: deflate\r\n\r\nnone",
            begun + "Transfer-Encoding: gzip, chunked\r\n\r\n7\r\nno gzip\r\n0\r\n\r\n",
            begun + "Transfer-Encoding: x\r\n\r\n<rss/>", begun + "Transfer-Encoding: , ,\r\n\r\n<rss/>",
            begun + "Transfer-Encoding: gzip, gzip, gzip, gzip, gzip, gzip\r\n\r\n<rss/>",
            chunked + "zz\r\n", chunked + ";\r\n", chunked + "1\r\n<x", chunked + "FFFFFFFFFFFFFFFF\r\n<rss/>",
            chunked + "0\r\n" + String(repeating: "x", count: 150_000), chunked + "0\r\nno colon\r\n\r\n",
            chunked + "0\r\n folded\r\n\r\n", chunked + "0\r\nx: \0\r\n\r\n",
            "HTTP/1.1 100 Continue\r\nx: y\r\n\r\n" + begun + " x: folded\r\n\r\n",
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest \0\r\n\r\n", "HTTP/1.1 401 No\r\nWWW-Authenticate:\r\n\r\n",
            "HTTP/1.1 416 No\r\nContent-Range: x\r\n\r\n", "HTTP/1.1 206 Part\r\nContent-Range: bytes 9-1/0\r\n\r\n",
            begun + "Content-Encoding: \u{1}\r\nLocation: \u{1}\r\n\r\n", begun + "Location: http://[\r\n\r\n",
        ])
    func malformed(_ answer: String) async throws {
        let server = try Loopback.server { $0.target == "/good" ? Self.good : .raw(answer) }
        let transport = Loopback.transport()
        for _ in 0..<2 {
            for request in [HTTPRequest(url: server.url("/x")), HTTPRequest("POST", url: server.url("/x"), body: [1])] {
                let error = await Loopback.error(transport, request)
                #expect(blamesAnswer(error?.code), "\(String(describing: error))")
            }
            #expect(try await Loopback.text(transport.send(HTTPRequest(url: server.url("/good")))) == "good")
        }
    }

    @Test("X02: a header line without measure is `headers_too_large` on a used connection, too")
    func longLine() async throws {
        let server = try Loopback.server { request in
            request.target == "/good"
                ? Self.good
                : .raw("HTTP/1.1 200 OK\r\nx:", then: [.endless([UInt8](repeating: 120, count: 4096))])
        }
        let transport = Loopback.transport()
        for _ in 0..<2 {
            #expect(try await Loopback.text(transport.send(HTTPRequest(url: server.url("/good")))) == "good")
            #expect(await Loopback.error(transport, HTTPRequest(url: server.url("/x")))?.code == .headersTooLarge)
        }
        #expect(server.connections == 2)
    }
}
