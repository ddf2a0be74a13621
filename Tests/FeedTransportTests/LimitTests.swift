import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import Testing

@Suite("Limits and failures of transfers")
struct LimitTests {
    private func request(_ url: String, timeout: Duration = .seconds(10), maxBody: Int = 64 << 10) -> HTTPRequest {
        var request = HTTPRequest(url: url)
        request.policy.timeout = timeout
        request.policy.maxBody = maxBody
        return request
    }

    private func error(
        _ reply: LoopbackReply, timeout: Duration = .seconds(10), maxBody: Int = 64 << 10
    ) async throws -> StageError? {
        let server = try Loopback.server { _ in reply }
        return await Loopback.error(
            Loopback.transport(), request(server.url("/f"), timeout: timeout, maxBody: maxBody))
    }

    @Test("N12, N13 a body without an end is cut at max_body", arguments: ["Transfer-Encoding: chunked\r\n", ""])
    func endless(_ field: String) async throws {
        let piece = [UInt8](repeating: 120, count: 4096)
        let chunk = field.isEmpty ? piece : Array("1000\r\n".utf8) + piece + Array("\r\n".utf8)
        let error = try await error(.raw("HTTP/1.1 200 OK\r\n\(field)\r\n", then: [.endless(chunk)]))
        #expect(error?.code == .tooLarge)
        #expect(error?.facts[.limit] == String(64 << 10))
        #expect(error?.facts[.option] == "max_body")
    }

    @Test("N20 a bomb is stopped by what it unfolds to")
    func bomb() async throws {
        let reply = LoopbackReply(headers: [("Content-Encoding", "br")], body: Packed.bomb)
        #expect(try await error(reply)?.code == .tooLarge)
        #expect(try await error(reply, maxBody: 8 << 20) == nil)
    }

    @Test("N18 a packed body that was cut is told, whatever its Content-Length says")
    func truncatedPacked() async throws {
        let cut = Array(Packed.gzip.dropLast(10))
        #expect(try await error(LoopbackReply(headers: [("Content-Encoding", "gzip")], body: cut))?.code == .truncated)
    }

    @Test("N15 a body shorter than its Content-Length is told")
    func truncated() async throws {
        #expect(try await error(.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"))?.code == .truncated)
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\nshort"
        #expect(try await error(.raw(chunked))?.code == .truncated)
    }

    @Test("N19 a packed body is unpacked, however it was packed")
    func packed() async throws {
        for (coding, body) in [("gzip", Packed.gzip), ("br", Packed.brotli), ("zstd", Packed.zstd)] {
            let server = try Loopback.server { _ in LoopbackReply(headers: [("Content-Encoding", coding)], body: body) }
            let response = try await Loopback.transport().send(HTTPRequest(url: server.url()))
            #expect(response.body == Packed.plain)
            #expect(response.bytesReceived == body.count)
        }
        let two = LoopbackReply(headers: [("Content-Encoding", "gzip, gzip")], body: Packed.gzip)
        #expect(try await error(two)?.code == .encoding)
    }

    @Test("N14 header fields without measure are cut", arguments: [0, 1, 2])
    func headers(kind: Int) async throws {
        let fields =
            switch kind {
            case 0: String(repeating: "x: y\r\n", count: 501)
            case 1: "x: " + String(repeating: "y", count: 4 << 20) + "\r\n"
            default: String(repeating: "x: " + String(repeating: "y", count: 9000) + "\r\n", count: 30)
            }
        let error = try await error(.raw("HTTP/1.1 200 OK\r\n\(fields)\r\n"))
        #expect(error?.code == .headersTooLarge)
    }

