public import FeedModel

/// Renders a digest as one HTML page without scripts. It loads only pictures, and suits phones, desktops and paper.
public enum HTMLDigest {
    /// Renders a digest as UTF-8, with the default options.
    public static func render(_ digest: Digest) -> [UInt8] { render(digest, options: HTMLOptions()) }

    /// Renders a digest as UTF-8.
    public static func render(_ digest: Digest, options: HTMLOptions) -> [UInt8] {
        var page = HTMLPage(digest, options: options)
        page.writeHead()
        page.writeMasthead()
        page.writeContents()
        page.writeMain()
        page.writeFoot()
        return page.withBodies()
    }
}
