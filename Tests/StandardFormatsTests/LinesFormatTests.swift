import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import StandardFormats
import Testing

/// The options of `text` and `markdown`.
@Suite("formats in lines")
struct LinesFormatTests {
    private let digest: Digest = {
        var entry = Entry()
        entry.title = "Title"
        entry.content = .plain("A sentence of the text.")
        let moment = Timestamp(seconds: 1_795_125_600)
        let entries = (0..<6).map {
            DigestEntry(key: "k\($0)", entry: entry, source: "s", sourceTitle: "S", firstSeen: moment)
        }
        return Digest(
            pipeline: "p", title: "Digest", generatedAt: moment, from: nil, to: moment, zone: .utc, locale: .en,
            sections: [DigestSection(title: "", entries: entries)])
    }()

    private func page<Format: DigestFormat>(_ format: Format.Type, _ options: Node) throws -> String {
        String(decoding: try format.configured(options).stage.render(digest), as: UTF8.self)
    }

    @Test("`lead`, `brief_after` and `excerpt` mean what they mean for a page")
    func shared() throws {
        for chosen in [try page(TextFormat.self, ["lead": "1"]), try page(MarkdownFormat.self, ["lead": "1"])] {
            #expect(chosen.contains("Top stories") && chosen.contains("A sentence"))
        }
        let options: Node = ["brief_after": "2", "excerpt": "0"]
        let (text, markdown) = (try page(TextFormat.self, options), try page(MarkdownFormat.self, options))
        #expect(text.contains("* Title") && text.contains("- Title") && !text.contains("A sentence"))
        #expect(markdown.contains("### Title") && markdown.contains("- Title") && !markdown.contains("A sentence"))
        #expect(try TextFormat.configured(["lead": "5"]).diagnostics.count == 1)
        #expect(try MarkdownFormat.configured(["excerpt": "-1"]).diagnostics.count == 1)
    }

    @Test("`front_matter` and `checkboxes` are for people who keep notes")
    func notes() throws {
        let page = try page(MarkdownFormat.self, ["front_matter": "yes", "checkboxes": "yes"])
        #expect(page.hasPrefix("---\ntitle: \"Digest\"\n") && page.contains("\n- [ ] Title\n"))
        #expect(try MarkdownFormat.configured(["front_matter": "yes", "mode": "append"]).diagnostics.count == 1)
    }
}
