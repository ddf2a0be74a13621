public import FeedModel

/// Renders a digest to bytes. A format does not know the sink.
public protocol DigestFormat: Stage {
    /// Whether several renderings may follow one another in one file.
    static var isAppendable: Bool { get }
    /// The media type, such as `text/html; charset=utf-8`.
    static var mediaType: String { get }
    /// Whether its renderings are made for others to fetch, as a feed is. Terms of sources may forbid that.
    static var isForOthers: Bool { get }
    /// Whether it renders a page of the entries that a digest leaves out.
    static var hasOmittedPage: Bool { get }
    /// The suffixes of paths that mean this format in a short form, in lower case: `html` for `digests/today.html`. If
    /// two formats have one, the first by name counts.
    static var suffixes: [String] { get }
    /// Renders a digest. The same digest gives the same bytes. Throws if the digest cannot be rendered.
    func render(_ digest: Digest) throws(StageError) -> [UInt8]
    /// Renders a page of the entries that a digest leaves out. A sink calls it only with `hasOmittedPage`. Throws if it
    /// cannot be rendered.
    ///
    /// - Parameters:
    ///   - omitted: the entries.
    ///   - digest: the digest that leaves them out.
    ///   - page: the address of the digest's own page, as a relative reference.
    func render(_ omitted: OmittedEntries, of digest: Digest, page: String) throws(StageError) -> [UInt8]
}

extension DigestFormat {
    /// False by default.
    public static var isForOthers: Bool { false }
    /// False by default.
    public static var hasOmittedPage: Bool { false }
    /// None by default: a sink names the format.
    public static var suffixes: [String] { [] }
    /// Returns nothing by default.
    public func render(_ omitted: OmittedEntries, of digest: Digest, page: String) throws(StageError) -> [UInt8] { [] }
}
