import FeedModel
import Testing

@Suite("Address")
struct AddressTests {
    @Test(
        "references beside a base mean what RFC 3986 §5.4 says",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
            ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http://a/b/c/g"),
        ])
    func reference(_ reference: String, meaning address: String) {
        #expect(Address.resolve(reference, against: "http://a/b/c/d;p?q#old") == address)
    }

    @Test(
        "addresses are read as leniently as browsers read them",
        arguments: [
            ("  \u{1}http://example.com/a\n", "http://example.com/a"),
            ("ht\ttp://exam\nple.com/", "http://example.com/"),
            ("HTTP://Example.com/A", "http://Example.com/A"),
            ("http:\\\\example.com\\a\\b?c\\d", "http://example.com/a/b?c\\d"),
            ("http:/example.com/x", "http://example.com/x"), ("http:///example.com/x", "http://example.com/x"),
            ("http://example.com/a b", "http://example.com/a%20b"),
            ("http://example.com/瓦?版", "http://example.com/%E7%93%A6?%E7%89%88"),
            ("http://例え.jp/", "http://例え.jp/"), ("http://example.com/%7e%zz", "http://example.com/%7e%zz"),
            ("http://example.com/\"<>'", "http://example.com/%22%3C%3E'"),
            ("http://example.com?a='b", "http://example.com?a=%27b"),
            ("http://example.com", "http://example.com"), ("http://u:p@example.com:80/", "http://u:p@example.com:80/"),
            ("http://example.com:/x", "http://example.com/x"), ("http://[::1]:8080/x", "http://[::1]:8080/x"),
            ("mailto:a b@example.com", "mailto:a%20b@example.com"), ("urn:a/../b", "urn:a/../b"),
            ("java\tscript:alert(1)", "javascript:alert(1)"), ("x:/a/../b", "x:/b"), ("x:/.//b", "x:/.//b"),
            ("http://example.com/\u{0}\u{7f}", "http://example.com/%00%7F"),
        ])
    func lenient(_ reference: String, read address: String) {
        #expect(Address.resolve(reference, against: nil) == address)
        #expect(Address.resolve(address, against: nil) == address)
    }

    @Test(
        "what cannot be an address is none",
        arguments: [
            "", "a", "/a", "?a", "#a", "//a/b", "http://", "http:", "https:///", "http://a b/", "http://a:99999/",
            "http://a:x/", "http://a%2fb/", "http://[::1/", "http://[x]/", "http://a%00b/", ":a", "1a:b", "http://@/",
            "http://a:1:2/", "http://" + String(repeating: "a", count: 65_530) + "/",
        ])
    func noAddress(_ text: String) {
        #expect(Address.resolve(text, against: nil) == nil)
    }

    @Test(
        "bases of all kinds are understood",
        arguments: [
            ("a", "http://example.com", "http://example.com/a"), ("?b", "http://example.com", "http://example.com?b"),
            ("a", "http://example.com?x/y", "http://example.com/a"), ("//h/p", "https://example.com/", "https://h/p"),
            ("\\\\h\\p", "https://example.com/", "https://h/p"), ("#f", "mailto:a@b", "mailto:a@b#f"),
            ("", "urn:a:b#f", "urn:a:b"), ("https:a", "http://example.com/", "https://a"),
            ("b", "file:///dir/a", "file:///dir/b"), ("..//b", "x:/a/c", "x:/.//b"),
            (" a ", " http://example.com/ ", "http://example.com/a"),
        ])
    func base(_ reference: String, _ base: String, meaning address: String) {
        #expect(Address.resolve(reference, against: base) == address)
    }

    @Test(
        "a base that is no address helps nobody and harms no absolute address",
        arguments: ["", "a/b", "mailto:a@b", "http://"])
    func noBase(_ base: String) {
        #expect(Address.resolve("a", against: base) == nil)
        #expect(Address.resolve("http://example.com/", against: base) == "http://example.com/")
    }

    @Test(
        "equal addresses have one spelling",
        arguments: [
            ("HTTP://EXAMPLE.com:80", "http://example.com/"), ("https://example.com:443/", "https://example.com/"),
            ("https://example.com:80/", "https://example.com:80/"),
            ("http://example.com/%7ea%2f%e3", "http://example.com/~a%2F%E3"),
            ("http://example.com/a/./b/../c", "http://example.com/a/c"),
            ("http://example.com/a/%2e%2E/c", "http://example.com/c"),
            ("http://example.com/?b=%41#%41", "http://example.com/?b=A#A"),
            ("http://EXAMPLE.com/%%37e", "http://example.com/%257e"),
            ("http://ex%61mple.com/", "http://example.com/"), ("urn:ISBN:%41", "urn:ISBN:A"),
            ("not an address", "not an address"),
            ("tag:example.com,2026:x", "tag:example.com,2026:x"), ("x:/.//b", "x:/.//b"),
        ])
    func normalised(_ address: String, to spelling: String) {
        #expect(Address.normalised(address) == spelling)
        #expect(Address.normalised(spelling) == spelling)
    }

    @Test("the parts of an address are told apart")
    func parts() throws {
        let parts = try #require(Address.parts("HTTPS://me:pw@[2001:DB8::1]:8443/a/b?c=d#e"))
        #expect(
            parts
                == AddressParts(
                    scheme: "https", userInfo: "me:pw", host: "[2001:db8::1]", port: 8443, path: "/a/b", query: "c=d",
                    fragment: "e"))
        #expect(parts.address == "https://me:pw@[2001:db8::1]:8443/a/b?c=d#e")
        #expect(Address.parts("/a") == nil)
        #expect(Address.parts("mailto:a@b") == AddressParts(scheme: "mailto", path: "a@b"))
    }

    @Test("host, origin and kind are read from an address")
    func shortcuts() {
        #expect(Address.host("http://Example.COM:8080/x") == "example.com")
        #expect(Address.host("mailto:a@b") == nil)
        #expect(Address.origin("https://Example.com/a") == "https://example.com:443")
        #expect(Address.origin("http://example.com:81/a") == "http://example.com:81")
        #expect(Address.origin("urn:x") == nil)
        #expect(Address.isHTTP("HTTP://a/"))
        #expect(Address.isHTTP("https://a/"))
        #expect(!Address.isHTTP("ftp://a/"))
        #expect(!Address.isHTTP("a"))
    }

    @Test(
        "unwanted query items go, the others stay as they are",
        arguments: [
            ("http://a/?utm_source=x&b=%41&utm_medium", "http://a/?b=%41"), ("http://a/?utm_source=x#f", "http://a/#f"),
            ("http://a/?b=1&&c", "http://a/?b=1&&c"), ("http://a/?utm%5fsource=x&b", "http://a/?b"),
            ("http://a/", "http://a/"),
        ])
    func queryItems(_ address: String, without rest: String) throws {
        let parts = try #require(Address.parts(address))
        #expect(parts.removingQueryItems { $0.hasPrefix("utm_") } == rest)
    }
}
