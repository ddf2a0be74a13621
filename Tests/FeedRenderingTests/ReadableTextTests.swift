import FeedModel
import FeedRendering
import Testing

/// U13: what made digests in Markdown and text hard to read.
@Suite("readable digests")
struct ReadableTextTests {
    private func digest(_ fill: (inout Entry) -> Void) -> Digest {
        let entry = SampleDigest.entry("k", source: ("qiita", "Qiita")) {
            $0.title = "A title"
            $0.published = SampleDigest.moment("2026-11-20T06:12:00+09:00")
            fill(&$0)
        }
        return SampleDigest.digest(
            title: "t", locale: .en, sections: [DigestSection(title: "Qiita", entries: [entry])])
    }

    private func text(_ render: (Digest) -> [UInt8], _ fill: (inout Entry) -> Void = { _ in }) -> String {
        String(decoding: render(digest(fill)), as: UTF8.self)
    }

    @Test("U13: under the heading of a source, an entry does not name it again; a publisher is named")
    func label() {
        #expect(text(TextDigest.render).contains("\n  2026/11/20 06:12\n"))
        #expect(text(MarkdownDigest.render).contains("\n2026/11/20 06:12\n"))
        let published = text(TextDigest.render) { $0.publisher = Publisher(name: "The Sample") }
        #expect(published.contains("[The Sample] 2026/11/20 06:12"))
    }

    @Test("U13: lines of text are at most 78 columns wide, except for addresses")
    func width() {
        let text = text(TextDigest.render) { entry in
            entry.publisher = Publisher(name: "A publisher with a name that is quite long, as some are")
            entry.numbers = ["likes": 1_000_000, "stocks": 1_000_000, "bookmarks": 1_000_000, "comments": 1_000_000]
        }
        #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of(String($0)) <= 78 })
        #expect(text.contains("1,000,000 · "))
    }

    @Test("U13: no counter is zero")
    func counters() {
        for render in [TextDigest.render, MarkdownDigest.render] {
            let text = text(render) { $0.numbers = ["likes": 0, "stocks": 2] }
            #expect(!text.contains("likes") && text.contains("stocks 2"))
        }
    }

    @Test(
        "U13: Markdown escapes a sign only where it could mean something",
        arguments: [
            ("C# and F#", "C# and F#"), ("costs $5", "costs $5"), ("$5 and $6", "\\$5 and \\$6"),
            ("see #12", "see \\#12"), ("a title #", "a title \\#"), ("go ##", "go \\#\\#"), ("${HOME}", "\\$\\{HOME}"),
        ])
    func signs(text: String, escaped: String) {
        #expect(String(decoding: MarkdownText.escaped(text), as: UTF8.self) == escaped)
    }

    @Test("U13: a small file has its size in bytes")
    func size() {
        let text = text(MarkdownDigest.render) {
            $0.enclosures = [Enclosure(url: "https://a.example/x.mp3", mediaType: "audio/mpeg", size: 48)]
        }
        #expect(text.contains("48 B") && !text.contains("0.0 kB"))
    }

    @Test("U13: an excerpt is of sentences; a list is quoted only if there is no sentence")
    func excerpt() {
        var entry = Entry()
        let list = "<ul><li>対象読者</li><li>動作確認環境</li></ul>"
        entry.content = .html(
            UntrustedHTML(markup: "\(list)<p>社内のバッチ処理を移しました。最初は警告が多く、やり方を変えました。</p>"))
        #expect(Excerpt.of(entry, columns: 80) == "社内のバッチ処理を移しました。最初は警告が多く、やり方を変えました。")
        entry.content = .html(UntrustedHTML(markup: "<p>目次</p>\(list)"))
        #expect(Excerpt.of(entry, columns: 80) == "目次 · 対象読者 · 動作確認環境")
    }
}
