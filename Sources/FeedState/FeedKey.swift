public import FeedStages

/// What a feed is known by in the state: its plugin's type and canonical request, not its name in the configuration.
public struct FeedKey: Sendable, Hashable {
    let hash: [UInt8]

    init(hash: [UInt8]) { self.hash = hash }

    /// The key of a source.
    public init(of source: any Source) {
        hash = SHA256.hash(Array((type(of: source).type + "\u{0}" + source.canonicalRequest).utf8))
    }
}
