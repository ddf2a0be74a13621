import FeedModel
import FeedParsing
import Testing

/// Each document that has a trouble stands beside one that must be refused or left as it is.
@Suite("Documents that come packed or as pages")
struct PackedDocumentTests {
    private func read(_ bytes: [UInt8]) throws -> Feed {
        try FeedReader.read(bytes, contentType: nil, url: "https://blog.example/")
    }

    private static let text =
        "<rss version=\"2.0\"><channel><title>News</title><item><title>One</title><guid>1</guid></item></channel></rss>"

    /// `text` as `gzip` packs it.
    private static let packed = bytes(
        "1f8b0800000000000203b3292a2e56284b2d2acecccfb35532d23350b2b349ce48cccb4bcdb1b329c92cc949b5f34b2d2fb6d187b06d324b52"
            + "736112fe79a970f1f4d2cc143b431b7d306da30f51a60f37491f688d1d006bbd74ae6c000000")

    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.utf8.count, by: 2).map { UInt8(hex.dropFirst($0).prefix(2), radix: 16) ?? 0 }
    }

    /// Bytes packed without being made smaller (RFC 1951 §3.2.4), with sum and length behind them.
    private func stored(_ content: [UInt8], sum: UInt32? = nil, head: [UInt8] = [0, 0, 0, 0, 0, 0, 3]) -> [UInt8] {
        var bytes: [UInt8] = [0x1F, 0x8B, 8] + head
        let blocks = stride(from: 0, to: max(content.count, 1), by: 65_535).map { start in
            Array(content[start..<min(start + 65_535, content.count)])
        }
        for (index, block) in blocks.enumerated() {
            let length = UInt16(block.count)
            bytes.append(index == blocks.count - 1 ? 1 : 0)
            for value in [length, ~length] { bytes += [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }
            bytes += block
        }
        for value in [sum ?? checksum(content), UInt32(truncatingIfNeeded: content.count)] {
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
        }
        return bytes
    }

    private func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
        }
    }

    @Test("Z14 a feed that is packed without a word is unpacked, and that is told")
    func gzip() throws {
        let feed = try read(Self.packed)
        #expect(feed.title == "News")
        #expect(feed.entries.map(\.title) == ["One"])
        #expect(feed.repairs == [Repair(code: "unlabelled_gzip")])
        // Two members joined, the first with a name.
        let (first, second) = (Array(Self.text.utf8.prefix(40)), Array(Self.text.utf8.dropFirst(40)))
        let named = stored(first, head: [8, 0, 0, 0, 0, 0, 3] + Array("feed.xml".utf8) + [0])
        #expect(try read(named + stored(second)).entries.count == 1)
    }

    @Test("Z14 what is cut off, damaged or hollow is refused, and a bomb unfolds no further than 16 MiB")
    func refused() throws {
        // The sum of so many blanks, which would take long to count here.
        let bomb = stored(Array(repeating: 0x20, count: (16 << 20) + 1), sum: 0x2F384E61)
        let documents: [[UInt8]] = [
            Array(Self.packed.dropLast(9)), Self.packed.enumerated().map { $0 == 30 ? $1 ^ 0xFF : $1 },
            stored(Array(Self.text.utf8), sum: 1), bomb, Array(repeating: stored([]), count: 1001).flatMap { $0 },
            [0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0],
        ]
        for bytes in documents {
            expectRefusal(.notAFeed, "gzip") { try read(bytes) }
        }
        // One layer is a mistake, two are an attack.
        expectRefusal(.notAFeed, "gzip") { try read(stored(Self.packed)) }
    }

    @Test("Z14 what is packed in another way is still told by its name")
    func otherPacking() {
        expectRefusal(.notAFeed, "zstd") { try read([0x28, 0xB5, 0x2F, 0xFD, 0, 0]) }
        expectRefusal(.notAFeed, "gzip") { try read([0x1F, 0x8B, 7, 0, 0, 0]) }
    }

    @Test("T08 a page's feed is told with its whole query, whatever names of characters its fields look like")
    func namedWithQuery() throws {
        let href = "/feed?a=1&region=2&copy=3&amp;order=4"
        let link = "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"\(href)\">"
        let feed = "https://blog.example/feed?a=1&region=2&copy=3&order=4"
        expectRefusal(.notAFeed, "HTML page that names a feed", feed: feed) {
            try read(Array("<!DOCTYPE html><html><head>\(link)</head><body></body></html>".utf8))
        }
    }

    @Test(
        "Z15 a page that names its feed as plain XML, or in several words, is seen to name one",
        arguments: [
            "<link rel=\"alternate\" type=\"application/xml\" href=\"/feed.xml\">",
            "<link rel=alternate type=text/xml href=/feed.xml>",
            "<LINK REL=\"alternate home\" TYPE=\"application/rss+xml; charset=utf-8\" HREF=\"/feed.xml\">",
            "<link rel=\"feed\" href=\"/feed.xml\">",
            "<link\nrel='alternate'\ntype='application/atom+xml'\nhref='/feed.xml'>",
            "<link rel=\"alternate\" type=\"text/xml\" href=\"/oembed?format=xml\"><link rel=\"alternate\" type=\"text/xml\" href=\"/feed.xml\">",
            "<link rel=\"alternate\" type=\"application/xml\" href=\"/map.xml\"><link rel=\"alternate\" type=\"application/rss+xml\" href=\"/feed.xml\">",
        ])
    func named(links: String) {
        let page = "<!DOCTYPE html><html><head>\(links)</head><body></body></html>"
        let feed = "https://blog.example/feed.xml"
        expectRefusal(.notAFeed, "HTML page that names a feed", feed: feed) { try read(Array(page.utf8)) }
    }

    @Test(
        "Z15 what a page names for others is not taken for its feed",
        arguments: [
            "<link rel=\"alternate\" type=\"application/json\" href=\"/wp-json/wp/v2/pages/2\">",
            "<link rel=\"alternate\" type=\"text/xml+oembed\" href=\"/oembed\">",
            "<link rel=\"sitemap\" type=\"application/xml\" href=\"/sitemap.xml\">",
            "<link rel=\"EditURI\" type=\"application/rsd+xml\" href=\"/rsd\">",
            "<link rel=\"alternate\" hreflang=\"ja\" href=\"/ja/\">",
            "<linkrel=\"alternate\" type=\"text/xml\" href=\"/x\">",
        ])
    func notNamed(link: String) {
        let page = "<!DOCTYPE html><html><head>\(link)</head><body></body></html>"
        expectRefusal(.notAFeed, "HTML page") { try read(Array(page.utf8)) }
    }
}
