import FeedModel
import FeedStages
import FeedTesting
import LoopbackLaboratory
import MachineLaboratory
import Testing

@testable import FeedTransport

/// What a proxy is asked for: nobody here sees the sockets that it opens.
@Suite("Names behind a proxy")
struct ProxiedNameTests {
    /// What some proxy, or the resolver behind it, takes for an address that no feed may lead to.
    private static let forbidden = [
        "localhost", "LOCALHOST", "localhost.", "localhost..", "x.localhost", "x.y.localhost.", "LocalHost...",
        "ｌｏｃａｌｈｏｓｔ", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "ⓛocalhost", "lo\u{AD}calhost", "local\u{200B}host", "lo\u{2060}calhost",
        "localhost\u{FE0F}", "𝓵𝓸𝓬𝓪𝓵𝓱𝓸𝓼𝓽", "ＬＯＣＡＬＨＯＳＴ", "ʟocalhost\u{3002}localhost", "x。localhost",
        "localhost。", "localhost．", "localhost｡｡", "%6cocalhost", "%6C%6F%63%61%6c%68%6f%73%74",
        "%ef%bd%8cocalhost", "lo%c2%adcalhost", "localhost%2e", "localhost%e3%80%82", "loca%6Chost%2E%2E",
        "localhost.localdomain", "x.localhost.localdomain.", "ip6-localhost", "ip6-loopback", "localhost6.localdomain6",
        "xn--localhost-", "127.0.0.1", "127.0.0.1.", "127.0.0.1..", "127.1", "127.1.", "0x7f.1", "0x7f.1.", "0X7F.1..",
        "0177.0.0.1.", "017700000001", "2130706433", "2130706433.", "0x7f000001.", "127.0.0.1%2e", "127。0。0。1。",
        "１２７．０．０．１", "①②⑦.0.0.1.", "%31%32%37.0.0.1", "%31%32%37.1.", "127.0.0.08", "０177.0.0.1.", "0000177.1",
        "0", "0.", "0.0.0.0.", "10.1.", "169.254.169.254", "169.254.169.254.", "169.254.169.254..", "2852039166.",
        "0xa9fea9fe", "0xa9.0xfe.0xa9.0xfe.", "①⑥⑨。②⑤④。①⑥⑨。②⑤④", "169.16689662.", "1.2.3.4.127", "256.0.0.1", "0x.1",
        "127.0.0.1.0x0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[0:0:0:0:0:ffff:a9fe:a9fe]", "[64:ff9b::7f00:1]",
        "[2002:7f00:1::1]", "[fd00::1]",
        "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::FFFF:7F00:1]", "[FE80::1%25lo]", "[fe80::1%251]", "[::1%25lo]",
        "[::1%251]", "[2606:4700:4700::1111%251]", "[::127.0.0.1]", "［::1］", "a／b.example", "a：80", "@localhost",
        "user:x@localhost.",
    ]

