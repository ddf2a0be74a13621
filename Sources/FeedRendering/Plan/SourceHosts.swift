import FeedModel

/// The hosts that sources link to. A source such as Hatena Bookmark links to many sites, and readers want to know which.
struct SourceHosts {
    private var hosts: [String: Set<String>] = [:]

    /// Collects the hosts of entries without a publisher.
    init(_ entries: [(DigestEntry, EntryCard)]) {
        for (entry, card) in entries where entry.entry.publisher == nil {
            guard hosts[entry.source, default: []].count < 2, let host = card.link.flatMap(WebAddress.host) else {
                continue
            }
            hosts[entry.source, default: []].insert(host)
        }
    }

    /// Returns the host of an entry, if its source links to several and the entry names no publisher.
    func host(of entry: DigestEntry, _ card: EntryCard) -> String? {
        guard entry.entry.publisher == nil, hosts[entry.source, default: []].count > 1 else { return nil }
        return card.link.flatMap(WebAddress.host).map { Excerpt.cut($0, columns: 40) }
    }
}