    @Test("N14 interim answers without end are cut")
    func interim() async throws {
        let reply = LoopbackReply(steps: [.endless(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))])
        #expect(try await error(reply)?.code == .headersTooLarge)
    }

    @Test("an interim answer's fields are not the answer's")
    func earlyHints() async throws {
        let server = try Loopback.server { _ in
            .raw("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nA: \u{9} b\tc \r\n\r\nok")
        }
        let response = try await Loopback.transport().send(HTTPRequest(url: server.url()))
        #expect(response.headers.map(\.name) == ["a"])
        #expect(response.header("a") == "b c")
        #expect(Loopback.text(response) == "ok")
    }

    @Test("N05 silence ends at the timeout")
    func silence() async throws {
        let error = try await error(LoopbackReply(steps: [.hang]), timeout: .milliseconds(200))
        #expect(error?.code == .timeout)
        #expect(error?.facts[.seconds] == "0.2")
    }

    @Test("N10 a body that stops in the middle ends at the timeout")
    func stall() async throws {
        let error = try await error(
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx", then: [.hang]), timeout: .milliseconds(200))
        #expect(error?.code == .timeout)
    }

    @Test("N09 a TLS handshake that stalls is told apart")
    func handshake() async throws {
        let silent = try Loopback.server { _ in LoopbackReply(steps: [.hang]) }
        var request = HTTPRequest(url: "https://127.0.0.1:\(silent.port)/")
        request.policy.connectTimeout = .milliseconds(200)
        let error = await Loopback.error(Loopback.transport(), request)
        #expect(error?.code == .tlsTimeout, "\(error?.explanation ?? "")")
    }

    @Test("TLS to a server that speaks none is a TLS error")
    func noTLS() async throws {
        let server = try #require(
            LoopbackServer(greeting: Array("HTTP/1.1 400 Bad\r\n\r\n".utf8)) { _ in LoopbackReply() })
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: "https://127.0.0.1:\(server.port)/"))
        #expect(error?.code == .tls)
    }

    @Test("N03 a closed port is `refused`")
    func refused() async throws {
        let server = try Loopback.server { _ in LoopbackReply(text: "") }
        let url = server.url()
        server.stop()
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: url))
        #expect(error?.code == .refused)
        #expect(error?.facts[.host] == "127.0.0.1")
        #expect(error?.subject == url)
    }

    @Test("N01 a name that nobody knows is `dns`")
    func dns() async {
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: "http://nx.invalid/"))
        #expect(error?.code == .dns)
        #expect(error?.facts[.host] == "nx.invalid")
    }

    @Test("N06 a reset connection is `reset`, before and within the body")
    func reset() async throws {
        #expect(try await error(LoopbackReply(steps: [.reset]))?.code == .reset)
        #expect(try await error(LoopbackReply(steps: [.close]))?.code == .reset)
        let half = LoopbackReply.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx", then: [.pause(20), .reset])
        #expect(try await error(half)?.code == .reset)
    }

    @Test(
        "N44 what is not HTTP is `protocol`",
        arguments: ["hello\r\n\r\n", "HTTP/9.9 abc\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"])
    func notHTTP(_ text: String) async throws {
        #expect(try await error(.raw(text))?.code == .protocolViolation)
    }

    @Test("a field with a line break in its value is not sent", arguments: ["a\r\nX-Evil: 1", "a\nb", "a\0b"])
    func injection(_ value: String) async throws {
        let server = try Loopback.server { _ in LoopbackReply(text: "") }
        let error = await Loopback.error(
            Loopback.transport(), HTTPRequest(url: server.url(), headers: [HTTPField("X-Mine", value)]))
        #expect(error?.code == .badRequest)
        #expect(server.connections == 0)
    }

    @Test(
        "an address that is none is told",
        arguments: ["", "feed.xml", "file:///etc/passwd", "http://", "http://a b/", "http://x:0/"])
    func badAddress(_ url: String) async {
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: url))
        #expect(error?.code == .badAddress)
    }

    @Test(
        "N51 a password in an address is in no error and no answer",
        arguments: ["http://me:pa55@127.0.0.1:1/x@y", "http://me:pa55@[bad/", "http://me:pa/55@127.0.0.1/"])
    func password(_ url: String) async {
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: url))
        #expect(error?.subject.contains("55") == false, "\(error?.subject ?? "")")
    }

    @Test("N47 a literal target is judged behind a proxy, too, and a dead proxy is told as such")
    func proxy() async throws {
        let proxy = try Loopback.server { request in LoopbackReply(text: "via proxy: \(request.target)") }
        var options = CurlTransport.Options()
        options.proxies = ProxySettings(environment: ["http_proxy": proxy.url(), "no_proxy": "direct.example"])
        let transport = CurlTransport(options)
        let response = try await transport.send(HTTPRequest(url: "http://feeds.example/a"))
        #expect(Loopback.text(response) == "via proxy: http://feeds.example/a")
        for host in ["10.0.0.1", "2130706433", "0x7f.1", "[::1]", "localhost", "a.localhost"] {
            let error = await Loopback.error(transport, HTTPRequest(url: "http://\(host)/"))
            #expect(error?.code == .addressRefused, "\(host)")
        }
        #expect(proxy.requests.count == 1)
        proxy.stop()
        let error = await Loopback.error(transport, HTTPRequest(url: "http://other.example/"))
        #expect(error?.code == .proxy)
    }
}
