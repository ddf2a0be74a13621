package import FeedModel

/// How far back a feed's document reaches, as far as its fetches have shown: what is published stays in it for so long.
package struct DocumentReach: Sendable, Hashable {
    /// How long an entry stays in the document, by how many were new after how long; nil: none has come yet.
    package var stay: Duration?
    /// How many entries the last document had.
    package var shown = 0
    /// The date of its oldest entry, or nil: they are not dated to the minute, or not in order.
    package var oldest: Timestamp?
    /// The date of its newest one.
    package var newest: Timestamp?
    /// When it last brought something new, or was first loaded; nil: never loaded.
    package var quietSince: Timestamp?

    package init() {}

    /// How far the document reached back at the moment of a fetch; nil: it was never loaded.
    package func span(at moment: Timestamp) -> Duration? {
        guard let quiet = quietSince.map({ max(.zero, moment - $0) }) else { return nil }
        let dated = oldest.map { max(moment, newest ?? moment) - $0 }
        // What stood still for a while is taken to stand for as long again.
        guard let stay else { return dated ?? quiet * 2 }
        // A rhythm that was learnt when much came is worth less the longer nothing comes.
        let seen = max(stay, quiet / 4)
        return dated.map { min($0, seen) } ?? seen
    }

    /// Learns from a fetch that brought documents.
    ///
    /// - Parameters:
    ///   - last: when the fetch before was, or nil.
    mutating func learn(from turnover: Turnover, last: Timestamp?, now: Timestamp) {
        if let last, let seen = turnover.stay(since: last, quietSince: quietSince ?? last, now: now) {
            // Down at once, up slowly: to ask too often costs less than to come too late.
            stay = stay.map { seen < $0 ? ($0 + seen) / 2 : $0 + (seen - $0) / 4 } ?? seen
        }
        shown = turnover.count
        (oldest, newest) = turnover.datedSpan(at: now).map { ($0.lowerBound, $0.upperBound) } ?? (nil, nil)
    }
}
