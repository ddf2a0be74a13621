import FeedConfiguration
import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import FeedTransport
import LoopbackLaboratory
import MachineLaboratory
import Testing

/// Who gets to see a credential when a server leads elsewhere.
@Suite("Credentials and redirects")
struct RedirectSecretsTests {
    /// What nobody but the configured origin may be sent.
    private static let ours = Set(["host", "accept", "accept-encoding", "user-agent"])

    private func request(_ url: String, caFile: String? = nil) -> HTTPRequest {
        var request = HTTPRequest(
            url: Secret(url, mask: "{sources.a.url}"),
            headers: [HTTPField("X-Api-Key", secret: Secret("k3y-of-mine", mask: "{k}")), HTTPField("X-Mine", "1")])
        request.policy.headers = [
            HTTPField("Authorization", secret: Secret("Bearer s3cret-token", mask: "Bearer {t}")),
            HTTPField("Cookie", secret: Secret("session=c00kie", mask: "{c}")),
        ]
        request.policy.userAgent = "Mine/1"
        request.policy.caFile = caFile
        return request
    }

    @Test("N27 another port, another name and another address are other origins: nothing configured goes there")
    func origins() async throws {
        let other = try Loopback.server { _ in LoopbackReply(text: "other") }
        let targets = [
            other.url("/port"), "http://localhost:\(other.port)/name",
            "http://me:pa55@127.0.0.1:\(other.port)/credentials-of-its-own",
            "//127.0.0.1:\(other.port)/scheme-relative", "http:\\\\127.0.0.1:\(other.port)\\backslashes",
            "http://127.0.0.1.:\(other.port)/dot", "http://2130706433:\(other.port)/number",
        ]
        for target in targets {
            let server = try Loopback.server { _ in LoopbackReply(302, headers: [("Location", target)]) }
            let given = "http://user:pass@127.0.0.1:\(server.port)/"
            _ = await Loopback.error(Loopback.transport(), request(given))
            #expect(server.requests.first?.header("x-api-key") == "k3y-of-mine")
            #expect(server.requests.first?.header("authorization") == "Bearer s3cret-token")
        }
        #expect(other.requests.count >= 5)
        for seen in other.requests {
            #expect(Set(seen.headers.map(\.name)) == Self.ours, "\(seen.target)")
            #expect(!"\(seen)".contains("pass") && !"\(seen)".contains("pa55"))
        }
    }

    @Test("N27 user and password of an address stay with its origin as well")
    func basic() async throws {
        let other = try Loopback.server { _ in LoopbackReply(text: "other") }
        let server = try Loopback.server { request in
            LoopbackReply(302, headers: [("Location", request.target == "/a" ? "/b" : other.url())])
        }
        _ = try await Loopback.transport().send(HTTPRequest(url: "http://user:pass@127.0.0.1:\(server.port)/a"))
        let packed = "Basic " + Base64.encode(Array("user:pass".utf8))
        #expect(server.requests.map { $0.header("authorization") } == [packed, packed])
        #expect(other.requests.map { $0.header("authorization") } == [nil])
    }

    @Test("N27 an origin that was left is another one, even if a stranger leads back to it")
    func back() async throws {
        let away = try Loopback.server { request in
            LoopbackReply(302, headers: [("Location", "http://127.0.0.1:\(request.target.dropFirst())/back")])
        }
        let server = try Loopback.server { request in
            let port = request.header("host")?.split(separator: ":").last ?? ""
            return request.target == "/a"
                ? LoopbackReply(302, headers: [("Location", away.url("/\(port)"))]) : LoopbackReply(text: "home")
        }
        let response = try await Loopback.transport().send(request(server.url("/a")))
        #expect(Loopback.text(response) == "home")
        #expect(Set(try #require(server.requests.last).headers.map(\.name)) == Self.ours)
    }

