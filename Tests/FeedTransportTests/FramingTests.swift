import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import MachineLaboratory
import Testing

@Suite("Where an answer ends")
struct FramingTests {
    private func outcome(_ text: String, then: [LoopbackReply.Step] = [.close]) async throws -> Result<
        HTTPResponse, StageError
    > {
        let server = try Loopback.server { _ in .raw(text, then: then) }
        do throws(StageError) {
            return .success(try await Loopback.transport().send(HTTPRequest(url: server.url())))
        } catch {
            return .failure(error)
        }
    }

    private func code(_ text: String, then: [LoopbackReply.Step] = [.close]) async throws -> StageError.Code? {
        guard case .failure(let error) = try await outcome(text, then: then) else { return nil }
        return error.code
    }

    @Test("N15 a body shorter than its Content-Length, or without its last chunk, is `truncated`")
    func short() async throws {
        #expect(try await code("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort") == .truncated)
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try await code(chunked + "20\r\nshort") == .truncated)
        #expect(try await code(chunked + "5\r\nshort\r\n") == .truncated)
    }

    @Test("N16 a Content-Length that is smaller, doubled or beside chunks never mixes an answer with the next")
    func contradictions() async throws {
        let answers = [
            ("Content-Length: 5\r\n\r\n<rss/>", "<rss/"),
            ("Content-Length: 6\r\nContent-Length: 3\r\n\r\n<rss/>", nil),
            ("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n<rss/>\r\n0\r\n\r\n", "<rss/>"),
        ]
        for (text, body) in answers {
            let server = try Loopback.server { request in
                request.target == "/next"
                    ? LoopbackReply(text: "next") : .raw("HTTP/1.1 200 OK\r\n" + text, then: [])
            }
            let transport = Loopback.transport()
            let response = try? await transport.send(HTTPRequest(url: server.url()))
            if let body { #expect(response.map(Loopback.text) == body) }
            #expect(try await Loopback.text(transport.send(HTTPRequest(url: server.url("/next")))) == "next", "\(text)")
        }
    }

    @Test(
        "N16 a length that is no number, or beyond all numbers, is an error and nothing worse",
        arguments: ["-1", "x", "99999999999999999999", "0x10", "1,2", "9223372036854775807"])
    func lengths(_ length: String) async throws {
        let code = try await code("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n<rss/>")
        #expect(
            code == nil || code == .protocolViolation || code == .truncated || code == .tooLarge,
            "\(String(describing: code))")
    }

    @Test(
        "N16 a chunk whose size is no number, or beyond all numbers, is an error and nothing worse",
        arguments: ["-1", "x", "FFFFFFFFFFFFFFFFFF", "7FFFFFFFFFFFFFFF", ""])
    func chunks(_ size: String) async throws {
        let code = try await code("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\n<rss/>\r\n0\r\n\r\n")
        #expect(code == .protocolViolation || code == .truncated, "\(String(describing: code))")
    }

    @Test(
        "N43 an answer without a document is told by its status",
        arguments: [
            ("200 OK\r\nContent-Length: 0", .emptyBody), ("204 No Content", .emptyBody), ("205 Reset", .emptyBody),
            ("206 Partial Content\r\nContent-Length: 6", .unexpectedStatus),
            ("226 IM Used\r\nContent-Length: 6", .unexpectedStatus),
            ("299 Fine\r\nContent-Length: 6", .unexpectedStatus),
            ("999 Request denied\r\nContent-Length: 6", .unexpectedStatus),
        ] as [(String, StageError.Code)])
    func statuses(_ head: String, _ expected: StageError.Code) async throws {
        let hasBody = head.hasSuffix("6")
        let response = try await outcome("HTTP/1.1 \(head)\r\n\r\n" + (hasBody ? "<rss/>" : "")).get()
        #expect(response.failure(of: "http://e.example/")?.code == expected)
    }

    @Test("N43 interim answers alone are no answer")
    func interimAlone() async throws {
        #expect(try await code("HTTP/1.1 100 Continue\r\n\r\n") == .reset)
    }

    @Test(
        "N44 what is not HTTP is `protocol`",
        arguments: [
            "hello\r\n\r\n", "<rss/>", "HTTP/9.9 abc\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 -200 OK\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\0\0\u{12}\u{4}\0\0\0\0\0\0\u{3}\0\0\0\u{7F}\0\u{4}\0\u{1}\0\0",
            "220 mail.example ESMTP\r\n",
        ])
    func notHTTP(_ text: String) async throws {
        #expect(try await code(text) == .protocolViolation)
    }

    @Test("N52 answers that nobody asked for are not taken for the answers to later requests")
    func pipelined() async throws {
        let evil = Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil".utf8)
        let (sent, sending) = AsyncStream.makeStream(of: Void.self)
        let server = try Loopback.server { request in
            LoopbackReply(
                steps: LoopbackReply(text: request.target).steps + [.send(evil + evil), .call { sending.yield() }])
        }
        let transport = Loopback.transport()
        var extra = sent.makeAsyncIterator()
        for path in ["/1", "/2", "/3"] {
            #expect(try await Loopback.text(transport.send(HTTPRequest(url: server.url(path)))) == path)
            await extra.next()
        }
        let post = HTTPRequest("POST", url: server.url("/4"), body: [1])
        #expect(try await Loopback.text(transport.send(post)) == "/4")
        #expect(server.requests.map(\.target) == ["/1", "/2", "/3", "/4"])
        #expect(server.connections == 4)
    }

    @Test("N52 ten thousand answers to one request are one answer")
    func flood() async throws {
        let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood".utf8)
        let many = Array(repeatElement(answer, count: 10_000).joined())
        let server = try Loopback.server { _ in LoopbackReply(steps: [.send(many)]) }
        let transport = Loopback.transport()
        for _ in 0..<3 { #expect(try await Loopback.text(transport.send(HTTPRequest(url: server.url()))) == "good") }
        #expect(server.requests.count == 3)
    }

    @Test("N52 a 304 that brings a body spoils no later answer")
    func bodyOfUnchanged() async throws {
        let (sent, sending) = AsyncStream.makeStream(of: Void.self)
        let server = try Loopback.server { request in
            guard request.target == "/unchanged" else { return LoopbackReply(text: request.target) }
            return .raw("HTTP/1.1 304 Same\r\n\r\n", then: [.send(Array("<rss/>".utf8)), .call { sending.yield() }])
        }
        let transport = Loopback.transport()
        var extra = sent.makeAsyncIterator()
        #expect(try await transport.send(HTTPRequest(url: server.url("/unchanged"))).status == 304)
        await extra.next()
        #expect(try await Loopback.text(transport.send(HTTPRequest(url: server.url("/next")))) == "/next")
    }

    @Test("N52 an answer that comes before its request was sent whole is taken")
    func early() async throws {
        let greeting = Array("HTTP/1.1 413 Too much\r\nContent-Length: 4\r\nConnection: close\r\n\r\nfull".utf8)
        let server = try #require(LoopbackServer(greeting: greeting) { _ in LoopbackReply(steps: [.hang]) })
        let response = try await Loopback.transport().send(
            HTTPRequest("POST", url: server.url(), body: [UInt8](repeating: 7, count: 8 << 20)))
        #expect(response.status == 413)
        #expect(Loopback.text(response) == "full")
    }
}