    @Test("X05: a proxy is asked for no spelling of localhost or of a forbidden address", arguments: [false, true])
    func forbidden(isRedirected: Bool) async throws {
        #expect(Self.forbidden.count >= 70)
        for spelling in Self.forbidden {
            for scheme in ["http", "https"] {
                let target = "\(scheme)://\(spelling)/"
                let proxy = try Loopback.server { request in
                    request.header("host") == "feeds.example"
                        ? LoopbackReply(302, headers: [("Location", target)]) : LoopbackReply(text: "forwarded")
                }
                let tunnel = try #require(LoopbackTunnel(routes: [:]))
                var options = CurlTransport.Options()
                options.proxies = ProxySettings(
                    environment: ["http_proxy": proxy.url(), "https_proxy": "http://\(tunnel.authority)"])
                let request = HTTPRequest(url: isRedirected ? "http://feeds.example/" : target)
                let error = await Loopback.error(CurlTransport(options), request)
                let codes: [StageError.Code] = [.addressRefused, .badAddress, .redirectRefused]
                #expect(
                    error.map { codes.contains($0.code) } == true,
                    "\(target): \(error?.code.rawValue ?? "answered")")
                #expect(proxy.requests.count == (isRedirected ? 1 : 0), "\(target): \(proxy.requests.map(\.target))")
                #expect(tunnel.requests.isEmpty, "\(target): \(tunnel.requests.map(\.line))")
            }
        }
    }

    @Test("X05: without a proxy no spelling is connected to, either", arguments: [false, true])
    func direct(isRedirected: Bool) async throws {
        let canary = try Loopback.server { _ in LoopbackReply(text: "caught") }
        for spelling in Self.forbidden {
            let target = "http://\(spelling):\(canary.port)/"
            let lure = try #require(
                LoopbackServer(host: "127.0.0.2") { _ in LoopbackReply(302, headers: [("Location", target)]) })
            var options = CurlTransport.Options()
            options.guardian = AddressGuard(allowing: ["127.0.0.2/32"])
            let error = await Loopback.error(
                CurlTransport(options), HTTPRequest(url: isRedirected ? lure.url() : target))
            let codes: [StageError.Code] = [.addressRefused, .badAddress, .redirectRefused, .dns]
            #expect(
                error.map { codes.contains($0.code) } == true, "\(target): \(error?.code.rawValue ?? "answered")")
        }
        #expect(canary.connections == 0)
    }

    @Test(
        "X05: names and addresses of the public network pass, as the name system knows them",
        arguments: [
            ("feeds.example", "feeds.example"), ("feeds.example.", "feeds.example."),
            ("FEEDS.Example", "feeds.example"),
            ("日本語.jp", "xn--wgv71a119e.jp"), ("日本語。jp", "xn--wgv71a119e.jp"), ("日本語.jp.", "xn--wgv71a119e.jp."),
            ("xn--wgv71a119e.jp", "xn--wgv71a119e.jp"), ("%E6%97%A5%E6%9C%AC%E8%AA%9E.jp", "xn--wgv71a119e.jp"),
            ("faß.de", "xn--fa-hia.de"), ("ＦＥＥＤＳ.example", "feeds.example"), ("fee\u{AD}ds.example", "feeds.example"),
            ("☃.example", "xn--n3h.example"), ("localhost.example", "localhost.example"),
            ("mylocalhost", "mylocalhost"), ("localhosts.example", "localhosts.example"),
            ("a_b.example", "a_b.example"),
            ("r3---sn.example", "r3---sn.example"), ("1.example", "1.example"),
            ("10.0.0.1.x.example", "10.0.0.1.x.example"), ("0x7f.example", "0x7f.example"), ("9.9.9.9", "9.9.9.9"),
            ("9.9.9.9.", "9.9.9.9"),
            ("0x09090909", "9.9.9.9"), ("０11.9.9.9", "9.9.9.9"), ("010.0.0.1", "8.0.0.1"),
            ("[2606:4700:4700::1111]", "[2606:4700:4700::1111]"),
            ("[2606:4700:4700:0:0000:0:0:1111]", "[2606:4700:4700::1111]"),
            ("[2606:4700:4700::ABCD]", "[2606:4700:4700::abcd]"), ("[::ffff:9.9.9.9]", "9.9.9.9"),
            ("[0:0:0:0:0:FFFF:0909:0909]", "9.9.9.9"),
            ("x-1", "x-1"), ("intranet", "intranet"),
        ])
    func permitted(_ host: String, asked: String) async throws {
        let proxy = try Loopback.server { _ in LoopbackReply(text: "ok") }
        let tunnel = try #require(LoopbackTunnel(routes: [:]))
        var options = CurlTransport.Options()
        options.proxies = ProxySettings(
            environment: ["http_proxy": proxy.url(), "https_proxy": "http://\(tunnel.authority)"])
        let response = try await CurlTransport(options).send(HTTPRequest(url: "http://\(host)/a?b"))
        #expect(response.status == 200)
        #expect(proxy.requests.map(\.target) == ["http://\(asked)/a?b"])
        _ = await Loopback.error(CurlTransport(options), HTTPRequest(url: "https://\(host)/"))
        // What is asked for in a tunnel has no dot at its end: libcurl takes one away.
        let bare = asked.hasSuffix(".") ? String(asked.dropLast()) : asked
        let targets = tunnel.requests.map { String($0.line.split(separator: " ")[1]) }
        #expect([["\(asked):443"], ["\(bare):443"]].contains(targets), "\(targets)")
    }

    @Test("X05: an exception to a proxy holds for every spelling of its host, which is then judged by its sockets")
    func exceptions() async throws {
        let proxy = try Loopback.server { _ in LoopbackReply(text: "via proxy") }
        let server = try Loopback.server { _ in LoopbackReply(text: "direct") }
        var options = CurlTransport.Options()
        options.guardian = AddressGuard(allowing: ["127.0.0.1/32"])
        options.proxies = ProxySettings(environment: ["http_proxy": proxy.url(), "no_proxy": "127.0.0.0/8"])
        for spelling in ["127.1", "2130706433", "①②⑦.0.0.1"] {
            let response = try await CurlTransport(options).send(
                HTTPRequest(url: "http://\(spelling):\(server.port)/"))
            #expect(Loopback.text(response) == "direct")
        }
        #expect(proxy.connections == 0)
    }
}
