public import FeedModel
import FeedRendering
public import FeedStages

/// Plain text for terminals and mail.
public struct TextFormat: DigestFormat {
    /// The word in the configuration.
    public static let type = "text"
    /// For the manual.
    public static let summary = "plain text for terminals and mail, 78 columns"
    /// Whether renderings may follow each other in a file.
    public static let isAppendable = true
    /// What a server would call it.
    public static let mediaType = "text/plain; charset=utf-8"

    /// Makes the format; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Renders.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { TextDigest.render(digest) }
}
