public import FeedModel
import FeedRendering
public import FeedStages

/// A page: one file, no script.
public struct HTMLFormat: DigestFormat {
    /// The word in the configuration.
    public static let type = "html"
    /// For the manual.
    public static let summary = "a page for the browser: one file, no script, light and dark"
    /// Whether renderings may follow each other in a file.
    public static let isAppendable = false
    /// What a server would call it.
    public static let mediaType = "text/html; charset=utf-8"

    /// Makes the format; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Renders.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { HTMLDigest.render(digest) }
}
