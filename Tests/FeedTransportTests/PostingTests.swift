import FeedStages
import FeedTesting
import FeedTransport
import Glibc
import MachineLaboratory
import Testing

@Suite("What is posted")
struct PostingTests {
    private func post(_ url: String, bytes: Int = 3) -> HTTPRequest {
        var request = HTTPRequest(
            "POST", url: url, body: [UInt8](repeating: 65, count: bytes), followsRedirects: false)
        request.answerPrefix = 1000
        return request
    }

    @Test("W10 what was cut off within the body is told as sent in part, what was sent whole is not")
    func parts() async throws {
        // More than the buffers of two sockets hold.
        let size = 64 << 20
        let listener = try #require(
            LoopbackListener { socket, _ in
                var room = [UInt8](repeating: 0, count: 100)
                _ = recv(socket, &room, room.count, 0)
                ClearWire(socket).resetWhenClosed()
            })
        let cut = await Loopback.error(Loopback.transport(), post("http://\(listener.authority)/", bytes: size))
        #expect(cut?.code == .reset)
        #expect(cut?.facts[.sent] == "part")
        let server = try Loopback.server { _ in LoopbackReply(steps: [.reset]) }
        let whole = await Loopback.error(Loopback.transport(), post(server.url()))
        #expect(whole?.code == .reset)
        #expect(whole?.facts[.sent] == nil)
    }

    @Test("W09 of a posted message's answer no more is read than wanted, and nothing behind its header is an error")
    func prefix() async throws {
        let server = try Loopback.server { request in
            switch request.target {
            case "/endless":
                LoopbackReply(steps: [
                    .send(LoopbackReply.head(200, [("Content-Length", "10000000000")])),
                    .endless([UInt8](repeating: 66, count: 65_536)),
                ])
            case "/short": LoopbackReply(400, text: "invalid_blocks")
            default: .raw("HTTP/1.1 503 No\r\nContent-Length: 100\r\n\r\nbusy", then: [.reset])
            }
        }
        let transport = Loopback.transport()
        let endless = try await transport.send(post(server.url("/endless")))
        #expect(endless.status == 200)
        #expect(endless.body.count <= 1000)
        #expect(endless.bytesReceived < 1 << 20)
        let short = try await transport.send(post(server.url("/short")))
        #expect(short.status == 400)
        #expect(Loopback.text(short) == "invalid_blocks")
        #expect(try await transport.send(post(server.url("/broken"))).status == 503)
    }

    @Test("W11 no message waits for a `100 Continue`, and a connection that was closed meanwhile costs no message")
    func connections() async throws {
        let server = try Loopback.server { request in
            LoopbackReply(steps: LoopbackReply(request.header("expect") == nil ? 200 : 417).steps + [.close])
        }
        let transport = Loopback.transport()
        for size in [3, 3, 2 << 20, 3] {
            #expect(try await transport.send(post(server.url(), bytes: size)).status == 200)
        }
        #expect(server.requests.count == 4)
    }
}
