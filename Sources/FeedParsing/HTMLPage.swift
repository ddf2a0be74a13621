import FeedHTML
import FeedMessages
import FeedModel

/// A page where a feed was expected.
package enum HTMLPage {
    /// Returns the refusal of the page, with the address of the feed in its `link` elements, if there is one.
    static func refusal(_ text: ArraySlice<UInt8>, url: String?) -> FeedReadingError {
        guard let feed = feeds(in: text, url: url).first else {
            return FeedReadingError(.notAFeed, found: .message("document.html"))
        }
        var error = FeedReadingError(.notAFeed, found: .message("document.html_with_feed"))
        error.feedAddress = feed
        return error
    }

    /// Bytes of a page that are searched for `link` elements.
    private static let longestHead = 256 << 10
    private static let longestTag = 4096
    private static let longestAddress = 2048

    /// Returns the addresses of the feeds that a response's page names; none if it is no page.
    ///
    /// - Parameters:
    ///   - bytes: the page as received.
    ///   - contentType: the `Content-Type` as received, or nil.
    ///   - url: the address of the page, against which the others are resolved.
    package static func feeds(ofResponse bytes: [UInt8], contentType: String?, url: String) -> [String] {
        guard BinaryGuess.name(bytes) == nil else { return [] }
        let text = DecodedText(Array(bytes.prefix(longestHead)), contentType: contentType).utf8
        guard case .html = DocumentStart(text) else { return [] }
        return feeds(in: text, url: url)
    }

    /// The most feeds of a page that are found.
    private static let mostFeeds = 10

    /// The addresses in `<link rel="alternate" type="application/rss+xml" href="…">` and similar elements, in order;
    /// addresses of plain XML if there is no certain feed.
    private static func feeds(in text: ArraySlice<UInt8>, url: String?) -> [String] {
        var rest = text.prefix(longestHead)
        var (certain, doubtful): ([String], [String]) = ([], [])
        while certain.count < mostFeeds, let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            guard rest.count > 5, rest.prefix(4).elementsEqual("link".utf8, by: { $0 | 0x20 == $1 }),
                rest[rest.startIndex + 4] <= 0x20
            else { continue }
            guard let end = rest.prefix(longestTag).firstIndex(of: UInt8(ascii: ">")) else { continue }
            let tag = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[end...]
            guard let address = address(in: tag, url: url) else { continue }
            switch FeedLink(relation: attribute("rel", of: tag), type: attribute("type", of: tag), address: address) {
            case .feed where !certain.contains(address): certain.append(address)
            case .perhaps where doubtful.count < mostFeeds && !doubtful.contains(address): doubtful.append(address)
            default: break
            }
        }
        return certain.isEmpty ? doubtful : certain
    }

    private static func address(in tag: String, url: String?) -> String? {
        guard let href = attribute("href", of: tag),
            let address = Address.resolve(HTMLEntities.decode(attribute: href), against: url)
        else { return nil }
        return Address.isHTTP(address) && address.utf8.count <= longestAddress ? address : nil
    }

    /// The value of an attribute, quoted or not.
    private static func attribute(_ name: String, of tag: String) -> String? {
        let bytes = Array(tag.utf8)
        let key = Array((name + "=").utf8)
        guard bytes.count > key.count else { return nil }
        for start in 1..<(bytes.count - key.count + 1) where bytes[start - 1] <= 0x20 {
            let end = start + key.count
            guard bytes[start..<end].elementsEqual(key, by: { $0 == $1 || $0 | 0x20 == $1 }) else { continue }
            guard end < bytes.count else { return nil }
            let quote = bytes[end]
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            let value = isQuoted ? bytes[(end + 1)...].prefix { $0 != quote } : bytes[end...].prefix { $0 > 0x20 }
            return String(decoding: value, as: UTF8.self)
        }
        return nil
    }
}
