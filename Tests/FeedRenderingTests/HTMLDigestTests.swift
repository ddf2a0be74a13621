import FeedModel
import FeedRendering
import Testing

@Suite("The page")
struct HTMLDigestTests {
    private func page(_ digest: Digest, _ choose: (inout HTMLOptions) -> Void = { _ in }) -> String {
        var options = HTMLOptions()
        choose(&options)
        return String(decoding: HTMLDigest.render(digest, options: options), as: UTF8.self)
    }

    private func count(_ needle: String, in text: String) -> Int {
        text.split(separator: needle, omittingEmptySubsequences: false).count - 1
    }

    @Test("the character set comes first, then a policy that allows pictures and our style, nothing else")
    func head() {
        let text = page(SampleDigest.morning)
        let start = """
            <!DOCTYPE html>
            <html lang="ja">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src https: http: data:; media-src https: http:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">

            """
        #expect(text.hasPrefix(start))
    }

    @Test("every entry opens one article and closes it, whatever it holds")
    func articles() {
        for bodies in HTMLOptions.Bodies.allCases {
            let text = page(SampleDigest.hostile) { $0.bodies = bodies }
            #expect(count("id=\"e-", in: text) == HostileEntries.all.count)
            #expect(count("<article", in: text) == count("</article>", in: text))
            #expect(count("<details", in: text) == count("</details>", in: text))
            #expect(count("<script", in: text) == 0)
            #expect(count("<main", in: text) == 1)
        }
        let text = page(SampleDigest.hostile)
        #expect(count("<script", in: text) == 0)
        #expect(count("<main id=\"main\">", in: text) == 1)
        #expect(count("<h1", in: text) == 1)
        #expect(count("<footer", in: text) == 1)
        #expect(count("javascript:", in: text.replacing("javascript:alert(1)", with: "")) == 0)
        #expect(!text.contains("href=\"javascript"))
        #expect(text.hasSuffix("</footer>\n</body>\n</html>\n"))
    }

    @Test("what is missing is named at the foot, with its message")
    func foot() {
        let text = page(SampleDigest.morning)
        #expect(text.contains("<li><b>Zenn – Swift</b> <span lang="))
        #expect(text.contains("&lt;title&gt;Parked &amp; for sale&lt;/title&gt;"))
        #expect(text.contains("新着232件のうち9件を掲載（見送り223件：期限切れ120・重複91・次回に持ち越し12）"))
    }

    @Test("a body in which nothing is left to show is not folded in")
    func emptyBody() {
        let entry = SampleDigest.entry("k") {
            $0.title = "Title"
            $0.summary = .plain("Summary")
            $0.content = .html(UntrustedHTML(markup: "<script>alert(1)</script><svg><text>x</text></svg>"))
        }
        let text = page(
            SampleDigest.digest(title: "t", locale: .en, sections: [DigestSection(title: "", entries: [entry])]))
        #expect(text.contains("Summary"))
        #expect(!text.contains("<details>"))
    }

    @Test("a text longer than the page can bear is not folded in, and the page says so", arguments: [true, false])
    func tooLong(isFull: Bool) {
        let digest = SampleDigest.digest(
            title: "t", locale: .en,
            sections: [
                DigestSection(
                    title: "",
                    entries: [
                        SampleDigest.entry("long") {
                            $0.title = "Long"
                            $0.content = .plain(String(repeating: "word ", count: 200_000))
                        }
                    ])
            ])
        let text = page(digest) { if isFull { $0.bodies = .full } }
        #expect(text.utf8.count < 25_000)
        #expect(text.contains(isFull ? "too long for this page" : "The full text of 1 entry was left out"))
    }

    @Test(
        "an entry's language is its own if it is one, else what its script leaves no doubt of",
        arguments: [
            ("en-GB", "x", "lang=\"en-GB\""), ("en\" onload=\"x", "x", nil), (nil, "かな", "lang=\"ja\""),
            (nil, "한국", "lang=\"ko\""), (nil, "漢字", nil), ("", "x", nil),
        ] as [(String?, String, String?)])
    func language(tag: String?, title: String, attribute: String?) {
        let entry = SampleDigest.entry("k") {
            $0.language = tag
            $0.title = title
        }
        let text = page(
            SampleDigest.digest(title: "t", locale: .en, sections: [DigestSection(title: "", entries: [entry])]))
        let attributes = attribute.map { " \($0)" } ?? ""
        #expect(text.contains("<article id=\"e-k\">"))
        #expect(text.contains("<h2\(attributes) dir=\"auto\">"))
    }
}
