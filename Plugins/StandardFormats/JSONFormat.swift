public import FeedModel
import FeedRendering
public import FeedStages

/// One JSON object: the digest and its entries.
public struct JSONFormat: DigestFormat {
    /// The word in the configuration.
    public static let type = "json"
    /// For the manual.
    public static let summary = "one JSON object: the digest and its entries"
    /// Whether renderings may follow each other in a file.
    public static let isAppendable = false
    /// What a server would call it.
    public static let mediaType = "application/json"

    /// Makes the format; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Renders.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { JSONDigest.render(digest) }
}
