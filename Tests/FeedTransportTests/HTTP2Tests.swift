import FeedModel
import FeedStages
import FeedTesting
import LoopbackLaboratory
import MachineLaboratory
import Testing

@testable import FeedTransport

@Suite("HTTP/2")
struct HTTP2Tests {
    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private func transport() -> CurlTransport { Loopback.transport(trusting: authority) }

    private func server(
        settings: [(UInt16, UInt32)] = [], withoutHTTP2: LoopbackReply? = nil,
        _ respond: @escaping @Sendable (HTTP2Server.Request) -> [HTTP2Server.Step]
    ) throws -> HTTP2Server {
        try #require(
            HTTP2Server(certificate: authority.issue(), settings: settings, withoutHTTP2: withoutHTTP2, respond))
    }

    private func error(
        timeout: Duration = .seconds(10), _ respond: @escaping @Sendable (HTTP2Server.Request) -> [HTTP2Server.Step]
    ) async throws -> StageError? {
        let server = try server(withoutHTTP2: nil, respond)
        var request = HTTPRequest(url: server.url())
        request.policy.timeout = timeout
        return await Loopback.error(transport(), request)
    }

    @Test("N45 a document arrives over HTTP/2, with its header fields, many over one connection")
    func sound() async throws {
        let server = try server {
            HTTP2Server.answer(to: $0, headers: [("etag", "\"2\"")], text: "stream \($0.stream)")
        }
        let transport = transport()
        for stream in [1, 3, 5] {
            let response = try await transport.send(HTTPRequest(url: server.url()))
            #expect(response.status == 200)
            #expect(Loopback.text(response) == "stream \(stream)")
            #expect(response.validators?.etag == "\"2\"")
        }
        #expect(server.connections == 1)
    }

    @Test(
        "N45 a stream that is reset, before the header or within the body, is `reset`", arguments: [0, 1], [1, 2, 8])
    func resetStream(_ kind: Int, _ code: UInt32) async throws {
        let error = try await error { request in
            let begun: [HTTP2Server.Step] = [
                .frame(.headers([(":status", "200")], on: request.stream)),
                .frame(.data(Array("<rss>".utf8), on: request.stream)),
            ]
            return (kind == 0 ? [] : begun) + [.frame(.resetStream(request.stream, code: code)), .hang]
        }
        #expect(error?.code == .reset, "\(error?.explanation ?? "")")
    }

    @Test("N45 what HTTP/2 broke is asked once more, over HTTP/1.1: a goodbye, a reset stream", arguments: [0, 1, 2])
    func secondTry(_ kind: Int) async throws {
        let server = try server(withoutHTTP2: LoopbackReply(text: "again")) { request in
            let begun = HTTP2Server.Step.frame(.headers([(":status", "200"), ("etag", "\"2\"")], on: request.stream))
            return switch kind {
            case 0: [.frame(.goAway(last: 0, code: 2)), .close]
            case 1: [.frame(.resetStream(request.stream, code: 13)), .hang]
            default: [begun, .frame(.resetStream(request.stream, code: 2)), .hang]
            }
        }
        let response = try await transport().send(HTTPRequest(url: server.url()))
        #expect(Loopback.text(response) == "again")
        #expect(response.header("etag") == nil)
        #expect(server.requests.count == 1)
        #expect(server.connections == 2)
    }

    @Test("N45 a message is never sent twice behind its sender's back")
    func noSecondMessage() async throws {
        let server = try server(withoutHTTP2: LoopbackReply(text: "again")) { request in
            [.frame(.resetStream(request.stream, code: 2)), .hang]
        }
        let error = await Loopback.error(transport(), HTTPRequest("POST", url: server.url(), body: [1]))
        #expect(error?.code == .reset)
        #expect(server.connections == 1)
    }

    @Test("N45 an answer that is pushed, unasked, is not taken, and does no harm")
    func pushed() async throws {
        let server = try server { request in
            let promise =
                [0, 0, 0, 2] + HTTP2Frame.literal(":method", "GET") + HTTP2Frame.literal(":path", "/pushed")
                + HTTP2Frame.literal(":scheme", "https") + HTTP2Frame.literal(":authority", "127.0.0.1")
            return [
                .frame(HTTP2Frame(type: 5, flags: 4, stream: request.stream, payload: promise)),
                .frame(.headers([(":status", "200"), ("x-long", String(repeating: "p", count: 300))], on: 2)),
                .frame(.data(Array("pushed".utf8), on: 2, isLast: true)),
            ] + HTTP2Server.answer(to: request, text: "asked for") + [.hang]
        }
        for _ in 0..<3 {
            do throws(StageError) {
                #expect(try await Loopback.text(transport().send(HTTPRequest(url: server.url()))) == "asked for")
            } catch {
                #expect([.reset, .protocolViolation].contains(error.code), "\(error.code.rawValue)")
            }
        }
    }

    @Test("N45 a stream that is reset while a message is being sent is `reset`", arguments: [2, 7, 8, 13])
    func resetUpload(_ code: UInt32) async throws {
        // More than the server's window takes, so that the message is never sent whole.
        let message = [UInt8](repeating: 7, count: 1 << 20)
        let server = try server { request in [.frame(.resetStream(request.stream, code: code)), .hang] }
        let error = await Loopback.error(transport(), HTTPRequest("POST", url: server.url(), body: message))
        #expect(error?.code == .reset, "\(error?.code.rawValue ?? "")")
    }

    @Test(
        "N45 a server that says goodbye to everybody is `reset`, within a body `truncated`", arguments: [false, true])
    func goAway(_ isBegun: Bool) async throws {
        let error = try await error { request in
            let begun: [HTTP2Server.Step] = [
                .frame(.headers([(":status", "200"), ("content-length", "100")], on: request.stream)),
                .frame(.data(Array("<rss>".utf8), on: request.stream)),
            ]
            return (isBegun ? begun : []) + [.frame(.goAway(last: isBegun ? request.stream : 0, code: 2)), .close]
        }
        #expect(error?.code == (isBegun ? .truncated : .reset), "\(error?.explanation ?? "")")
    }

    @Test("N45 a body shorter than its length is `truncated`")
    func truncated() async throws {
        let error = try await error { request in
            [
                .frame(.headers([(":status", "200"), ("content-length", "100")], on: request.stream)),
                .frame(.data(Array("<rss>".utf8), on: request.stream, isLast: true)),
            ]
        }
        #expect(
            error?.code == .truncated || error?.code == .reset,
            "\(error?.explanation ?? "") \(error?.code.rawValue ?? "none")")
    }

    @Test("N45 a million empty frames keep nobody else waiting, and end with the time for everything")
    func emptyFrames() async throws {
        let flood = try server { request in
            [
                .frame(.headers([(":status", "200")], on: request.stream)),
                .frames(.data([], on: request.stream), count: 1_000_000), .hang,
            ]
        }
        let good = try Loopback.server { _ in LoopbackReply(text: "ok") }
        let transport = transport()
        var request = HTTPRequest(url: flood.url())
        request.policy.timeout = .seconds(1)
        let wanted = request
        async let flooded = Loopback.error(transport, wanted)
        for _ in 0..<5 { #expect(try await transport.send(HTTPRequest(url: good.url())).status == 200) }
        let error = await flooded
        #expect([.tooLarge, .timeout, .truncated, .reset].contains(error?.code), "\(error?.explanation ?? "")")
    }

    @Test("N45 empty frames without end are cut off, whatever the time limit, and keep nobody else waiting for long")
    func endlessFrames() async throws {
        let flood = try server { request in
            let head = HTTP2Server.Step.frame(.headers([(":status", "200")], on: request.stream))
            return [head, .frames(.data([], on: request.stream), count: .max)]
        }
        let good = try Loopback.server { _ in LoopbackReply(text: "ok") }
        var settings = CurlSettings(
            guardian: AddressGuard(allowing: ["127.0.0.1/32"]), concurrency: 8, caFile: authority.file, proxies: .none)
        settings.watchInterval = .milliseconds(100)
        let exchanger = CurlExchanger(settings)
        var limits = HTTPPolicy()
        limits.timeout = .seconds(5)
        func request(_ url: String, _ host: String) -> ExchangeRequest {
            ExchangeRequest(method: "GET", url: url, maskedURL: url, headers: [], limits: limits, host: host)
        }
        let bad = request(flood.url(), "bad")
        async let flooded: StageError? = {
            do throws(StageError) { _ = try await exchanger.exchange(bad) } catch { return error }
            return nil
        }()
        for _ in 0..<5 { #expect(try await exchanger.exchange(request(good.url(), "good")).status == 200) }
        let error = await flooded
        // A server that pauses now and then, as on a slow machine, is ended by the time limit.
        #expect([.tooLarge, .truncated, .reset, .timeout].contains(error?.code), "\(error?.code.rawValue ?? "")")
    }

    @Test("N45 questions without end (PING, SETTINGS) end the connection", arguments: [0, 1])
    func questions(_ kind: Int) async throws {
        let error = try await error(timeout: .seconds(20)) { request in
            [.frames(kind == 0 ? .ping : .settings([(3, 100)]), count: 1_000_000), .hang]
        }
        #expect([.tooLarge, .reset, .timeout, .protocolViolation].contains(error?.code), "\(error?.explanation ?? "")")
    }

    @Test("N45 header fields that unfold without measure are stopped, packed, long and without end", arguments: 0...2)
    func headerBomb(_ kind: Int) async throws {
        let error = try await error(timeout: .seconds(60)) { request in
            let status = HTTP2Frame.literal(":status", "200")
            switch kind {
            case 0:
                // One field of 4,000 bytes that both sides remember, named 12,000 times by one byte each: 48 MB.
                let field = HTTP2Frame.literal("x", String(repeating: "y", count: 4000), isRemembered: true)
                let bomb = [UInt8](repeating: 0xBE, count: 12_000)
                return [.frame(.headers(block: status + field + bomb, on: request.stream, isLast: true)), .hang]
            case 1:
                let fields = (0..<3).flatMap { HTTP2Frame.literal("x\($0)", String(repeating: "y", count: 5000)) }
                return [.frame(.headers(block: status + fields, on: request.stream))]
                    + [.frames(.headers(block: fields, on: request.stream), count: 1000), .hang]
            default:
                // HEADERS without its end, then CONTINUATION without end.
                return [
                    .frame(HTTP2Frame(type: 1, stream: request.stream, payload: status)),
                    .frames(
                        HTTP2Frame(
                            type: 9, stream: request.stream,
                            payload: HTTP2Frame.literal("x", String(repeating: "y", count: 10_000))),
                        count: 1000),
                    .hang,
                ]
            }
        }
        #expect(
            [.headersTooLarge, .tooLarge, .reset, .protocolViolation].contains(error?.code),
            "\(error?.explanation ?? "") \(error?.code.rawValue ?? "")")
    }

    @Test("N45 a server that takes nothing (a window of 0), or gives nothing, is `timeout`")
    func stalls() async throws {
        // Enough for a busy machine to shake hands.
        let silent = try await error(timeout: .seconds(3)) { request in
            [.frame(.headers([(":status", "200")], on: request.stream)), .hang]
        }
        #expect(silent?.code == .timeout)
        let server = try server(settings: [(4, 0)]) { _ in [] }
        var request = HTTPRequest("POST", url: server.url(), body: [UInt8](repeating: 7, count: 200_000))
        request.policy.timeout = .seconds(3)
        #expect(await Loopback.error(transport(), request)?.code == .timeout)
    }

    @Test("N45 what is no HTTP/2 after all is `protocol`")
    func garbage() async throws {
        let tooLong = try await error { request in
            [.frame(HTTP2Frame(type: 0, stream: request.stream, payload: [UInt8](repeating: 0, count: 20_000))), .hang]
        }
        #expect(
            [.protocolViolation, .reset].contains(tooLong?.code),
            "\(tooLong?.explanation ?? "") \(tooLong?.code.rawValue ?? "")")
        let wrongState = try await error { request in [.frame(.data([1], on: request.stream)), .hang] }
        #expect(
            [.protocolViolation, .reset].contains(wrongState?.code),
            "\(wrongState?.explanation ?? "") \(wrongState?.code.rawValue ?? "")")
    }
}
