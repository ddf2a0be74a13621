public import FeedConfiguration
public import FeedModel
import FeedRendering
public import FeedStages
import FeedSystem

/// The options of `atom` and `jsonfeed`.
public struct FeedFormatConfiguration: StageConfiguration {
    let feed: PublishedFeed

    /// Reads `feed_url` and `bodies`; mistakes are reported to the section.
    public init(from section: ConfigSection) {
        let address = section.option("feed_url", as: String.self, help: .message("option.feed_format.feed_url"))
        let bodies = section.option("bodies", default: Bodies.excerpt, help: .message("option.feed_format.bodies"))
        let shown = address.flatMap(WebAddress.shown)
        if address != nil, shown == nil {
            section.report(
                .message("feed_format.bad_address", ["path": .text(section.path)]), at: section.node["feed_url"]?.place,
                suggestion: .message("feed_format.bad_address.cure"))
        }
        feed = PublishedFeed(address: shown, hasBodies: bodies == .full, id: Self.id)
    }

    /// How much of an entry's text others may read.
    enum Bodies: String, ConfigChoice {
        case excerpt, full
    }

    /// Returns a UUID of version 8, made by SHA-256 (RFC 9562 §5.8), as a URN.
    private static func id(of parts: [String]) -> String {
        // The lengths keep different parts apart.
        var bytes = Array(SHA256.hash(parts.map { "\($0.utf8.count):\($0)" }.joined()).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Hexadecimal.encode(bytes)
        var text = "urn:uuid:"
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }
}

/// An Atom feed (RFC 4287) of the pipeline.
public struct AtomFormat: DigestFormat {
    /// The value of `type` in the configuration: `atom`.
    public static let type = "atom"
    /// The description of the format for users.
    public static let summary: LocalizedText = .message("summary.format.atom")
    /// The suffixes of paths that mean this format.
    public static let suffixes = ["atom", "xml"]
    /// Whether several renderings may follow each other in a file.
    public static let isAppendable = false
    /// The media type of a rendering.
    public static let mediaType = "application/atom+xml; charset=utf-8"
    /// Whether others fetch its renderings: yes, it is a feed.
    public static let isForOthers = true

    private let feed: PublishedFeed

    /// Makes the format.
    public init(_ configuration: FeedFormatConfiguration, services: Services) throws(StageError) {
        feed = configuration.feed
    }

    /// Returns the rendering of a digest, in UTF-8.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { AtomDigest.render(digest, as: feed) }
}

/// A JSON Feed 1.1 of the pipeline.
public struct JSONFeedFormat: DigestFormat {
    /// The value of `type` in the configuration: `jsonfeed`.
    public static let type = "jsonfeed"
    /// The description of the format for users.
    public static let summary: LocalizedText = .message("summary.format.jsonfeed")
    /// Whether several renderings may follow each other in a file.
    public static let isAppendable = false
    /// The media type of a rendering.
    public static let mediaType = "application/feed+json"
    /// Whether others fetch its renderings: yes, it is a feed.
    public static let isForOthers = true

    private let feed: PublishedFeed

    /// Makes the format.
    public init(_ configuration: FeedFormatConfiguration, services: Services) throws(StageError) {
        feed = configuration.feed
    }

    /// Returns the rendering of a digest, in UTF-8.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { JSONFeedDigest.render(digest, as: feed) }
}
