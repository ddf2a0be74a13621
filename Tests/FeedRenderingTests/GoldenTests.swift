import FeedModel
import FeedRendering
import Testing

@Suite("Digests, whole")
struct GoldenTests {
    struct Format: Sendable, CustomTestStringConvertible {
        let suffix: String
        let render: @Sendable (Digest) -> [UInt8]
        var testDescription: String { suffix }
    }

    static let formats = [
        Format(suffix: "txt", render: { TextDigest.render($0, options: options(for: $0)) }),
        Format(
            suffix: "md",
            render: {
                var all = MarkdownOptions()
                all.page = options(for: $0)
                return MarkdownDigest.render($0, options: all)
            }),
        Format(suffix: "html", render: { withoutStyle(HTMLDigest.render($0)) }),
        Format(suffix: "json", render: JSONDigest.render),
        Format(suffix: "jsonl", render: JSONLinesDigest.render),
    ]

    /// Most entries of a large digest are cards, so that both forms of an entry are tried.
    private static func options(for digest: Digest) -> PageOptions {
        PageOptions(briefAfter: digest.entries.count > 12 ? 40 : nil)
    }

    /// The page without its style sheet, which would hide what has changed in the page.
    private static func withoutStyle(_ page: [UInt8]) -> [UInt8] {
        let text = String(decoding: page, as: UTF8.self)
        let parts = text.split(separator: "<style>\n", maxSplits: 1)
        guard parts.count == 2, let end = parts[1].firstRange(of: "</style>") else { return page }
        return Array((parts[0] + "<style>" + parts[1][end.lowerBound...]).utf8)
    }

    @Test("a morning's digest in each format", arguments: formats)
    func morning(format: Format) {
        GoldenFile("morning.\(format.suffix)").expect(format.render(SampleDigest.morning))
    }

    @Test("an ungrouped digest in English in each format", arguments: formats)
    func plain(format: Format) {
        GoldenFile("plain.\(format.suffix)").expect(format.render(SampleDigest.plain))
    }

    @Test("entries that try to leave their place in each format", arguments: formats)
    func hostile(format: Format) {
        GoldenFile("hostile.\(format.suffix)").expect(format.render(SampleDigest.hostile))
    }

    @Test("a digest without entries says so", arguments: DigestLocale.allCases)
    func empty(locale: DigestLocale) {
        let words = locale == .ja ? "新しい記事はありません。" : "Nothing new."
        for format in Self.formats.prefix(3) {
            let text = String(decoding: format.render(SampleDigest.empty(locale)), as: UTF8.self)
            #expect(text.contains(words), "\(format.suffix)")
        }
        #expect(JSONLinesDigest.render(SampleDigest.empty(locale)).isEmpty)
    }

    @Test("the same digest gives the same bytes", arguments: formats)
    func determinism(format: Format) {
        #expect(format.render(SampleDigest.morning) == format.render(SampleDigest.morning))
    }

    @Test("whatever a feed holds, the output is valid UTF-8 without control characters", arguments: formats)
    func controls(format: Format) {
        let bytes = format.render(SampleDigest.hostile)
        #expect(String(validating: bytes, as: UTF8.self) != nil)
        let stray = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
            $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value))
        }
        #expect(stray.isEmpty)
    }
}
