import FeedModel
import Testing

@Suite("Addresses that need no resolving")
struct ResolvedAddressTests {
    private static let samples = [
        "http://a.example", "https://news.example.co.jp/2026/02/01/page.html?id=1&x=%E3%81%82#top",
        "http://a/..b/%2e./c",
        "https://xn--fsq.example:8080/~me/a;b=c,d/?q[]=1", "http://127.0.0.1/", "https://A.example/%7Eme/./x/../y//z",
        "http://user@a.example/", "https://a.example:44/b", "http://a.example?x#y?z", "https://a.example/a/.hidden/...",
        "http://0x7f.1/a'b(c)",
    ]
    private static let snippets = [
        "", ".", "..", "/", "//", "%2e", "%2E%2e", "%", "%zz", "%41", "?", "#", ":", "@", "\\", " ", "\t", "é", "\"",
        "'",
        "<", "[", "|", "^", "`", "{", "~", "_", "-", "A", "0", "&", ";", "\u{7F}", "xn--", "1.2.3", "/./", "/../",
        "/.%2e/", ":80", ":443", ":008", ":65536", ":123456",
    ]

    private func check(_ address: String) {
        var address = address
        if address.withUTF8(AddressBase.isNormalised) {
            // Blanks around an address mean nothing, but send it the long way.
            let normalised = Address.normalised(" " + address)
            if normalised != address { Issue.record("\(address) is normalised to \(normalised)") }
        }
        let isResolved = address.withUTF8 { AddressBase.isResolved($0) }
        guard isResolved else { return }
        // Blanks around a reference mean nothing, but send it the long way.
        var detour = " " + address
        let resolved = detour.withUTF8 { AddressBase.resolve($0, against: nil) }
        if Address.parts(address) != Address.parts(" " + address) { Issue.record("\(address) has other parts") }
        if resolved != Array(address.utf8) {
            Issue.record("\(address) becomes \(resolved.map { String(decoding: $0, as: UTF8.self) } ?? "none")")
        }
    }

    @Test("are those that resolving gives back as they are")
    func mutations() {
        for sample in Self.samples {
            let bytes = Array(sample.utf8)
            for place in 0...bytes.count {
                for snippet in Self.snippets {
                    let head = String(decoding: bytes[..<place], as: UTF8.self)
                    check(head + snippet + String(decoding: bytes[place...], as: UTF8.self))
                    check(head + snippet + String(decoding: bytes[min(place + 1, bytes.count)...], as: UTF8.self))
                    check(head + snippet)
                }
            }
        }
    }

    @Test("paths from the root of a site stand behind its origin as if they were resolved")
    func paths() throws {
        let bases = try [
            "http://a.example", "https://a.example:8080/b/c?d#e", "http://user@a.example/b", "http://[::1]/b",
            "ftp://a.example/b",
        ].map { try #require(AddressBase($0)) }
        let paths = ["/", "/2026/02/page.html?id=1&x=%E3%81%82#top", "/a/.hidden/..b", "/~me/./x/../y//z?q[]=1#"]
        for path in paths {
            let bytes = Array(path.utf8)
            for place in 0...bytes.count {
                for snippet in Self.snippets {
                    let (head, tail) = (bytes[..<place], bytes[place...])
                    var reference = String(decoding: head + snippet.utf8 + tail, as: UTF8.self)
                    // Blanks around a reference mean nothing, but send it the long way.
                    var detour = " " + reference
                    for base in bases {
                        let resolved = reference.withUTF8 { AddressBase.resolve($0, against: base) }
                        guard resolved != detour.withUTF8({ AddressBase.resolve($0, against: base) }) else { continue }
                        Issue.record("\(reference) is resolved otherwise than with a blank before it")
                    }
                }
            }
        }
    }

    @Test(
        "are most of what feeds carry",
        arguments: ["https://a.example/b/c.html?d=1#e", "http://www.a.example/", "http://127.0.0.1:8080/feed"])
    func plain(address: String) {
        var address = address
        #expect(address.withUTF8 { AddressBase.isResolved($0) })
    }

    @Test(
        "that have one spelling need no normalising",
        arguments: ["https://a.example/B/c.html?d=1#e", "http://a/", "http://127.0.0.1:8080/feed"])
    func normalised(address: String) {
        var address = address
        #expect(address.withUTF8 { AddressBase.isNormalised($0) })
    }
}
