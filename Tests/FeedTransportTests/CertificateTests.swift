import FeedStages
import FeedTesting
import FeedTransport
import LoopbackLaboratory
import MachineLaboratory
import Testing

@Suite("HTTPS and certificates")
struct CertificateTests {
    /// A certificate that should not be taken, by what is wrong with it.
    enum Unsound: String, CaseIterable, CustomTestStringConvertible {
        case wrongName, selfSigned, unknownAuthority, falseAuthority, weakSignature, weakKey
        var testDescription: String { rawValue }
    }

    private let authority: TestAuthority

    init() throws { authority = try TestAuthority() }

    private func transport() -> CurlTransport { Loopback.transport(trusting: authority) }

    private func server(_ certificate: TestCertificate) throws -> LoopbackServer {
        try #require(LoopbackServer(certificate: certificate) { _ in LoopbackReply(text: "secure") })
    }

    private func certificate(_ kind: Unsound) throws -> TestCertificate {
        switch kind {
        case .wrongName: try authority.issue(for: ["feeds.example"])
        case .selfSigned: try #require(TestCertificate())
        case .unknownAuthority: try TestAuthority(named: "somebody").issue()
        // It only says that it is the one we know.
        case .falseAuthority: try TestAuthority().issue()
        case .weakSignature: try authority.issue(signedWithSHA1: true)
        case .weakKey: try authority.issue(key: .rsa512)
        }
    }

    @Test("a document arrives over HTTPS from a server with a sound certificate")
    func sound() async throws {
        let server = try server(authority.issue())
        let transport = transport()
        for _ in 0..<3 {
            let response = try await transport.send(HTTPRequest(url: server.url("/feed")))
            #expect(Loopback.text(response) == "secure")
            #expect(response.finalURL == "https://127.0.0.1:\(server.port)/feed")
        }
        #expect(server.connections == 1)
    }

    @Test("N07 an expired certificate is `tls_expired`, and the document is never asked for")
    func expired() async throws {
        let server = try server(authority.issue(valid: -30 ... -1))
        let error = await Loopback.error(transport(), HTTPRequest(url: server.url()))
        #expect(error?.code == .tlsExpired)
        #expect(error?.facts[.host] == "127.0.0.1")
        #expect(server.requests.isEmpty)
    }

    @Test("N07 a certificate whose time has not come is told apart, as the clock may be wrong")
    func notYetValid() async throws {
        let server = try server(authority.issue(valid: 1...30))
        let error = await Loopback.error(transport(), HTTPRequest(url: server.url()))
        #expect(error?.code == .tlsNotYetValid)
        #expect(server.requests.isEmpty)
    }

    @Test(
        "N08 a certificate for another name, of an unknown authority, signed by itself or too weak is not taken",
        arguments: Unsound.allCases)
    func unsound(_ kind: Unsound) async throws {
        let server = try server(certificate(kind))
        let error = await Loopback.error(transport(), HTTPRequest(url: server.url()))
        let expected: StageError.Code =
            switch kind {
            case .wrongName: .tlsName
            case .selfSigned, .unknownAuthority, .falseAuthority: .tlsUntrusted
            case .weakSignature, .weakKey: .tlsWeak
            }
        #expect(error?.code == expected, "\(error?.explanation ?? "")")
        #expect(server.requests.isEmpty)
    }

    @Test("N08 an authority of the source's own is trusted by that source alone")
    func ownAuthority() async throws {
        let own = try TestAuthority(named: "the office")
        let server = try server(own.issue())
        let transport = transport()
        var trusting = HTTPRequest(url: server.url())
        trusting.policy.caFile = own.file
        #expect(try await transport.send(trusting).status == 200)
        #expect(await Loopback.error(transport, HTTPRequest(url: server.url()))?.code == .tlsUntrusted)
        #expect(server.requests.count == 1)
        trusting.policy.caFile = "/nowhere.pem"
        let error = await Loopback.error(transport, trusting)
        #expect(error?.code == .tls)
        #expect(error?.facts[.option] == "ca_file")
    }

    @Test("N26 a redirect from https to http is not followed")
    func downgrade() async throws {
        let open = try Loopback.server { _ in LoopbackReply(text: "for all to see") }
        let server = try #require(
            LoopbackServer(certificate: authority.issue()) { _ in
                LoopbackReply(301, headers: [("Location", open.url("/f"))])
            })
        let error = await Loopback.error(transport(), HTTPRequest(url: server.url("/f")))
        #expect(error?.code == .redirectRefused)
        #expect(error?.facts[.found] == "https → http")
        #expect(open.connections == 0)
    }
}
