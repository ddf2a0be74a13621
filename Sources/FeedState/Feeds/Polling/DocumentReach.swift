package import FeedModel

/// How far back a feed's document reaches: for how long an entry stays in it, as fetches have shown.
package struct DocumentReach: Sendable, Hashable {
    /// How long an entry stays in the document, estimated from how many were new after how long; nil if none has.
    @CompactDuration package var stay: Duration? = nil
    /// How many entries the last document had.
    package var shown = 0
    /// The date of the document's oldest entry; nil if most dates are not exact to the minute or not in order.
    @CompactTimestamp package var oldest: Timestamp? = nil
    /// The date of the document's newest entry, under the same condition.
    @CompactTimestamp package var newest: Timestamp? = nil
    /// When the document last brought a new entry, or was first loaded; nil if never loaded.
    @CompactTimestamp package var quietSince: Timestamp? = nil

    package init() {}

    /// Returns how far the document reached back at the moment of a fetch; nil if it was never loaded.
    package func span(at moment: Timestamp) -> Duration? {
        guard let quiet = quietSince.map({ max(.zero, moment - $0) }) else { return nil }
        let dated = oldest.map { max(moment, newest ?? moment) - $0 }
        // A document that has not changed for a while is expected not to change for as long again.
        guard let stay else { return dated ?? quiet * 2 }
        // The estimate is raised the longer nothing comes, since it was learnt when more came.
        let seen = max(stay, quiet / 4)
        return dated.map { min($0, seen) } ?? seen
    }

    /// Updates the reach from a fetch that brought documents.
    ///
    /// - Parameters:
    ///   - last: when the previous complete fetch was, or nil.
    mutating func learn(from turnover: Turnover, last: Timestamp?, now: Timestamp) {
        if let last, let seen = turnover.stay(since: last, quietSince: quietSince ?? last, now: now) {
            // It falls fast and rises slowly: asking too often costs less than coming too late.
            stay = stay.map { seen < $0 ? ($0 + seen) / 2 : $0 + (seen - $0) / 4 } ?? seen
        }
        shown = turnover.count
        (oldest, newest) = turnover.datedSpan(at: now).map { ($0.lowerBound, $0.upperBound) } ?? (nil, nil)
    }
}
