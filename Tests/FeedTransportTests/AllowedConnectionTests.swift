import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import LoopbackLaboratory
import MachineLaboratory
import Testing

/// `network.allow` and connections that are kept: who may use one is judged for each request.
@Suite("Connections into an allowed network")
struct AllowedConnectionTests {
    @Test(
        "X13: a connection that a configured source opened carries no request that the public network led there",
        arguments: [false, true])
    func reused(isSecure: Bool) async throws {
        let authority = try TestAuthority()
        let reply: @Sendable (LoopbackServer.Request) -> LoopbackReply = { _ in LoopbackReply(text: "ok") }
        let certificate = isSecure ? try authority.issue(for: ["127.0.0.1"]) : nil
        let server = try #require(certificate.map { LoopbackServer(certificate: $0, reply) } ?? LoopbackServer(reply))
        let transport = Loopback.transport(trusting: authority)
        let codes = await withTaskGroup(of: (Int, StageError.Code?).self) { group in
            for number in 0..<12 {
                var request = HTTPRequest(url: server.url("/\(number)"))
                request.redirectedBy = number % 2 == 1 ? "public.example" : nil
                group.addTask { [request] in (number, await Loopback.error(transport, request)?.code) }
            }
            return await group.reduce(into: [Int: StageError.Code?]()) { $0[$1.0] = $1.1 }
        }
        for (number, code) in codes { #expect(code == (number % 2 == 1 ? .addressRefused : nil)) }
        #expect(server.requests.count == 6)
    }

    @Test(
        "X13: behind a proxy, too, `allow` opens nothing to what the public network redirects to, unless that is allowed",
        arguments: [false, true])
    func proxied(allowsRedirects: Bool) async throws {
        let proxy = try Loopback.server { request in
            request.header("host") == "feeds.example"
                ? LoopbackReply(302, headers: [("Location", "http://10.0.0.1/inside")]) : LoopbackReply(text: "inside")
        }
        var options = CurlTransport.Options()
        options.guardian = AddressGuard(allowing: ["10.0.0.0/8"], allowsRedirects: allowsRedirects)
        options.proxies = ProxySettings(environment: ["http_proxy": proxy.url()])
        let transport = CurlTransport(options)
        let configured = try await transport.send(HTTPRequest(url: "http://10.0.0.1/inside"))
        #expect(Loopback.text(configured) == "inside")
        let led = await Loopback.error(transport, HTTPRequest(url: "http://feeds.example/"))
        #expect(led?.code == (allowsRedirects ? nil : .addressRefused))
        let inside = "http://10.0.0.1/inside"
        #expect(
            proxy.requests.map(\.target)
                == [inside, "http://feeds.example/"] + (allowsRedirects ? [inside] : []))
    }
}
