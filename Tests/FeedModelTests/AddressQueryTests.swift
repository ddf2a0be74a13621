import FeedModel
import Testing

@Suite("Queries and path segments")
struct AddressQueryTests {
    @Test(
        "hold any text percent-encoded",
        arguments: [
            ("tag:Swift stocks:>10", "tag%3ASwift%20stocks%3A%3E10"), ("機械", "%E6%A9%9F%E6%A2%B0"),
            ("C#", "C%23"), ("georgeOsdDev@github", "georgeOsdDev%40github"), ("a/b?c&d=e+f", "a%2Fb%3Fc%26d%3De%2Bf"),
            ("a-b._~", "a-b._~"),
        ])
    func component(text: String, encoded: String) {
        #expect(Address.encoded(component: text) == encoded)
    }

    @Test("keep names and values in order")
    func query() {
        #expect(
            Address.query(["q": "swift linux", "hl": "ja", "ceid": "JP:ja"]) == "q=swift%20linux&hl=ja&ceid=JP%3Aja")
    }

    @Test("are read back, with blanks written either way")
    func values() throws {
        let parts = try #require(Address.parts("https://example.com/a/%E6%A9%9F/b%2Fc?q=a+b%20c&q=second&empty&x=1=2"))
        #expect(parts.queryValue("q") == "a b c")
        #expect(parts.queryValue("empty") == "")
        #expect(parts.queryValue("x") == "1=2")
        #expect(parts.queryValue("none") == nil)
        #expect(parts.pathSegments == ["a", "機", "b/c"])
    }
}
