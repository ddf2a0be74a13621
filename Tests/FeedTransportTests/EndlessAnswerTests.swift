import FeedModel
import FeedStages
import FeedTesting
import LoopbackLaboratory
import MachineLaboratory
import Testing

@testable import FeedTransport

@Suite("Answers that bring next to nothing for ever")
struct EndlessAnswerTests {
    private func error(_ reply: LoopbackReply) async throws -> StageError? {
        let server = try Loopback.server { _ in reply }
        var request = HTTPRequest(url: server.url())
        request.policy.timeout = .seconds(60)
        return await Loopback.error(Loopback.transport(), request)
    }

    @Test("X09: N55 a packed body with nothing in it is cut after 1 MiB", arguments: EndlessBody.all)
    func packed(_ body: EndlessBody) throws {
        var collector = BodyCollector(coding: try BodyCoding.named(by: body.coding), limit: 16 << 20, expected: 0)
        var failure: BodyCollector.Failure?
        do throws(BodyCollector.Failure) {
            try take(body.head, into: &collector)
            for _ in 0..<1000 { try take(body.piece, into: &collector) }
        } catch {
            failure = error
        }
        #expect(failure == .hollow)
        #expect(collector.received <= BodyCollector.mostPacking + 2 * body.piece.count)
    }

    @Test("X09: N55 empty members without end are cut behind one that holds something, too")
    func emptyMembersBehindAFullOne() {
        let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        // A stored block of one `x`, its CRC-32 and its length.
        let full = head + [1, 1, 0, 0xFE, 0xFF, 0x78, 0x83, 0x16, 0xDC, 0x8C, 1, 0, 0, 0]
        let empty = head + [3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        var collector = BodyCollector(coding: .gzip, limit: 16 << 20, expected: 0)
        var failure: BodyCollector.Failure?
        do throws(BodyCollector.Failure) {
            try take(full, into: &collector)
            for _ in 0..<2 * BodyCollector.mostEmptyMembers { try take(empty, into: &collector) }
        } catch {
            failure = error
        }
        #expect(failure == .hollow)
        #expect(collector.bytes == [0x78])
    }

    @Test("X09: N55 a packed body with nothing in it is `too_large` over the wire", arguments: EndlessBody.all)
    func packedOverWire(_ body: EndlessBody) async throws {
        let error = try await error(body.reply)
        #expect(error?.code == .tooLarge)
        #expect(error?.facts[.found] == "packing")
    }

    @Test(
        "X09: N55 an answer whose framing has no end is `too_large`",
        arguments: [
            ("1;" + String(repeating: "x", count: 4000) + "\r\nx\r\n", ""), ("x", "1;"), ("1\r\nx\r\n", ""),
        ])
    func framed(_ unit: String, _ head: String) async throws {
        let chunked = LoopbackReply.head(200, [("Transfer-Encoding", "chunked")]) + Array(head.utf8)
        let piece = Array(String(repeating: unit, count: 60_000 / unit.utf8.count + 1).utf8)
        let error = try await error(LoopbackReply(steps: [.send(chunked), .endless(piece)]))
        #expect(error?.code == .tooLarge)
        #expect(error?.facts[.found] == "framing")
    }

    @Test(
        "X09: N55 frames of HTTP/2 without content are `too_large`: empty, padded, questions, unknown", arguments: 0...4
    )
    func frames(_ kind: Int) async throws {
        let authority = try TestAuthority()
        let server = try #require(
            HTTP2Server(certificate: authority.issue()) { request in
                let padding = [UInt8](repeating: 0, count: 255)
                let frame =
                    switch kind {
                    case 0: HTTP2Frame.data([], on: request.stream)
                    case 1: HTTP2Frame(type: 0, flags: 8, stream: request.stream, payload: [255] + padding)
                    case 2: HTTP2Frame(type: 0, flags: 8, stream: request.stream, payload: [255, 120] + padding)
                    case 3: HTTP2Frame.ping
                    default: HTTP2Frame(type: 0xEE, payload: [UInt8](repeating: 0, count: 8000))
                    }
                let head = HTTP2Server.Step.frame(.headers([(":status", "200")], on: request.stream))
                return [head, .frames(frame, count: .max)]
            })
        var request = HTTPRequest(url: server.url())
        request.policy.timeout = .seconds(60)
        let error = await Loopback.error(Loopback.transport(trusting: authority), request)
        // PING is answered, and nghttp2 keeps no more than 1,000 answers.
        let codes: Set<StageError.Code> = kind == 3 ? [.tooLarge, .reset, .protocolViolation] : [.tooLarge]
        #expect(error.map { codes.contains($0.code) } == true, "\(error?.code.rawValue ?? "none")")
    }

