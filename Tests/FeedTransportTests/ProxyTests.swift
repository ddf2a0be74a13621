import FeedConfiguration
import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import LoopbackLaboratory
import MachineLaboratory
import Testing

@testable import FeedTransport

@Suite("Proxies")
struct ProxyTests {
    private func transport(_ environment: [String: String], allowing ranges: [String] = []) -> CurlTransport {
        var options = CurlTransport.Options()
        options.guardian = AddressGuard(allowing: ranges)
        options.proxies = ProxySettings(environment: environment)
        return CurlTransport(options)
    }

    private func proxy() throws -> LoopbackServer {
        try Loopback.server { request in LoopbackReply(text: "via proxy: \(request.target)") }
    }

    private func texts(_ error: StageError?) -> String {
        guard let error else { return "" }
        return "\(error.subject) \(error.facts.values.sorted()) \(error.explanation ?? "") \(error)"
    }

    @Test("N47 http goes through http_proxy, which may be a private address; its credentials go to it alone")
    func plain() async throws {
        let proxy = try proxy()
        let transport = transport([
            "http_proxy": "http://me:p%40ss@127.0.0.1:\(proxy.port)/", "no_proxy": "direct.example",
        ])
        let response = try await transport.send(
            HTTPRequest(url: "http://feeds.example/a?b#c", headers: [HTTPField("X-Mine", "1")]))
        #expect(Loopback.text(response) == "via proxy: http://feeds.example/a?b")
        let request = try #require(proxy.requests.first)
        #expect(request.header("proxy-authorization") == "Basic " + Base64.encode(Array("me:p@ss".utf8)))
        #expect(request.header("x-mine") == "1")
        #expect(request.header("host") == "feeds.example")
    }

    @Test("N47 a proxy without a scheme is an HTTP proxy")
    func noScheme() async throws {
        let proxy = try proxy()
        let response = try await transport(["http_proxy": "127.0.0.1:\(proxy.port)"]).send(
            HTTPRequest(url: "http://feeds.example/"))
        #expect(response.status == 200)
    }

    @Test(
        "N47 targets that are forbidden addresses by themselves are not asked for, in whatever spelling",
        arguments: [
            "10.0.0.1", "10.1", "2130706433", "0x7f.1", "0177.1", "[::1]", "[::]", "[::ffff:10.0.0.1]",
            "[64:ff9b::a00:1]",
            "169.254.169.254", "①②⑦.0.0.1", "127。0。0。1", "%31%32%37.1", "localhost", "LOCALHOST.", "a.localhost", "0",
        ])
    func literals(_ host: String) async throws {
        let proxy = try proxy()
        let tunnel = try #require(LoopbackTunnel(routes: [:]))
        let transport = transport(["http_proxy": proxy.url(), "https_proxy": "http://\(tunnel.authority)"])
        for scheme in ["http", "https"] {
            let error = await Loopback.error(transport, HTTPRequest(url: "\(scheme)://\(host)/"))
            #expect(error?.code == .addressRefused, "\(error?.code.rawValue ?? "answered")")
        }
        #expect(proxy.connections == 0)
        #expect(tunnel.requests.isEmpty)
    }

    @Test("N47 a redirect behind a proxy is judged as well")
    func redirected() async throws {
        let proxy = try Loopback.server { _ in LoopbackReply(302, headers: [("Location", "http://169.254.169.254/x")]) }
        let transport = transport(["http_proxy": proxy.url()])
        let error = await Loopback.error(transport, HTTPRequest(url: "http://feeds.example/"))
        #expect(error?.code == .addressRefused)
        #expect(proxy.requests.count == 1)
    }

