import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import MachineLaboratory
import Testing

@Suite("Validators on the wire")
struct ValidatorTests {
    /// The validators of an answer with these header lines.
    private func validators(_ lines: String) async throws -> Validators? {
        let server = try Loopback.server { _ in .raw("HTTP/1.1 200 OK\r\n\(lines)\r\n\r\n<rss/>") }
        return try await Loopback.transport().send(HTTPRequest(url: server.url())).validators
    }

    @Test(
        "N35 an ETag goes back byte for byte: weak, without quotes, empty, with blanks and other scripts",
        arguments: [
            "\"x\"", "W/\"x\"", "w/x", "x-without-quotes", "\"\"", "\"a b,c\"", "\"日本\"", "W/\"\"x\"\"",
            "\"" + String(repeating: "y", count: 1022) + "\"",
        ])
    func echoedTag(_ tag: String) async throws {
        let server = try Loopback.server { request in
            request.header("if-none-match") == tag
                ? LoopbackReply(304) : LoopbackReply(headers: [("ETag", tag)], text: "<rss/>")
        }
        let transport = Loopback.transport()
        let first = try await transport.send(HTTPRequest(url: server.url()))
        #expect(first.validators?.etag == tag)
        let second = try await transport.send(HTTPRequest(url: server.url(), validators: first.validators))
        #expect(second.status == 304)
        #expect(second.isUnchanged(since: first.validators))
    }

    @Test(
        "N35 an ETag that cannot go back as it came is not kept: too long, folded, with control characters",
        arguments: [
            "ETag: \"" + String(repeating: "y", count: 1023) + "\"",
            "ETag: \"" + String(repeating: "y", count: 8 << 10),
            "ETag: \"a\r\n b\"", "ETag: \"a\"\r\n\tX-Evil: 1", "ETag: \"a\u{1}b\"", "ETag: \"a\tb\"", "ETag: \"a\rb\"",
            "ETag: \"a\u{7F}\"", "ETag:", "ETag:  ",
        ])
    func spoiltTag(_ lines: String) async throws {
        #expect(try await validators(lines) == nil)
        let dated = try await validators("\(lines)\r\nLast-Modified: today")
        #expect(dated?.etag == nil)
        #expect(dated?.lastModified == "today")
    }

    @Test("N35 an ETag that is no UTF-8 is not kept, as it could not go back")
    func otherBytes() async throws {
        let head = Array("HTTP/1.1 200 OK\r\nETag: \"caf".utf8) + [0xE9] + Array("\"\r\n\r\n<rss/>".utf8)
        let server = try Loopback.server { _ in LoopbackReply(steps: [.send(head), .close]) }
        #expect(try await Loopback.transport().send(HTTPRequest(url: server.url())).validators == nil)
    }

    @Test(
        "N36 a Last-Modified goes back byte for byte, whatever it says",
        arguments: [
            "Fri, 20 Nov 2099 07:00:00 GMT", "yesterday", "0", "Thu, 01 Jan 1970 00:00:00 GMT", "-1",
            "99999999999999999999", "Sat, 1 Jan 2022", "2022-01-01T00:00:00+09:00",
        ])
    func echoedDate(_ date: String) async throws {
        let server = try Loopback.server { request in
            request.header("if-modified-since") == date
                ? LoopbackReply(304) : LoopbackReply(headers: [("Last-Modified", date)], text: "<rss/>")
        }
        let transport = Loopback.transport()
        let first = try await transport.send(HTTPRequest(url: server.url()))
        let second = try await transport.send(HTTPRequest(url: server.url(), validators: first.validators))
        #expect(second.isUnchanged(since: first.validators))
    }

    @Test("N33 a 304 to a request without validators says nothing about any copy, wherever a redirect led")
    func unasked() async throws {
        let server = try Loopback.server { request in
            request.target == "/old"
                ? LoopbackReply(302, headers: [("Location", "/new")]) : LoopbackReply(304, headers: [("ETag", "\"n\"")])
        }
        let known = Validators(url: server.url("/old"), etag: "\"o\"")
        let response = try await Loopback.transport().send(HTTPRequest(url: server.url("/old"), validators: known))
        #expect(server.requests.last?.header("if-none-match") == nil)
        #expect(!response.isUnchanged(since: known))
        #expect(!response.isUnchanged(since: nil))
        #expect(response.failure(of: "http://e.example/")?.code == .protocolViolation)
    }
}
