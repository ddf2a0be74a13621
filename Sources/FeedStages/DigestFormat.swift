public import FeedModel

/// Turns a digest into bytes; formats know nothing of sinks.
public protocol DigestFormat: Stage {
    /// Whether several renderings may stand one after the other in a file.
    static var isAppendable: Bool { get }
    /// Media type such as `text/html; charset=utf-8`.
    static var mediaType: String { get }
    /// Renders; the same digest gives the same bytes.
    func render(_ digest: Digest) throws(StageError) -> [UInt8]
}
