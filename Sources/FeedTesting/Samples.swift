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

extension Digest {
    /// Returns a digest in English of one section whose entries have these titles and summaries, all of now. Their keys
    /// are `k0`, `k1` and so on; `address` gives the address of each by its number.
    public static func testing(
        _ entries: [(title: String, summary: String?)], title: String, section: String,
        address: (Int) -> String? = { "https://example.com/\($0)" }
    ) -> Digest {
        let now = ManualClock().now
        let entries = entries.enumerated().map { index, content in
            var entry = Entry()
            entry.title = content.title
            entry.summary = content.summary.map { .plain($0) }
            entry.url = address(index)
            entry.published = now
            return DigestEntry(key: "k\(index)", entry: entry, source: "some", sourceTitle: "Some", firstSeen: now)
        }
        return Digest(
            pipeline: "morning", title: title, generatedAt: now, from: nil, to: now,
            zone: Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600), locale: .en,
            sections: [DigestSection(title: section, entries: entries)])
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
