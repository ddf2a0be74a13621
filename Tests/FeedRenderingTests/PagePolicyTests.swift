import FeedHTML
import FeedModel
import FeedRendering
import Testing

@Suite("The page's policy")
struct PagePolicyTests {
    /// The directives of the policy of a page with one entry that holds `markup`, and the page's body.
    private func page(_ markup: String) throws -> (policy: [String: [Substring]], body: Substring) {
        let entry = SampleDigest.entry("k") {
            $0.title = "Title"
            $0.summary = .plain("Another text than the body has")
            $0.content = .html(UntrustedHTML(markup: "<p>Before</p>\(markup)", base: "https://example.com/"))
        }
        let digest = SampleDigest.digest(
            title: "t", locale: .en, sections: [DigestSection(title: "", entries: [entry])])
        let text = String(decoding: HTMLDigest.render(digest), as: UTF8.self)
        let start = try #require(text.firstRange(of: "\"Content-Security-Policy\" content=\"")).upperBound
        let end = try #require(text[start...].firstIndex(of: "\""))
        var policy: [String: [Substring]] = [:]
        for directive in text[start..<end].split(separator: ";") {
            let words = directive.split(separator: " ")
            policy[String(words[0])] = Array(words.dropFirst())
        }
        return (policy, text[(try #require(text.firstRange(of: "<body>")).upperBound)...])
    }

    private static let picture = "data:image/png;base64," + String(repeating: "iVBORw0KGgo", count: 40)

    @Test(
        "X15: what the sanitiser leaves of pictures and media, the policy lets a browser show",
        arguments: [
            ("<img src='\(picture)'>", "img-src", "data:"), ("<img src='http://a.example/p.png'>", "img-src", "http:"),
            ("<img src='//a.example/p.png'>", "img-src", "https:"),
            ("<video src='https://a.example/v.mp4' poster='https://a.example/p.png'></video>", "media-src", "https:"),
            ("<audio src='http://a.example/a.mp3'></audio>", "media-src", "http:"),
            ("<video><source src='https://a.example/v.webm'></video>", "media-src", "https:"),
        ])
    func shown(_ markup: String, directive: String, scheme: String) throws {
        let page = try page(markup)
        #expect(page.body.contains("src=\"\(scheme)"))
        #expect(page.policy[directive]?.contains(Substring(scheme)) == true)
    }

    @Test("X15: a page runs nothing, sends nothing, embeds nothing, and its addresses have no other base")
    func refused() throws {
        let policy = try page("<p>x</p>").policy
        #expect(policy["default-src"] == ["'none'"])
        // These two do not fall back on `default-src` (CSP3 §6.3, §6.4).
        #expect(policy["base-uri"] == ["'none'"])
        #expect(policy["form-action"] == ["'none'"])
        #expect(Set(policy.keys) == ["default-src", "img-src", "media-src", "style-src", "base-uri", "form-action"])
        #expect(policy["media-src"] == ["https:", "http:"])
    }
}
