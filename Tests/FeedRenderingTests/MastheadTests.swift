import FeedModel
import Testing

@testable import FeedRendering

/// The head of a page, and the language of its entries.
@Suite("the masthead")
struct MastheadTests {
    private func digest(_ counts: [(source: String, count: Int)], section: (Int) -> String) -> Digest {
        var sections: [DigestSection] = []
        for (index, (source, count)) in counts.enumerated() {
            let entries = (0..<count).map {
                SampleDigest.entry("\(source)\($0)", source: (source, source.uppercased())) { _ in }
            }
            if sections.last?.title == section(index) {
                sections[sections.count - 1].entries += entries
            } else {
                sections.append(DigestSection(title: section(index), entries: entries))
            }
        }
        return SampleDigest.digest(title: "t", locale: .ja, sections: sections)
    }

    private func line(_ digest: Digest) -> Substring? {
        String(decoding: HTMLDigest.render(digest), as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("<p class=\"sources\">") }
    }

    @Test("where sections are no sources, the masthead has how many entries each source has, the most first")
    func sources() {
        let counts = [(source: "a", count: 2), (source: "b", count: 5), (source: "c", count: 2)]
        let line = line(digest(counts) { _ in "" })
        let parts = ["B", "A", "C"].map {
            "<span><bdi>\($0)</bdi> <span class=\"count\">\($0 == "B" ? 5 : 2)</span></span>"
        }
        #expect(line == "<p class=\"sources\">\(parts.joined(separator: "\u{A0}· "))</p>")
        let names = ["A", "B", "C"]
        #expect(self.line(digest(counts) { names[$0] }) == nil)
        #expect(self.line(digest(counts) { $0 == 0 ? "today" : "before" }) != nil)
    }

    @Test("of many sources the masthead names eight; of one source, or of none, it says nothing")
    func many() {
        let counts = (0..<30).map { (source: "s\($0)", count: 30 - $0) }
        let line = line(digest(counts) { _ in "" })
        #expect(line?.ranges(of: "<bdi>").count == 8)
        #expect(line?.hasSuffix("\u{A0}· ほか22</p>") == true)
        #expect(self.line(digest([(source: "a", count: 3)]) { _ in "" }) == nil)
        #expect(self.line(digest([]) { _ in "" }) == nil)
    }

    @Test(
        "a title with kana is Japanese whatever its feed says, but not an English one that cites a word",
        arguments: [
            ("SwiftUIの新機能", "en", "ja"), ("GitHub Copilot Agent Mode で MCP Server を使う", nil, "ja"),
            ("ｶﾀｶﾅ", nil, "ja"), ("한국어로 쓴 글", nil, "ko"), ("한국어로 쓴 글", "en", "ko"),
            ("Why the Japanese word いき has no translation", "en", "en"),
            ("Why the Japanese word いき has no translation", nil, nil), ("Der Unterschied zwischen は und が", "de", "de"),
            ("Plain English", nil, nil), ("漢字", nil, nil), ("漢字", "zh", "zh"), ("", "ja", "ja"), ("の", nil, "ja"),
        ] as [(String, String?, String?)])
    func language(title: String, tag: String?, language: String?) {
        let digest = digest([(source: "a", count: 1)]) { _ in "" }
        var shown = digest.sections[0].entries[0]
        shown.entry.title = title
        shown.entry.language = tag
        let card = EntryCard(shown, columns: 0, words: DigestWords(.ja), sourceTitles: SourceTitles(digest))
        #expect(Language.of(shown.entry, card: card) == language)
    }
}
