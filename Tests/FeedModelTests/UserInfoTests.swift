import FeedModel
import Testing

@Suite("Addresses without user names")
struct UserInfoTests {
    @Test(
        "X12: a name and a password before the host are taken off a web address",
        arguments: [
            ("http://accounts.example.com@evil.test/", "http://evil.test/"),
            ("https://user:pass@host.example:8443/a?b@c#d@e", "https://host.example:8443/a?b@c#d@e"),
            ("https://a@b@evil.test/", "https://evil.test/"), ("https://@evil.test/x", "https://evil.test/x"),
            ("https://accounts.example.com%2F@evil.test", "https://evil.test"),
            ("HTTP://accounts.example.com@evil.test", "http://evil.test"),
            ("http:\\\\accounts.example.com@evil.test\\x", "http://evil.test/x"),
            ("https:accounts.example.com@evil.test", "https://evil.test"),
            (" https://a@evil.test/ ", "https://evil.test/"),
            ("ht\ntps://a@evil.test/", "https://evil.test/"),
            ("http:/\\accounts.example.com@evil.test/", "http://evil.test/"),
            ("https://accounts.example.com\t@evil\r.test/", "https://evil.test/"),
            ("https://accounts.example.com%40mail@evil.test/", "https://evil.test/"),
            ("https://accounts.example.com／@evil.test/", "https://evil.test/"),
        ])
    func taken(_ address: String, bare: String) { #expect(Address.withoutUserInfo(address) == bare) }

    @Test(
        "X12: they are taken off what we could not connect to, and a browser may",
        arguments: [
            ("https://accounts.example.com@a{b.evil.test/x", "https://a{b.evil.test/x"),
            ("https://accounts.example.com@evil.test:99999/", "https://evil.test:99999/"),
            ("https:accounts.example.com@a\"b.evil.test", "https:a\"b.evil.test"),
            ("//accounts.example.com@evil.test/x?a@b", "//evil.test/x?a@b"),
            ("\\\\accounts.example.com@evil.test\\x", "//evil.test/x"),
            (" /\n/accounts.example.com@evil.test", "//evil.test"),
        ])
    func unresolved(_ address: String, bare: String) { #expect(Address.withoutUserInfo(address) == bare) }

    @Test("X12: a name that is longer than any address is taken off, too")
    func long() {
        let name = String(repeating: "a", count: 1 << 17)
        #expect(Address.withoutUserInfo("https://\(name)@evil.test/") == "https://evil.test/")
    }

    @Test(
        "X12: every other address stays as it is",
        arguments: [
            "https://medium.example/@user/post", "https://host.example?mail=a@b.example", "https://host.example/#@a",
            "mailto:a@b.example", "https://host.example/", "", "@", "tag:a@b.example,2026:1", "xmpp:a@b.example",
            "ssh://git@host.example/x", "/a@b", "https://host.example/%40", "a@b", "./a@b", "?a@b", "#a@b",
            "ssh:////git@host.example{/x", "https://host{.example/@a", "https://accounts.example.com%40evil.test/",
        ])
    func kept(_ address: String) { #expect(Address.withoutUserInfo(address) == nil) }

    @Test("X12: no address of a feed and of its entries keeps one, every other string stays")
    func everywhere() throws {
        let (told, bare) = ("https://bank.example@evil.test/x", "https://evil.test/x")
        for feed in FullFeed.both(told) {
            var cleaned = feed
            cleaned.removeUserInfo()
            for (path, text) in FullFeed.strings(of: cleaned) {
                #expect(text == (FullFeed.kinds[path] == .address ? bare : told), "\(path)")
            }
        }
    }
}
