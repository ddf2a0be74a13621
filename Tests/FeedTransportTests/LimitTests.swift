import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import LoopbackLaboratory
import MachineLaboratory
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

    @Test("N20 a bomb is stopped by what it unfolds to, whatever it is packed with")
    func bombs() async throws {
        let brotli = LoopbackReply(headers: [("Content-Encoding", "br")], body: Packed.bomb)
        #expect(try await error(brotli)?.code == .tooLarge)
        #expect(try await error(brotli, maxBody: 8 << 20) == nil)
        for (coding, bomb) in [("gzip", Bombs.gzip), ("zstd", Bombs.zstd)] {
            let reply = LoopbackReply(steps: [.send(LoopbackReply.head(200, [("Content-Encoding", coding)]))] + bomb)
            let error = try await error(reply, maxBody: 16 << 20)
            #expect(error?.code == .tooLarge, "\(coding)")
            #expect(error?.facts[.limit] == String(16 << 20))
        }
    }

    @Test("N20 a body that is packed more than once is refused", arguments: 2...5)
    func layers(_ count: Int) async throws {
        let coding = Array(repeating: "gzip", count: count).joined(separator: ", ")
        let reply = LoopbackReply(headers: [("Content-Encoding", coding)], body: Packed.gzip)
        let error = try await error(reply)
        #expect(error?.code == .encoding)
        #expect(error?.facts[.found] == coding)
    }

    @Test("N18 a packed body that was cut is told, whatever its Content-Length says")
    func truncatedPacked() async throws {
        let cut = Array(Packed.gzip.dropLast(10))
        #expect(try await error(LoopbackReply(headers: [("Content-Encoding", "gzip")], body: cut))?.code == .truncated)
    }

    @Test(
        "N19 a packed body is unpacked, however it was packed and labelled",
        arguments: [
            ("gzip", Packed.gzip), ("br", Packed.brotli), ("zstd", Packed.zstd), ("gzip", Packed.plain),
            ("", Packed.gzip), ("gzip", Packed.gzip + Array("junk".utf8)),
        ])
    func packed(_ coding: String, _ body: [UInt8]) async throws {
        let server = try Loopback.server { _ in LoopbackReply(headers: [("Content-Encoding", coding)], body: body) }
        let response = try await Loopback.transport().send(HTTPRequest(url: server.url()))
        #expect(response.body == Packed.plain)
        #expect(response.bytesReceived == body.count)
    }

    @Test("N19 a packed body with a wrong checksum is an error")
    func checksum() async throws {
        var bytes = Packed.gzip
        bytes[bytes.count - 6] ^= 1
        let error = try await error(LoopbackReply(headers: [("Content-Encoding", "gzip")], body: bytes))
        #expect(error?.code == .encoding)
        #expect(error?.facts[.found] == "gzip")
    }

    @Test("N14 header fields without measure are cut within 2 s: many, one long one, many long ones", arguments: 0...3)
    func headers(kind: Int) async throws {
        let fields =
            switch kind {
            case 0: String(repeating: "x: y\r\n", count: 501)
            case 1: "x: " + String(repeating: "y", count: 4 << 20) + "\r\n"
            case 2: String(repeating: "x: " + String(repeating: "y", count: 9000) + "\r\n", count: 466)
            default: String(repeating: "x: y\r\n", count: 10_000)
            }
        let error = try await error(.raw("HTTP/1.1 200 OK\r\n\(fields)\r\n"), timeout: .seconds(30))
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
}
