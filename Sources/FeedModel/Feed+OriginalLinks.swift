/// Links of proxies that count who follows them (FeedBurner's), beside the addresses that they stand for. Such proxies
/// die before the sites do.
extension Link {
    /// Relation of the address that a proxy's link stands for: `feedburner:origLink` as an IRI (RFC 4287 §4.2.7.2).
    public static let originalRelation = "http://rssnamespace.org/feedburner/ext/1.0#origLink"

    fileprivate var isAlternate: Bool { rel == nil || rel == "alternate" }
}

extension Feed {
    /// Makes the addresses that links of a proxy stand for those of the entries. The feed's own link stays the entry's
    /// first alternate. What is no `http` or `https` address, or is said of several entries, leaves its entry as it is.
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
    /// The link that the feed itself gives: `url`, unless that is the address behind it; or nil.
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
