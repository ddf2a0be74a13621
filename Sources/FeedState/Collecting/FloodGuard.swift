import FeedModel

/// Notices old articles that come as if they were new: a feed that changed everything its entries could be known by, one
/// that shows more of its past than before, or a state that has lost what it knew.
struct FloodGuard {
    /// Fewer are no flood.
    static let fewest = 6
    /// Share of the document, in percent.
    static let share = 60
    /// For so long after a complete fetch an entry without a date can hardly be an old one that was overlooked.
    static let undatedSpan: Duration = .seconds(3600)
    /// What quarantined entries have in the place of a filter.
    static let name = "flood_guard"

    /// The places in the document of new entries that are to be kept from the pipelines.
    let quarantined: Set<Int>

    /// Judges a document: it is flooded if at least six entries, and 60 % of all, are new although dated before the last
    /// complete fetch. Undated ones count if that is less than an hour ago. In a source that is flooded already, every
    /// new entry dated before it joins the others.
    init(_ items: [PreparedDocument.Item], _ recognition: Recognition, in known: KnownDocument, now: Timestamp) {
        guard let last = known.lastComplete, last <= now, let lastKnowledge = known.lastKnowledge else {
            quarantined = []
            return
        }
        let countsUndated = now - last < Self.undatedSpan
        var dated: Set<Int> = []
        var undated: Set<Int> = []
        var total = 0
        for (index, verdict) in recognition.verdicts.enumerated() {
            switch verdict {
            case .repeated: continue
            case .known: total += 1
            case .new:
                total += 1
                if let published = items[index].published {
                    if published < lastKnowledge { dated.insert(index) }
                } else if countsUndated {
                    undated.insert(index)
                }
            }
        }
        let suspects = dated.count + undated.count
        let isFlood = suspects >= Self.fewest && suspects * 100 >= total * Self.share
        quarantined = isFlood ? dated.union(undated) : known.floodedAt != nil ? dated : []
    }
}
