import FeedConfiguration
import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import MachineLaboratory
import Testing

@testable import FeedTransport

@Suite("AddressGuard")
struct AddressGuardTests {
    @Test(
        "N23 private, local and reserved addresses are not connected to",
        arguments: [
            "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.255", "169.254.169.254",
            "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1",
            "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
            "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:0:127.0.0.1",
            "64:ff9b::7f00:2", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1",
            "2002:7f00:0001::1", "2002:0a00:0001::", "3fff::1", "5f00::1", "fc00::1", "fd00::1", "2620:4f:8000::1",
            "200::1", "4000::1", "1fff:ffff::1", "192.31.196.1", "192.52.193.1", "192.175.48.1", "100:0:0:1::1",
            "fe80::1", "fec0::1",
            "ff02::1",
        ])
    func refused(_ text: String) throws {
        #expect(!AddressGuard().permits(try #require(IPAddress(text)), port: 443))
    }

    @Test(
        "the public network is reached",
        arguments: [
            "1.1.1.1", "9.9.9.9", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0", "198.17.255.255",
            "223.255.255.255", "2606:4700:4700::1111", "2400:cb00::1", "3ffe::1", "2001:200::1",
            "2001:db7:ffff::1", "2001:db9::1", "3fff:1000::1", "192.31.195.255", "64:ff9b::9.9.9.9",
            "2002:0909:0909::1",
            "::ffff:9.9.9.9",
        ])
    func permitted(_ text: String) throws {
        #expect(AddressGuard().permits(try #require(IPAddress(text)), port: 443))
    }

    @Test("a range of network.allow lets its addresses through, with a port only that one")
    func allowed() throws {
        let guardian = AddressGuard(allowing: [
            "10.0.0.0/8", "127.0.0.1/32:8080", "[fd00::/8]:443", "192.168.1.7", "::1",
        ])
        func permits(_ address: String, _ port: UInt16) throws -> Bool {
            guardian.permits(try #require(IPAddress(address)), port: port)
        }
        #expect(try permits("10.255.0.1", 80))
        #expect(try permits("::ffff:10.0.0.1", 80))
        #expect(try permits("127.0.0.1", 8080))
        #expect(try !permits("127.0.0.1", 8081))
        #expect(try !permits("127.0.0.2", 8080))
        #expect(try permits("fd12::1", 443))
        #expect(try !permits("fd12::1", 80))
        #expect(try permits("192.168.1.7", 80))
        #expect(try !permits("192.168.1.8", 80))
        #expect(try permits("::1", 80))
        #expect(try !permits("11.0.0.1", 80) == false)
    }

    @Test(
        "what is no range is known as such",
        arguments: [
            "", "10", "10.0.0.0/33", "10.0.0.0/", "/8", "10.0.0.0/8:", "10.0.0.0/8:0", "10.0.0.0/8:65536", "::1/129",
            "[::1", "[::1]443", "host", "010.0.0.1", "10.0.0.0/8:8a", "10.0.0.0/+8",
        ])
    func noRange(_ text: String) { #expect(!AddressGuard.isRange(text)) }

    @Test(
        "G15 no spelling of a forbidden address is connected to",
        arguments: [
            "127.0.0.2", "127.2", "2130706434", "0x7f000002", "0177.0.0.2", "0x7f.2", "[::ffff:127.0.0.2]",
            "[::ffff:7f00:2]", "①②⑦.0.0.2", "127。0。0。2", "%31%32%37.0.0.2", "0", "0.0.0.0", "[::]", "[::1]",
        ], [false, true])
    func canary(_ spelling: String, redirected: Bool) async throws {
        let canary = try #require(LoopbackServer(host: "127.0.0.2") { _ in LoopbackReply(text: "caught") })
        let target = "http://\(spelling):\(canary.port)/"
        let lure = try Loopback.server { _ in LoopbackReply(302, headers: [("Location", target)]) }
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: redirected ? lure.url() : target))
        // What the resolver does not understand at all is not connected to either.
        let codes: [StageError.Code] = [.addressRefused, .dns, .badAddress, .redirectRefused]
        #expect(error.map { codes.contains($0.code) } == true, "\(error?.code.rawValue ?? "answered")")
        #expect(canary.connections == 0)
    }

    @Test("a refused address is told with its option, and never as a refused connection")
    func told() async throws {
        let error = await Loopback.error(Loopback.transport(allowing: []), HTTPRequest(url: "http://127.0.0.1:1/"))
        #expect(error?.code == .addressRefused)
        #expect(error?.explanation == nil)
        #expect(error?.facts[.address] == "127.0.0.1")
        #expect(error?.facts[.host] == "127.0.0.1")
        #expect(error?.facts[.option] == "network.allow")
    }

    @Test("N24 a name with an allowed and a forbidden address uses the allowed one")
    func localhost() async throws {
        let server = try Loopback.server { _ in LoopbackReply(text: "ok") }
        let response = try await Loopback.transport().send(HTTPRequest(url: "http://localhost:\(server.port)/"))
        #expect(response.status == 200)
        server.stop()
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: "http://localhost:\(server.port)/"))
        #expect(error?.code == .refused)
    }
}
