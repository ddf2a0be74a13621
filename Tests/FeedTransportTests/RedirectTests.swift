import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import MachineLaboratory
import Testing

@Suite("Redirects")
struct RedirectTests {
    private func redirect(_ location: String, _ status: Int = 302) -> LoopbackReply {
        LoopbackReply(status, headers: [("Location", location)])
    }

    /// `/1` leads to `/2` and so on, up to `/last`.
    private func chain(to last: Int) throws -> LoopbackServer {
        try Loopback.server { request in
            let step = Int(request.target.dropFirst()) ?? 0
            return step < last
                ? LoopbackReply(301, headers: [("Location", "\(step + 1)")]) : LoopbackReply(text: "at \(step)")
        }
    }

    @Test("N21 five redirects are followed and told")
    func five() async throws {
        let server = try chain(to: 6)
        let response = try await Loopback.transport().send(HTTPRequest(url: server.url("/1")))
        #expect(Loopback.text(response) == "at 6")
        #expect(response.finalURL == server.url("/6"))
        #expect(response.redirects.map(\.url) == (2...6).map { server.url("/\($0)") })
        #expect(response.redirects.map(\.status) == [301, 301, 301, 301, 301])
        #expect(response.requests == 6)
        #expect(server.connections == 1)
    }

    @Test("N21 a sixth redirect is an error, and so are twenty and a loop", arguments: [7, 21, .max])
    func tooMany(last: Int) async throws {
        let server = try Loopback.server { request in
            let step = Int(request.target.dropFirst()) ?? 0
            let next = last == .max ? "/\(1 - step % 2)" : "/\(step + 1)"
            return step < last ? LoopbackReply(301, headers: [("Location", next)]) : LoopbackReply(text: "end")
        }
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: server.url("/1")))
        #expect(error?.code == .tooManyRedirects)
        #expect(error?.facts[.limit] == "5")
        #expect(server.requests.count == 6)
    }

    @Test(
        "N22 only http and https are followed, and nothing connects anywhere else",
        arguments: [
            "file://", "ftp://", "gopher://", "dict://", "data:", "javascript:", "ws://", "tel:", "blob:http://",
        ])
    func schemes(_ scheme: String) async throws {
        let canary = try Loopback.server { _ in LoopbackReply(text: "tweet") }
        let location = "\(scheme)127.0.0.1:\(canary.port)/etc/passwd"
        let server = try Loopback.server { _ in LoopbackReply(302, headers: [("Location", location)]) }
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: server.url()))
        #expect(error?.code == .redirectRefused)
        #expect(error?.text(of: .found, in: .en) == String(scheme.prefix { $0 != ":" }))
        #expect(server.requests.count == 1)
        #expect(canary.connections == 0)
    }

    @Test("N51 a redirect to a port of other services is refused", arguments: [0, 22, 25, 1023])
    func ports(_ port: Int) async throws {
        let server = try Loopback.server { _ in LoopbackReply(302, headers: [("Location", "http://127.0.0.1:\(port)/")])
        }
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: server.url()))
        #expect(error?.code == .redirectRefused)
    }

    @Test("N27 fields that were configured stay with the origin they were configured for")
    func headers() async throws {
        let other = try Loopback.server { _ in LoopbackReply(text: "other") }
        let server = try Loopback.server { request in
            LoopbackReply(302, headers: [("Location", request.target == "/a" ? "/b" : other.url("/c"))])
        }
        var request = HTTPRequest(
            url: "http://user:pass@127.0.0.1:\(server.port)/a",
            headers: [
                HTTPField("Authorization", secret: Secret("Bearer s3cret", mask: "{t}")), HTTPField("X-Mine", "1"),
            ],
            validators: Validators(url: server.url("/a"), etag: "\"a\"", lastModified: "yesterday"))
        request.policy.headers = [HTTPField("Cookie", "session=1")]
        let response = try await Loopback.transport().send(request)
        #expect(response.finalURL == other.url("/c"))
        #expect(server.requests.map(\.target) == ["/a", "/b"])
        for seen in server.requests {
            #expect(seen.header("authorization") == "Bearer s3cret")
            #expect(seen.header("x-mine") == "1")
            #expect(seen.header("cookie") == "session=1")
        }
        #expect(server.requests[0].header("if-none-match") == "\"a\"")
        #expect(server.requests[0].header("if-modified-since") == "yesterday")
        #expect(server.requests[1].header("if-none-match") == nil)
        let names = Set(try #require(other.requests.first).headers.map(\.name))
        #expect(names == ["host", "accept", "accept-encoding", "user-agent"])
    }

    @Test("validators are sent to the address that gave them, wherever it stands in a chain")
    func validators() async throws {
        let server = try Loopback.server { request in
            if request.target == "/old" { return LoopbackReply(301, headers: [("Location", "/new")]) }
            return request.header("if-none-match") == "\"n\"" ? LoopbackReply(304) : LoopbackReply(text: "new")
        }
        let response = try await Loopback.transport().send(
            HTTPRequest(url: server.url("/old"), validators: Validators(url: server.url("/new"), etag: "\"n\"")))
        #expect(response.status == 304)
        #expect(server.requests[0].header("if-none-match") == nil)
    }

    @Test(
        "N28 a broken Location reaches nobody",
        arguments: ["http://a\u{1}b/", "http://[", "//", "http://127.0.0.1:99999/"])
    func broken(_ location: String) async throws {
        let server = try Loopback.server { _ in LoopbackReply(302, headers: [("Location", location)]) }
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: server.url()))
        #expect(error != nil)
        #expect(server.requests.count == 1)
    }

    @Test(
        "N28 a Location is resolved by the one resolver: relative, with blanks, other letters, another host's",
        arguments: [
            ("../c d/日?q=é#x", "/c%20d/%E6%97%A5?q=%C3%A9"), ("?only=query", "/a/b?only=query"), ("next", "/a/next"),
            ("/from/./the/../root", "/from/root"), ("//127.0.0.1:{port}/host", "/host"), (" \t/blank \t", "/blank"),
            ("/c\\d", "/c/d"), ("/\u{1}control\u{7F}", "/control"), ("/a\rX-Evil: 1", "/aX-Evil:%201"),
        ])
    func resolved(_ location: String, _ target: String) async throws {
        let server = try Loopback.server { request in
            guard request.target == "/a/b" else { return LoopbackReply(text: "ok") }
            let port = request.header("host")?.split(separator: ":").last.map(String.init) ?? ""
            return LoopbackReply(
                302, headers: [("Location", location.split(separator: "{port}").joined(separator: port))])
        }
        let response = try await Loopback.transport().send(HTTPRequest(url: server.url("/a/b")))
        let last = try #require(server.requests.last)
        #expect(last.target == target)
        #expect(response.finalURL == server.url(target))
        #expect(last.headers.map(\.name).sorted() == ["accept", "accept-encoding", "host", "user-agent"])
    }

    @Test("N28 a long Location is followed, one that is longer than a header line may be is an error")
    func long() async throws {
        let path = "/" + String(repeating: "p", count: 60_000)
        let server = try Loopback.server { request in
            if request.target == "/f" { return LoopbackReply(302, headers: [("Location", path)]) }
            if request.target == "/g" { return LoopbackReply(302, headers: [("Location", path + path)]) }
            return LoopbackReply(text: "far")
        }
        #expect(try await Loopback.text(Loopback.transport().send(HTTPRequest(url: server.url("/f")))) == "far")
        #expect(server.requests.last?.target == path)
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: server.url("/g")))
        #expect(error?.code == .headersTooLarge)
    }

    @Test("a message that is not to follow redirects gets the redirect as its answer")
    func notFollowed() async throws {
        let server = try Loopback.server { _ in LoopbackReply(307, headers: [("Location", "/elsewhere")]) }
        let response = try await Loopback.transport().send(
            HTTPRequest("POST", url: server.url(), body: Array("{}".utf8), followsRedirects: false))
        #expect(response.status == 307)
        #expect(server.requests.map(\.method) == ["POST"])
        #expect(server.requests.map(\.body) == [Array("{}".utf8)])
    }

    @Test("N28 a redirect without a place to go is an answer like any other", arguments: [[], [("Location", "")]])
    func noLocation(_ headers: [(String, String)]) async throws {
        let server = try Loopback.server { _ in LoopbackReply(302, headers: headers, text: "lost") }
        let response = try await Loopback.transport().send(HTTPRequest(url: server.url()))
        #expect(response.status == 302)
        #expect(server.requests.count == 1)
    }
}
