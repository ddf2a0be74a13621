import FeedConfiguration
import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import FeedTransport
import Glibc
import MachineLaboratory
import Testing

@Suite("Recording and replay")
struct RecordingTests {
    private static let moment = Timestamp(seconds: 1_795_125_600)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func recorder(masking secrets: [Secret] = []) throws -> RecordingTransport {
        try RecordingTransport(
            Loopback.transport(), into: folder("recording"), at: Self.moment, masking: secrets,
            blocking: BlockingExecutor(width: 1))
    }

    private func replay(masking secrets: [Secret] = []) throws -> ReplayTransport {
        try ReplayTransport(from: folder("recording"), masking: secrets, blocking: BlockingExecutor(width: 1))
    }

    private func expectSame(_ left: HTTPResponse, _ right: HTTPResponse) {
        #expect(left.status == right.status)
        #expect(left.headers.map { "\($0.name): \($0.value)" } == right.headers.map { "\($0.name): \($0.value)" })
        #expect(left.body == right.body)
        #expect(left.finalURL == right.finalURL)
        #expect(left.redirects.map(\.url) == right.redirects.map(\.url))
        #expect(left.redirects.map(\.status) == right.redirects.map(\.status))
        #expect(left.bytesReceived == right.bytesReceived)
        #expect(left.requests == right.requests)
        #expect(left.receivedAt == right.receivedAt)
        #expect(left.validators == right.validators)
    }

    @Test("a recorded run replays to the same answers, redirects, packed and binary bodies and all")
    func sameAnswers() async throws {
        let binary = (0...255).map { UInt8($0) }
        let server = try Loopback.server { request in
            switch request.target {
            case "/old": LoopbackReply(301, headers: [("Location", "/feed?q=日本")])
            case "/binary": LoopbackReply(body: binary)
            case "/packed": LoopbackReply(headers: [("Content-Encoding", "gzip")], body: Packed.gzip)
            case "/nothing": LoopbackReply(204)
            case "/lines": LoopbackReply(text: "a\r\nb\n\n# c\n@ d\n\n")
            default: LoopbackReply(headers: [("ETag", "\"1\""), ("X", "a:b")], text: "<rss>\n\nテスト</rss>")
            }
        }
        let paths = ["/old", "/binary", "/packed", "/nothing", "/lines", "/feed"]
        let recorder = try recorder()
        var recorded: [HTTPResponse] = []
        for path in paths { recorded.append(try await recorder.send(HTTPRequest(url: server.url(path)))) }
        let posted = try await recorder.send(HTTPRequest("POST", url: server.url("/hook"), body: Array("a\nb".utf8)))
        server.stop()
        let replay = try replay()
        #expect(replay.clock.now == Self.moment)
        for (path, response) in zip(paths, recorded) {
            expectSame(response, try await replay.send(HTTPRequest(url: server.url(path))))
        }
        expectSame(posted, try await replay.send(HTTPRequest("POST", url: server.url("/hook"), body: [1])))
    }

    @Test("a failure is recorded and fails again")
    func failure() async throws {
        let server = try Loopback.server { _ in LoopbackReply(steps: [.hang]) }
        var request = HTTPRequest(url: server.url())
        request.policy.timeout = .milliseconds(1500)
        let recorded = await Loopback.error(try recorder(), request)
        let replayed = await Loopback.error(try replay(), request)
        #expect(recorded?.code == .timeout)
        #expect(recorded == replayed)
    }

    @Test(
        "whatever fails while it is recorded fails in the same way when it is replayed",
        arguments: ["reset", "truncated", "garbage", "large", "broken", "ftp", "loop", "refused", "private", "dns"])
    func failures(_ kind: String) async throws {
        let server = try Loopback.server { _ in
            switch kind {
            case "reset": LoopbackReply(steps: [.send(Array("HTTP/1.1 200 OK\r\n\r\n<rss>".utf8)), .reset])
            case "truncated": .raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n<rss>")
            case "garbage": .raw("SSH-2.0-x\r\n\r\n")
            case "large": LoopbackReply(body: [UInt8](repeating: 65, count: 5000))
            case "broken": LoopbackReply(headers: [("Content-Encoding", "gzip, br\u{85}: x")], text: "x")
            case "ftp": LoopbackReply(302, headers: [("Location", "ftp://a: b/")])
            default: LoopbackReply(302, headers: [("Location", "/")])
            }
        }
        let url =
            switch kind {
            case "private": "http://10.0.0.1/"
            case "dns": "http://\(String(repeating: "a", count: 64)).invalid/"
            default: server.url()
            }
        if kind == "refused" { server.stop() }
        var request = HTTPRequest(url: url)
        request.policy.maxBody = 1000
        let recorded = await Loopback.error(try recorder(), request)
        let replayed = await Loopback.error(try replay(), request)
        #expect(recorded != nil)
        #expect(recorded == replayed)
    }

