import FeedModel
import FeedTesting

extension Digest {
    /// A digest of entries with these titles and summaries.
    static func of(
        _ entries: [(title: String, summary: String?)], title: String = "Morning *news*", section: String = "Section"
    ) -> Digest {
        let now = ManualClock().now
        return Digest(
            pipeline: "morning", title: title, generatedAt: now, from: nil, to: now,
            zone: Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600), locale: .en,
            sections: [
                DigestSection(
                    title: section,
                    entries: entries.enumerated().map { index, content in
                        var entry = Entry()
                        entry.title = content.title
                        entry.summary = content.summary.map { .plain($0) }
                        entry.url = "https://example.com/\(index)_(x)"
                        entry.published = now
                        return DigestEntry(
                            key: "k\(index)", entry: entry, source: "some", sourceTitle: "Some", firstSeen: now)
                    })
            ])
    }
}