    @Test("N55 a body of just `max_body` passes in chunks, and a small one in chunks of one byte")
    func chunks() async throws {
        let large = Array("1000\r\n".utf8) + [UInt8](repeating: 120, count: 4096) + Array("\r\n".utf8)
        let bodies = [
            Array(repeatElement(large, count: 4096).joined()),
            Array(repeatElement(Array("1\r\nx\r\n".utf8), count: 600_000).joined()),
        ]
        for (body, length) in zip(bodies, [16 << 20, 600_000]) {
            let head = LoopbackReply.head(200, [("Transfer-Encoding", "chunked")])
            let server = try Loopback.server { _ in
                LoopbackReply(steps: [.send(head), .send(body), .send(Array("0\r\n\r\n".utf8))])
            }
            var request = HTTPRequest(url: server.url())
            request.policy.timeout = .seconds(60)
            #expect(try await Loopback.transport().send(request).body.count == length)
        }
    }

    @Test("N55 a connection brings any number of large bodies, one after the other")
    func sharedConnection() async throws {
        let authority = try TestAuthority()
        let secure = try #require(
            HTTP2Server(certificate: authority.issue()) { request in
                [.frame(.headers([(":status", "200")], on: request.stream))]
                    + [.frames(.data([UInt8](repeating: 120, count: 8183), on: request.stream), count: 1024)]
                    + [.frame(.data([], on: request.stream, isLast: true))]
            })
        let clear = try Loopback.server { _ in LoopbackReply(body: [UInt8](repeating: 120, count: 8 << 20)) }
        let transport = Loopback.transport(trusting: authority)
        for _ in 0..<4 {
            #expect(try await transport.send(HTTPRequest(url: clear.url())).body.count == 8 << 20)
            #expect(try await transport.send(HTTPRequest(url: secure.url())).body.count == 8183 * 1024)
        }
        #expect(clear.connections == 1)
        #expect(secure.connections == 1)
    }

    @Test("N55 what was sent off in small pieces, and joined of up to 1,000 empty files, is no endless body")
    func flushed() throws {
        // Twenty bytes and an empty block after each, as from a server that flushes after each line.
        var flushed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        for _ in 0..<20_000 {
            flushed += [0, 20, 0, 0xEB, 0xFF] + [UInt8](repeating: 120, count: 20) + [0, 0, 0, 0xFF, 0xFF]
        }
        var collector = BodyCollector(coding: .gzip, limit: 16 << 20, expected: 0)
        try take(flushed, into: &collector)
        #expect(collector.takeBytes().count == 400_000)
        var joined = BodyCollector(coding: .gzip, limit: 1 << 20, expected: 0)
        try take(Array(repeatElement(EndlessBody.emptyMember, count: 1000).joined()) + Packed.gzip, into: &joined)
        #expect(joined.takeBytes() == Packed.plain)
    }

    private func take(_ bytes: [UInt8], into collector: inout BodyCollector) throws(BodyCollector.Failure) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(BodyCollector.Failure) in
            let bytes = UnsafeRawBufferPointer(bytes)
            // As libcurl does: 16 KB at most.
            for start in stride(from: 0, to: bytes.count, by: 16 << 10) {
                try collector.take(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 16 << 10, bytes.count)]))
            }
        }
    }
}
