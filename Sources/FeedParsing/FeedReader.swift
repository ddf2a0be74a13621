import FeedMessages
public import FeedModel

/// Reads bytes as a feed: RSS 0.90 to 2.0, RDF, Atom 0.3 and 1.0, CDF, JSON Feed 1.0 and 1.1.
///
/// Pure and synchronous: it uses no network and no files, even if the document asks for them.
public struct FeedReader: Sendable {
    /// Reads `bytes` as a feed.
    ///
    /// - Parameters:
    ///   - contentType: the `Content-Type` as received. Only its charset counts; the bytes decide the format.
    ///   - url: the document's own address; relative addresses are resolved against it.
    /// - Throws: `FeedReadingError` if the bytes are no feed, or one cut off or nested too deep before an entry.
    public static func read(
        _ bytes: [UInt8], contentType: String?, url: String?, limits: ParsingLimits = .standard
    ) throws(FeedReadingError) -> Feed {
        if GzipFile.isOne(bytes) {
            guard let content = GzipFile.content(of: bytes) else {
                throw FeedReadingError(.notAFeed, found: "gzip")
            }
            var feed = try readPlain(content, contentType: contentType, url: url, limits: limits)
            feed.repairs.insert(.unlabelledGzip, at: 0)
            return feed
        }
        return try readPlain(bytes, contentType: contentType, url: url, limits: limits)
    }

    private static func readPlain(
        _ bytes: [UInt8], contentType: String?, url: String?, limits: ParsingLimits
    ) throws(FeedReadingError) -> Feed {
        if let found = BinaryGuess.name(bytes) { throw FeedReadingError(.notAFeed, found: found) }
        let isCut = bytes.count > longest
        let text = DecodedText(isCut ? Array(bytes[..<longest]) : bytes, contentType: contentType)
        var feed = try read(text.utf8, url: url, limits: limits)
        feed.repairs = text.repairs + feed.repairs
        if isCut { feed.isComplete = false }
        return feed
    }

    /// Bytes that are read of a document (512 MiB). The transport's `max_body` is far below.
    private static let longest = 512 << 20

    private static func read(
        _ text: ArraySlice<UInt8>, url: String?, limits: ParsingLimits
    ) throws(FeedReadingError) -> Feed {
        switch DocumentStart(text) {
        case .empty: throw FeedReadingError(.emptyBody)
        case .json: return try JSONFeedReader.read(text, url: url, limits: limits)
        case .html: throw HTMLPage.refusal(text, url: url)
        case .text: throw FeedReadingError(.notAFeed, found: BinaryGuess.name(ofText: text))
        case .xml(let start, let junk):
            var feed = try XMLFeedReader.read(text[start...], url: url, limits: limits)
            if junk > 0 { feed.repairs.insert(Repair(code: "junk_before_root"), at: 0) }
            return feed
        }
    }
}
