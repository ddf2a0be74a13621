public import FeedModel
public import FeedStages

extension Digest {
    /// Returns a digest of one section whose entries have these titles. The first is one hour old, the next two hours.
    ///
    /// The key of an entry is `k_` and its title. Its address is `https://example.com/` and its number, from 1.
    public static func testing(
        _ titles: [String], now: Timestamp = ManualClock().now, zone: Zone = .utc, locale: DigestLocale = .en
    ) -> Digest {
        let entries = titles.enumerated().map { index, title in
            var entry = Entry()
            entry.title = title
            entry.url = "https://example.com/\(index + 1)"
            entry.published = now - .seconds((index + 1) * 3600)
            return DigestEntry(key: "k_\(title)", entry: entry, source: "some", sourceTitle: "Some", firstSeen: now)
        }
        return Digest(
            pipeline: "morning", title: "Morning", generatedAt: now, from: nil, to: now, zone: zone, locale: locale,
            sections: [DigestSection(title: "", entries: entries)])
    }
}

extension Candidate {
    /// Returns an entry with this title that waits since `seen`. `change` sets its other values.
    public static func testing(
        _ title: String? = nil, key: String = "k", source: String = "some", rank: Int = 0,
        seen: Timestamp = ManualClock().now, order: Int = 0, _ change: (inout Entry) -> Void = { _ in }
    ) -> Candidate {
        var entry = Entry()
        entry.title = title
        change(&entry)
        return Candidate(
            key: key, entry: entry, source: source, sourceRank: rank, firstSeen: seen, documentOrder: order)
    }
}
