public import FeedModel

/// A digest as one HTML page: no script, nothing loaded but pictures, readable on a phone, on a desk and on paper.
public enum HTMLDigest {
    /// Renders.
    public static func render(_ digest: Digest) -> [UInt8] {
        var page = HTMLPage(digest)
        page.writeHead()
        page.writeMasthead()
        page.writeContents()
        page.writeSections()
        page.writeFoot()
        return page.bytes
    }
}
