public import FeedModel
import FeedRendering
public import FeedStages

/// CommonMark: a heading an entry.
public struct MarkdownFormat: DigestFormat {
    /// The word in the configuration.
    public static let type = "markdown"
    /// For the manual.
    public static let summary = "CommonMark, a heading an entry, excerpts as plain text"
    /// Whether renderings may follow each other in a file.
    public static let isAppendable = true
    /// What a server would call it.
    public static let mediaType = "text/markdown; charset=utf-8"

    /// Makes the format; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Renders.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { MarkdownDigest.render(digest) }
}
