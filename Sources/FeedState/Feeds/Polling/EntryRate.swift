import FeedModel
import FeedStages

/// How much a feed brings, over the time that is known of it.
package struct EntryRate: Sendable, Hashable, Codable {
    /// Entries.
    package var entries: Int
    /// Over how long a time.
    package var span: Duration

    package init(entries: Int, over span: Duration) {
        self.entries = entries
        self.span = span
    }

    /// Entries a week; a feed that is known for less than `least` counts as known for so long.
    package func perWeek(knownFor least: Duration = .seconds(7 * 86_400)) -> Double {
        Double(entries) * (Duration.seconds(7 * 86_400) / max(span, least, .seconds(1)))
    }
}

extension StateDatabase {
    /// Entries without a date are dated when they were first seen, so that those of the first fetch tell nothing.
    private static let firstFetch: Duration = .seconds(60)

    /// How much a feed brought in a time before `end`, as far as it was known then: what its first document showed of its
    /// past is known, too.
    func rate(of key: FeedKey, within window: Duration, before end: Timestamp) throws(StageError) -> EntryRate {
        let start = end - window
        let found = try connection.first(
            """
            SELECT loaded_at, (SELECT count(*) FROM entry WHERE entry.document = document.id AND date > ?2 AND date <= ?3
                    AND (date > loaded_at OR date < loaded_at - ?4)),
                (SELECT min(date) FROM entry WHERE entry.document = document.id AND date > ?2)
            FROM source LEFT JOIN document ON document.source = source.id AND document.key = ?5 WHERE source.key = ?1
            """, .blob(key.hash), .time(start), .time(end), .int(Int(Self.firstFetch.clampedMilliseconds)),
            .text(DocumentKey.only.rawValue)
        ) { (loadedAt: $0.time(0), entries: $0.int(1), oldest: $0.time(2)) }
        guard let found, let known = [found.loadedAt, found.oldest].compactMap({ $0 }).min() else {
            return EntryRate(entries: 0, over: .zero)
        }
        return EntryRate(entries: found.entries, over: min(window, max(.zero, end - known)))
    }
}