    @Test("what servers call and put into header fields comes back as it was, and never passes for our own lines")
    func hostileFields() async throws {
        let server = try Loopback.server { _ in
            .raw(
                "HTTP/1.1 200 OK\r\n#a: 1\r\n@body base64: 2\r\n@bytes 7: 3\r\n@field x: 4\r\n: 5\r\nx y: 6\r\n"
                    + "e\u{301}: :\u{301}\r\nContent-Length: 12\r\n\r\n# no comment")
        }
        let request = HTTPRequest(url: server.url())
        let recorded = try await recorder().send(request)
        #expect(recorded.headers.count >= 7)
        expectSame(recorded, try await replay().send(request))
    }

    @Test("a large body that is no text comes back whole")
    func large() async throws {
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let server = try Loopback.server { _ in LoopbackReply(body: body) }
        let request = HTTPRequest(url: server.url())
        let recorded = try await recorder().send(request)
        #expect(recorded.body == body)
        expectSame(recorded, try await replay().send(request))
    }

    @Test("a recording that cannot be written costs no answer; the first reason is kept, and no half file")
    func unwritable() async throws {
        let server = try Loopback.server { _ in LoopbackReply(text: "answered") }
        let recorder = try recorder()
        _ = try await recorder.send(HTTPRequest(url: server.url("/1")))
        #expect(recorder.failure == nil)
        try #require(rename(folder("recording"), folder("gone")) == 0)
        for path in ["/2", "/3"] {
            let response = try await recorder.send(HTTPRequest(url: server.url(path)))
            #expect(Loopback.text(response) == "answered")
        }
        #expect(recorder.failure?.code == .unwritable)
        #expect(recorder.failure?.subject.contains("000002-GET") == true)
        #expect(folder.names(in: "gone") == ["000001-GET-127.0.0.1.http", "clock"])
    }

    @Test("the same request gets its answers in order, the last one again and again")
    func occurrences() async throws {
        let replay = try recording([
            "1.http": "GET http://a.example/x\n\nHTTP 200\n\none",
            "2.http": "GET http://a.example/x\n\nHTTP 200\n\ntwo",
            "10.http": "GET http://a.example/y\n\nHTTP/1.1 503 Busy\r\nRetry-After: 9\r\n\r\n",
        ])
        var bodies: [String] = []
        for _ in 0..<3 { bodies.append(Loopback.text(try await replay.send(HTTPRequest(url: "http://a.example/x#f")))) }
        #expect(bodies == ["one", "two", "two"])
        let busy = try await replay.send(HTTPRequest(url: "http://a.example/y"))
        #expect(busy.status == 503)
        #expect(busy.header("retry-after") == "9")
    }

    @Test("a hand-written file may have comments, no fields, a request body, base64 and an address as people write it")
    func handWritten() async throws {
        let replay = try recording([
            "a.http": "# a comment\nPOST http://a.example/日本 \n# another\n\n> body\n>\n\nHTTP 200\n@body base64\n"
                + "@bytes 7\nContent-Type:text/plain\n\naGVs\nbG8=\n"
        ])
        let response = try await replay.send(HTTPRequest("POST", url: "http://a.example/%E6%97%A5%E6%9C%AC"))
        #expect(Loopback.text(response) == "hello")
        #expect(response.bytesReceived == 7)
        #expect(response.header("content-type") == "text/plain")
    }

    @Test("a validator that the recorded answer gave is answered 304")
    func notModified() async throws {
        let replay = try recording([
            "a.http":
                "GET http://a.example/\n\nHTTP 200\nETag: \"1\"\nLast-Modified: then\nContent-Type: text/xml\n\n<rss/>"
        ])
        func status(_ etag: String?, _ modified: String?, url: String = "http://a.example/") async throws
            -> HTTPResponse
        {
            try await replay.send(
                HTTPRequest(
                    url: "http://a.example/", validators: Validators(url: url, etag: etag, lastModified: modified)))
        }
        let unchanged = try await status("\"1\"", "then")
        #expect(unchanged.status == 304)
        #expect(unchanged.body.isEmpty)
        #expect(unchanged.validators == Validators(url: "http://a.example/", etag: "\"1\"", lastModified: "then"))
        #expect(try await status(nil, "then").status == 304)
        #expect(try await status("\"2\"", "then").status == 200)
        #expect(try await status(nil, "now").status == 200)
        #expect(try await status("\"1\"", nil, url: "http://b.example/").status == 200)
    }