    @Test("T01 no step within a stranger's origin is sent what was configured, the second no more than the first")
    func withinStranger() async throws {
        let other = try Loopback.server { request in
            let step = Int(request.target.dropFirst()) ?? 0
            return step < 3
                ? LoopbackReply(302, headers: [("Location", "/\(step + 1)")]) : LoopbackReply(text: "end")
        }
        let server = try Loopback.server { _ in LoopbackReply(302, headers: [("Location", other.url("/1"))]) }
        let response = try await Loopback.transport().send(
            request("http://user:pass@127.0.0.1:\(server.port)/"))
        #expect(Loopback.text(response) == "end")
        #expect(other.requests.map(\.target) == ["/1", "/2", "/3"])
        for seen in other.requests { #expect(Set(seen.headers.map(\.name)) == Self.ours, "\(seen.target)") }
    }

    @Test("N27 from http to https is another origin, too, and from one secure port to another")
    func secure() async throws {
        let authority = try TestAuthority()
        let last = try #require(LoopbackServer(certificate: try authority.issue()) { _ in LoopbackReply(text: "last") })
        let second = try #require(
            LoopbackServer(certificate: try authority.issue()) { _ in
                LoopbackReply(301, headers: [("Location", last.url())])
            })
        let first = try Loopback.server { _ in LoopbackReply(301, headers: [("Location", second.url())]) }
        _ = try await Loopback.transport().send(request(first.url(), caFile: authority.file))
        #expect(Set(try #require(second.requests.first).headers.map(\.name)) == Self.ours)
        _ = try await Loopback.transport().send(request(second.url(), caFile: authority.file))
        #expect(second.requests.last?.header("x-api-key") == "k3y-of-mine")
        #expect(last.requests.count == 2)
        for seen in last.requests { #expect(Set(seen.headers.map(\.name)) == Self.ours) }
    }

    @Test("N27 what a server quotes of a credential in a redirect is masked in addresses and errors")
    func quoted() async throws {
        let location = Loopback.Box("")
        let server = try Loopback.server { request in
            request.target == "/" ? LoopbackReply(302, headers: [("Location", location.value)]) : LoopbackReply(404)
        }
        func send(_ target: String) async -> String {
            location.value = target
            do throws(StageError) {
                let response = try await Loopback.transport().send(request(server.url()))
                return response.finalURL + response.redirects.map(\.url).joined()
            } catch {
                return "\(error)"
            }
        }
        let long = "http://[" + String(repeating: "x", count: 185) + "k3y-of-mine"
        for target in [
            "/x?k=k3y-of-mine", "/Bearer%20s3cret-token", "ftp://h/k3y-of-mine", long, "/x?c=session%3Dc00kie",
        ] {
            let shown = await send(target)
            for secret in ["k3y-of-m", "s3cret-t", "c00kie"] { #expect(!shown.contains(secret), "\(shown)") }
        }
    }

    @Test("a secret that is a word does not break an address that stands in the configuration")
    func words() async throws {
        let server = try Loopback.server { _ in LoopbackReply(text: "ok") }
        var request = HTTPRequest(url: server.url("/news/feed.xml?key-of-ours"))
        request.headers = [
            HTTPField("A", secret: Secret("news", mask: "{a}")), HTTPField("B", secret: Secret("f", mask: "{b}")),
            HTTPField("C", secret: Secret("key-of-ours", mask: "{c}")),
        ]
        let response = try await Loopback.transport().send(request)
        #expect(response.finalURL == server.url("/news/feed.xml?{c}"))
    }

    @Test("N49 a cookie that a server sets is sent to nobody: not back, not to its other pages, not elsewhere")
    func cookies() async throws {
        let set = [("Set-Cookie", "id=1; Path=/"), ("Set-Cookie", "all=2; Domain=127.0.0.1"), ("Set-Cookie2", "x=3")]
        let other = try Loopback.server { _ in LoopbackReply(headers: set, text: "other") }
        let server = try Loopback.server { request in
            switch request.target {
            case "/a": LoopbackReply(302, headers: set + [("Location", "/b")])
            case "/b": LoopbackReply(302, headers: set + [("Location", other.url())])
            default: LoopbackReply(headers: set, text: "page")
            }
        }
        let transport = Loopback.transport()
        for path in ["/a", "/c", "/c", "/a"] { _ = try await transport.send(HTTPRequest(url: server.url(path))) }
        _ = try await transport.send(HTTPRequest(url: other.url()))
        for seen in server.requests + other.requests { #expect(seen.header("cookie") == nil) }
        #expect(server.requests.count == 6)
        #expect(other.requests.count == 3)
    }
}
