/// Links of proxies that count clicks (FeedBurner's), and the addresses behind them. Sites outlive such proxies.
extension Link {
    /// Relation of the address behind a proxy's link: `feedburner:origLink` as an IRI (RFC 4287 §4.2.7.2).
    public static let originalRelation = "http://rssnamespace.org/feedburner/ext/1.0#origLink"

    fileprivate var isAlternate: Bool { rel == nil || rel == "alternate" }
}

extension Feed {
    /// Gives each entry the address behind its proxy's link. The proxy's link stays the entry's first alternate. An
    /// address that is not `http` or `https`, or that several entries share, changes nothing.
    package mutating func preferOriginalLinks() {
        var count: [String: Int] = [:]
        for entry in entries { if let link = entry.originalLink { count[link.href, default: 0] += 1 } }
        guard !count.isEmpty else { return }
        for index in entries.indices {
            guard let original = entries[index].originalLink?.href else { continue }
            if original == entries[index].url {
                entries[index].links.removeAll { $0.rel == Link.originalRelation }
            } else if count[original] == 1, Address.isHTTP(original), Address.host(original) != nil {
                entries[index].prefer(original)
            }
        }
    }
}

extension Entry {
    /// The link that the feed itself gives, or nil. It differs from `url` if that is the address behind a proxy's link.
    package var linkInFeed: String? {
        guard let originalLink, originalLink.href == url else { return url }
        return links.first(where: \.isAlternate)?.href ?? url
    }

    fileprivate var originalLink: Link? { links.first { $0.rel == Link.originalRelation } }

    fileprivate mutating func prefer(_ original: String) {
        if let feedLink = url {
            let known = links.firstIndex { $0.href == feedLink && $0.isAlternate }
            links.insert(known.map { links.remove(at: $0) } ?? Link(href: feedLink, rel: "alternate"), at: 0)
        }
        url = original
    }
}