    @Test("a request that was not recorded is told with its address")
    func notRecorded() async throws {
        let replay = try recording(["a.http": "GET http://a.example/\n\nHTTP 302\nLocation: /b\n"])
        let error = await Loopback.error(replay, HTTPRequest(url: "http://a.example/"))
        #expect(error?.code == .notRecorded)
        #expect(error?.subject == "http://a.example/b")
    }

    @Test(
        "a file that is no exchange is told with its line",
        arguments: [
            ("", 1), ("GET\n", 1), ("GET http://a/\nno field\n\nHTTP 200\n", 2), ("GET http://a/\n\n", 2),
            ("GET http://a/\n\nHTTP abc\n", 3), ("GET http://a/\n\n> a\nb\n", 4),
            ("GET http://a/\n\nHTTP 200\n@body base64\n\n***", 5),
        ])
    func mistakes(_ text: String, line: Int) throws {
        let error = #expect(throws: StageError.self) { try recording(["a.http": text]) }
        #expect(error?.code == .unreadable)
        #expect(error?.subject.hasSuffix("/a.http") == true)
        #expect(
            error?.text(of: .found, in: .en)?.hasPrefix("line \(line):") == true,
            "\(error?.text(of: .found, in: .en) ?? "")")
    }

    @Test("recording wants an empty folder, replay one with a clock")
    func folders() throws {
        _ = try recorder()
        #expect(throws: StageError.self) { try recorder() }
        #expect(throws: StageError.self) {
            try ReplayTransport(from: folder("nowhere"), masking: [], blocking: BlockingExecutor(width: 1))
        }
    }

    @Test("C11 no secret stands anywhere in a recording, and replay works with other secrets or none")
    func secrets() async throws {
        let token = Secret("s3cr3t/T0ken+=&%é", mask: "{sources.q.token}")
        let hook = Secret("http://127.0.0.1:1/h00k-path", mask: "{sinks.hook.url}")
        let server = try Loopback.server { request in
            let sent =
                request.target + (request.header("authorization") ?? "") + String(decoding: request.body, as: UTF8.self)
            let encoded = Base64.encode(Array("user:s3cr3t/T0ken+=&%é".utf8))
            let json = #"{"next": "http:\/\/x\/?t=s3cr3t\/T0ken+=&%\u00e9", "auth": "\#(encoded)"}"#
            return LoopbackReply(
                headers: [("X-Echo", "s3cr3t/T0ken+=&%é"), ("Link", request.target)], text: sent + json)
        }
        let target = Secret(
            server.url("/a?token=s3cr3t%2fT0ken%2B%3D%26%25%C3%A9"), mask: server.url("/a?token={sources.q.token}"))
        let secretHook = Secret(server.url("/h00k-path"), mask: "{sinks.hook.url}")
        func requests(_ token: Secret, _ target: Secret, _ hook: Secret) -> [HTTPRequest] {
            [
                HTTPRequest(url: target, headers: [HTTPField("Authorization", secret: token)]),
                HTTPRequest("POST", url: hook, body: Array("s3cr3t/T0ken+=&%é".utf8)),
            ]
        }
        let recorder = try recorder(masking: [token, hook, secretHook])
        for request in requests(token, target, secretHook) {
            let response = try await recorder.send(request)
            #expect(!response.finalURL.contains("T0ken") && !response.finalURL.contains("h00k"))
        }
        let text = try folder.names(in: "recording").map { try "\($0)\n" + folder.text("recording/\($0)") }.joined()
        let forms =
            ["s3cr3t", "T0ken", "h00k", "czNjcjN0"]
            + (0..<3).map { offset in
                let padded = [UInt8](repeating: 0x78, count: offset) + Array("s3cr3t/T0".utf8.dropLast(offset))
                return String(Base64.encode(padded).dropFirst(offset == 0 ? 0 : offset + 1))
            }
        for form in forms { #expect(!text.contains(form), "\(form)") }
        #expect(text.contains("GET \(server.url("/a?token={sources.q.token}"))"))
        #expect(text.contains("POST {sinks.hook.url}"))
        let missing = requests(
            Secret(nil, mask: token.mask), Secret(nil, mask: target.mask), Secret(nil, mask: secretHook.mask))
        let replay = try replay(masking: [Secret(nil, mask: token.mask)])
        for request in missing { #expect(try await replay.send(request).status == 200) }
    }

    private func recording(_ files: [String: String]) throws -> ReplayTransport {
        try folder.write("2026-11-20T07:00:00+09:00\n", to: "recording/clock")
        for (name, text) in files { try folder.write(text, to: "recording/\(name)") }
        return try replay()
    }
}
