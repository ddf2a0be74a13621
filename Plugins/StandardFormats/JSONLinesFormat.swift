public import FeedModel
import FeedRendering
public import FeedStages

/// JSON Lines: an entry's object on each line.
public struct JSONLinesFormat: DigestFormat {
    /// The word in the configuration.
    public static let type = "jsonl"
    /// For the manual.
    public static let summary = "JSON Lines, an entry's object on each line"
    /// Whether renderings may follow each other in a file.
    public static let isAppendable = true
    /// What a server would call it.
    public static let mediaType = "application/jsonl"

    /// Makes the format; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Renders.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { JSONLinesDigest.render(digest) }
}
