import FeedModel
import FeedStages
import FeedTesting
import FeedTransport
import LoopbackLaboratory
import MachineLaboratory
import Testing

@Suite("Connections that cannot be made, or break")
struct ConnectingTests {
    @Test("N01 a name that nobody knows is `dns`, before the time for connecting is over")
    func unknownName() async {
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: "http://nx.invalid/"))
        // Told with seconds if the name server was waited for in vain.
        #expect(error?.facts[.seconds] == nil)
        #expect(error?.code == .dns)
        #expect(error?.facts[.host] == "nx.invalid")
    }

    @Test("N03 a closed port is `refused`, and not waited for")
    func refused() async throws {
        let server = try Loopback.server { _ in LoopbackReply(text: "") }
        let url = server.url()
        server.stop()
        // What is waited for ends with another code.
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: url))
        #expect(error?.code == .refused)
        #expect(error?.facts[.host] == "127.0.0.1")
        #expect(error?.subject == url)
    }

    @Test(
        "N04 a host that drops packets is `connect_timeout`, when the time for connecting is over",
        arguments: ["http", "https"])
    func dropped(_ scheme: String) async throws {
        let port = try #require(UnansweringPort())
        var request = HTTPRequest(url: "\(scheme)://127.0.0.1:\(port.number)/")
        request.policy.connectTimeout = .milliseconds(300)
        let error = await Loopback.error(Loopback.transport(), request)
        #expect(error?.code == .connectTimeout, "\(error?.explanation ?? "")")
        #expect(error?.facts[.seconds] == "0.3")
        #expect(HTTPPolicy().connectTimeout == .seconds(10))
    }

    @Test("N05 silence is `timeout`, when the time for everything is over")
    func silence() async throws {
        let server = try Loopback.server { _ in LoopbackReply(steps: [.hang]) }
        var request = HTTPRequest(url: server.url())
        // Enough for a busy machine to connect.
        request.policy.timeout = .milliseconds(1500)
        let error = await Loopback.error(Loopback.transport(), request)
        #expect(error?.code == .timeout)
        #expect(error?.facts[.seconds] == "1.5")
        #expect(HTTPPolicy().timeout == .seconds(30))
    }

    @Test(
        "N06 a reset connection is `reset`, before the header, after it and within the body",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx",
        ])
    func reset(_ sent: String) async throws {
        // Time for what was sent to arrive: a reset overtakes it.
        let server = try Loopback.server { _ in .raw(sent, then: [.pause(20), .reset]) }
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: server.url()))
        #expect(error?.code == .reset)
    }

    @Test("N06 a connection that is closed without an answer is `reset`")
    func closed() async throws {
        let server = try Loopback.server { _ in LoopbackReply(steps: [.close]) }
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: server.url()))
        #expect(error?.code == .reset)
    }

    @Test("N09 a TLS handshake that stalls is `tls_timeout`, when the time for connecting is over")
    func stalledHandshake() async throws {
        let silent = try Loopback.server { _ in LoopbackReply(steps: [.hang]) }
        var request = HTTPRequest(url: "https://127.0.0.1:\(silent.port)/")
        // Enough for a busy machine to begin the handshake.
        request.policy.connectTimeout = .milliseconds(1500)
        let error = await Loopback.error(Loopback.transport(), request)
        #expect(error?.code == .tlsTimeout, "\(error?.explanation ?? "")")
        #expect(error?.facts[.seconds] == "1.5")
        // The same where the time for everything ends first.
        request.policy.connectTimeout = .seconds(10)
        request.policy.timeout = .milliseconds(1500)
        #expect(await Loopback.error(Loopback.transport(), request)?.code == .tlsTimeout)
    }

    @Test("TLS to a server that speaks none is a TLS error")
    func noTLS() async throws {
        let server = try #require(
            LoopbackServer(greeting: Array("HTTP/1.1 400 Bad\r\n\r\n".utf8)) { _ in LoopbackReply() })
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: "https://127.0.0.1:\(server.port)/"))
        #expect(error?.code == .tls)
    }

    @Test("N46 a host that has an IPv6 address alone is reached")
    func onlyIPv6() async throws {
        guard let server = LoopbackServer(host: "::1", { _ in LoopbackReply(text: "six") }) else {
            print("skipped: this machine has no IPv6")
            return
        }
        let transport = Loopback.transport(allowing: ["::1/128"])
        let response = try await transport.send(HTTPRequest(url: server.url("/f")))
        #expect(Loopback.text(response) == "six")
        #expect(response.finalURL == "http://[::1]:\(server.port)/f")
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: server.url()))
        #expect(error?.code == .addressRefused)
    }
}
