import FeedConfiguration
import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import FeedTransport
import MachineLaboratory
import Testing

/// Addresses as people and servers write them.
@Suite("Forms of addresses")
struct AddressFormsTests {
    @Test(
        "N51 an address is sent as browsers send it: without fragment, blanks encoded, other letters as UTF-8",
        arguments: [
            ("/a#top", "/a"), ("/a b", "/a%20b"), ("/日本?q=é", "/%E6%97%A5%E6%9C%AC?q=%C3%A9"), ("", "/"),
            ("?a=1", "/?a=1"),
            ("/a/../b/./c", "/b/c"), ("/%2e%2E/a", "/%2e%2E/a"), ("/a?b?c#d#e", "/a?b?c"), ("/a%", "/a%"),
            ("\\a\\b", "/a/b"),
        ])
    func forms(_ given: String, sent: String) async throws {
        let server = try Loopback.server { _ in LoopbackReply(text: "ok") }
        _ = try await Loopback.transport().send(HTTPRequest(url: " http://127.0.0.1:\(server.port)\(given) "))
        #expect(server.requests.map(\.target) == [sent])
    }

    @Test("N51 an address of nearly 64 KB is asked for, one beyond is none, as a redirect as well")
    func long() async throws {
        let server = try Loopback.server { _ in LoopbackReply(text: "ok") }
        func url(_ length: Int) -> String {
            let start = server.url("/?")
            return start + String(repeating: "a", count: length - start.utf8.count)
        }
        let response = try await Loopback.transport().send(HTTPRequest(url: url(65_000)))
        #expect(response.finalURL.utf8.count == 65_000)
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: url(65_537)))
        #expect(error?.code == .badAddress)
    }

    @Test(
        "N51 ports are 1 to 65535",
        arguments: [
            ("0", .badAddress), ("65536", .badAddress), ("99999999999999999999", .badAddress), ("-1", .badAddress),
            ("8a", .badAddress), ("1", .refused), ("25", .refused), ("65535", .refused),
        ] as [(String, StageError.Code)])
    func ports(_ port: String, code: StageError.Code) async {
        // Only a redirect is kept from other services' ports: an address in the configuration is its owner's choice.
        let error = await Loopback.error(Loopback.transport(), HTTPRequest(url: "http://127.0.0.1:\(port)/"))
        #expect(error?.code == code)
    }

    @Test(
        "N51 a zone id is no part of an address on the web", arguments: ["[fe80::1%25lo]", "[fe80::1%lo]", "[::1%251]"])
    func zones(_ host: String) async {
        let error = await Loopback.error(Loopback.transport(allowing: ["::/0"]), HTTPRequest(url: "http://\(host):1/"))
        #expect(error?.code == .badAddress)
    }

    @Test(
        "N51 names of other scripts are asked for as the name system knows them, look-alikes are other names",
        arguments: [
            ("日本.example", "xn--wgv71a.example"), ("BÜCHER.example", "xn--bcher-kva.example"),
            ("аpple.example", "xn--pple-43d.example"), ("apple.example", "apple.example"),
        ])
    func international(_ host: String, name: String) async throws {
        let proxy = try Loopback.server { _ in LoopbackReply(text: "ok") }
        var options = CurlTransport.Options()
        options.proxies = ProxySettings(environment: ["http_proxy": proxy.url()])
        _ = try await CurlTransport(options).send(HTTPRequest(url: "http://\(host)/a"))
        #expect(proxy.requests.map(\.target) == ["http://\(name)/a"])
        #expect(proxy.requests.first?.header("host") == name)
    }

    @Test(
        "N51 user and password are sent to their origin, percent-decoded, and shown nowhere",
        arguments: [("me:pa%40ss55", "me:pa@ss55"), ("me", "me:"), (":pass55", ":pass55"), ("a%3Ab:c55", "a:b:c55")])
    func credentials(_ userInfo: String, sent: String) async throws {
        let server = try Loopback.server { _ in LoopbackReply(text: "ok") }
        let response = try await Loopback.transport().send(
            HTTPRequest(url: "http://\(userInfo)@127.0.0.1:\(server.port)/a"))
        #expect(server.requests.first?.header("authorization") == "Basic " + Base64.encode(Array(sent.utf8)))
        #expect(response.finalURL == server.url("/a"))
    }
}
