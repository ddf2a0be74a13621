import FeedModel
import FeedStages

/// How many entries a feed brings in a time.
package struct EntryRate: Sendable, Hashable, Codable {
    /// How many entries.
    package var entries: Int
    /// In how long a time.
    package var span: Duration

    package init(entries: Int, over span: Duration) {
        self.entries = entries
        self.span = span
    }

    /// Returns entries per week. A shorter time than `least` counts as `least`.
    package func perWeek(knownFor least: Duration = .seconds(7 * 86_400)) -> Double {
        Double(entries) * (Duration.seconds(7 * 86_400) / max(span, least, .seconds(1)))
    }
}

extension StateDatabase {
    /// Undated entries of the first fetch get its time as their date. They are left out of the rate: this is how far
    /// before the end of that fetch they may lie.
    private static let firstFetch: Duration = .seconds(60)

    /// Returns how much a feed brought in the `window` before `end`. Its time begins with the first fetch, or with the
    /// oldest entry that the first document showed.
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
