import FeedModel

/// A digest as a feed that others may subscribe to.
public struct PublishedFeed: Sendable {
    /// Where the feed will be published, or nil if that is unknown.
    public var address: String?
    /// Whether entries have their whole text and their files.
    public var hasBodies: Bool
    /// Makes an id that is unique in the world and stays the same for these parts.
    public var id: @Sendable (_ parts: [String]) -> String

    /// Makes it.
    public init(address: String?, hasBodies: Bool, id: @escaping @Sendable (_ parts: [String]) -> String) {
        self.address = address
        self.hasBodies = hasBodies
        self.id = id
    }

    /// The id of the feed: that of its pipeline.
    func id(of digest: Digest) -> String { id([digest.origin, "pipeline", digest.pipeline]) }

    /// The entries, in the digest's order.
    func entries(of digest: Digest) -> [PublishedEntry] {
        let words = DigestWords(digest.locale)
        let titles = SourceTitles(digest)
        var budget = Self.longestFeed
        let links = Dictionary(
            digest.entries.map { ($0.key, ($0.entry.url ?? $0.entry.externalURL).flatMap(WebAddress.shown)) }
        ) { first, _ in first }
        return digest.entries.map { entry in
            // An older copy of a state gives the same keys to other entries, at other times.
            let id = id([digest.origin, entry.key, String(entry.firstSeen.milliseconds)])
            var published = PublishedEntry(entry, id: id, words: words, sourceTitles: titles)
            published.related = (entry.story?.members ?? []).compactMap { links[$0] ?? nil }
            if hasBodies { published.addBody(of: entry.entry, limit: min(Self.longestBody, budget)) }
            budget -= published.body?.length ?? 0
            return published
        }
    }

    /// When the feed last changed: the latest change of an entry, but never in the future.
    func updated(_ digest: Digest, _ entries: [PublishedEntry]) -> Timestamp {
        min(entries.map(\.updated).max() ?? digest.generatedAt, digest.generatedAt)
    }

    /// The most bytes of one body, and of all bodies. Other entries have their excerpt alone.
    private static let longestBody = 262_144
    private static let longestFeed = 16_777_216
}