    @Test("N47 https goes through a tunnel: the proxy sees neither fields nor credentials of the request")
    func tunnel() async throws {
        let authority = try TestAuthority()
        let server = try #require(
            LoopbackServer(certificate: try authority.issue(for: ["feeds.example"])) { _ in
                LoopbackReply(text: "secure")
            })
        let tunnel = try #require(
            LoopbackTunnel(routes: ["feeds.example:443": server.port], credentials: "me:pa55word"))
        let transport = transport(["https_proxy": "http://me:pa55word@\(tunnel.authority)"])
        var request = HTTPRequest(
            url: "https://feeds.example/a", headers: [HTTPField("Authorization", "Bearer s3cret")])
        request.policy.caFile = authority.file
        let response = try await transport.send(request)
        #expect(Loopback.text(response) == "secure")
        #expect(response.headers.map(\.name) == ["content-length"])
        #expect(server.requests.first?.header("authorization") == "Bearer s3cret")
        #expect(server.requests.first?.header("proxy-authorization") == nil)
        #expect(tunnel.requests.map(\.line) == ["CONNECT feeds.example:443 HTTP/1.1"])
        #expect(tunnel.requests.first?.head.contains("s3cret") == false)
    }

    @Test("N47 a proxy that wants other credentials is told as such, without them")
    func authentication() async throws {
        let wanting = try Loopback.server { _ in
            LoopbackReply(407, headers: [("Proxy-Authenticate", "Basic realm=\"x\"")], text: "no")
        }
        let tunnel = try #require(LoopbackTunnel(routes: [:], credentials: "me:right"))
        let transport = transport([
            "http_proxy": "http://me:pa55word@\(wanting.host):\(wanting.port)",
            "https_proxy": "http://me:pa55word@\(tunnel.authority)",
        ])
        for scheme in ["http", "https"] {
            let error = await Loopback.error(transport, HTTPRequest(url: "\(scheme)://feeds.example/"))
            #expect(error?.code == .proxy)
            #expect(error?.facts[.status] == "407")
            #expect(error?.facts[.address] == "127.0.0.1")
            #expect(!texts(error).contains("pa55"), "\(texts(error))")
        }
    }

    @Test("N47 a proxy that opens no tunnel is to blame, and not the feed", arguments: [403, 502, 503])
    func noTunnel(status: Int) async throws {
        let tunnel = try #require(LoopbackTunnel(routes: [:], otherwise: status))
        let transport = transport(["https_proxy": "http://\(tunnel.authority)"])
        let error = await Loopback.error(transport, HTTPRequest(url: "https://feeds.example/"))
        #expect(error?.code == .proxy)
        #expect(error?.facts[.status] == String(status))
    }

    @Test(
        "N47 a proxy that cannot be used is told as such, without its credentials; nothing goes directly instead",
        arguments: [
            "http://me:pa55word@127.0.0.1:1", "http://me:pa/55word@127.0.0.1:1", "http://me:pa55word@[bad",
            "pa55word://x",
            "http://me:pa55word@127.0.0.1:99999", "socks5://me:pa55word@127.0.0.1:1", "://me:pa55word@127.0.0.1",
        ])
    func unusable(_ proxy: String) async throws {
        let server = try Loopback.server { _ in LoopbackReply(text: "direct") }
        let transport = transport(["http_proxy": proxy], allowing: ["127.0.0.1/32"])
        let error = await Loopback.error(transport, HTTPRequest(url: server.url()))
        #expect(error?.code == .proxy, "\(texts(error))")
        #expect(!texts(error).contains("55word"), "\(texts(error))")
        #expect(server.connections == 0)
    }

    @Test("N47 HTTP_PROXY in capitals is what a web server's client says, and ignored; the others count in either case")
    func capitals() throws {
        func proxy(_ environment: [String: String], _ url: String) throws -> String? {
            ProxySettings(environment: environment).proxy(for: try #require(Address.parts(url)))?.address
        }
        #expect(try proxy(["HTTP_PROXY": "http://p.example"], "http://a.example/") == nil)
        #expect(try proxy(["HTTPS_PROXY": "http://p.example"], "https://a.example/") == "http://p.example")
        #expect(try proxy(["HTTPS_PROXY": "http://p.example"], "http://a.example/") == nil)
        #expect(try proxy(["ALL_PROXY": "socks5h://p.example:1"], "http://a.example/") == "socks5h://p.example:1")
        let both = ["all_proxy": "http://all.example", "http_proxy": "http://own.example", "https_proxy": ""]
        #expect(try proxy(both, "http://a.example/") == "http://own.example")
        #expect(try proxy(both, "https://a.example/") == "http://all.example")
    }

    @Test(
        "N47 no_proxy names hosts, domains and ranges, as curl does",
        arguments: [
            ("*", "a.example", true), ("a.example", "a.example", true), ("a.example", "www.a.example", true),
            ("a.example", "nota.example", false), (".a.example", "a.example", true),
            (".a.example", "b.a.example", true),
            ("A.Example", "a.example", true), ("a.example.", "a.example", true), ("a.example", "a.example.", true),
            ("x,a.example y", "a.example", true), ("x a.example", "a.example", true), ("example", "a.example", true),
            ("", "a.example", false), (".", "a.example", false), ("10.0.0.0/8", "10.1.2.3", true),
            ("10.0.0.0/8", "11.1.2.3", false), ("10.1.2.3", "10.1.2.3", true), ("2.3", "10.1.2.3", false),
            ("::1", "[::1]", true), ("[::1]", "[::1]", true), ("fd00::/8", "[fd12::1]", true),
            ("10.0.0.0/8", "a.example", false), ("127.0.0.1", "localhost", false),
        ])
    func exceptions(list: String, host: String, isDirect: Bool) throws {
        let settings = ProxySettings(environment: ["http_proxy": "http://p.example", "no_proxy": list])
        let parts = try #require(Address.parts("http://\(host)/"))
        #expect((settings.proxy(for: parts) == nil) == isDirect)
    }

    @Test("N47 what is reached directly is judged by its sockets again")
    func direct() async throws {
        let proxy = try proxy()
        let server = try Loopback.server { _ in LoopbackReply(text: "direct") }
        let environment = ["http_proxy": proxy.url(), "no_proxy": "127.0.0.1"]
        let error = await Loopback.error(transport(environment), HTTPRequest(url: server.url()))
        #expect(error?.code == .addressRefused)
        let allowed = transport(environment, allowing: ["127.0.0.1/32"])
        #expect(Loopback.text(try await allowed.send(HTTPRequest(url: server.url()))) == "direct")
        #expect(proxy.connections == 0)
        #expect(server.connections == 1)
    }
}
