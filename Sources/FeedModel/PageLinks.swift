/// Pages that belong to the page of a digest. Each address is a relative reference (RFC 3986 §4.2), percent-encoded.
public struct PageLinks: Sendable, Hashable {
    /// The page of the pipeline's previous digest, or nil.
    public var previous: String?
    /// The page of the entries that the digest leaves out, or nil.
    public var omitted: String?

    /// Makes the links; by default there are none.
    public init(previous: String? = nil, omitted: String? = nil) {
        self.previous = previous
        self.omitted = omitted
    }
}
