import FeedMessages
import FeedModel
import FeedState

extension DigestBuilder {
    /// Returns the entries that the pipeline left out, in the order of its filters. Entries that one filter treated
    /// alike stand together, in their order.
    func omitted(_ verdicts: [OmittedVerdict]) -> [OmittedEntry] {
        let filters = pipeline.filters.map(\.name)
        let ranks = Dictionary(zip(filters, filters.indices)) { first, _ in first }
        let types = Dictionary(grouping: filters) { Self.type(of: $0) }
        // Filters that the pipeline no longer has come behind its own, each by itself.
        func place(_ index: Int) -> (Int, String, Int, Int) {
            let verdict = verdicts[index]
            let rank = verdict.filter.map { ranks[$0] ?? filters.count } ?? filters.count + 1
            return (rank, verdict.filter ?? "", verdict.fate.place, index)
        }
        return verdicts.indices.map(place).sorted(by: <).map { place in
            let verdict = verdicts[place.3]
            // The number tells filters of one type apart, and says nothing where there is only one.
            let name = verdict.filter.map { types[Self.type(of: $0)]?.count == 1 ? Self.type(of: $0) : $0 }
            return OmittedEntry(
                verdict.entry, fate: verdict.fate, filter: name, reason: verdict.reason?.text(in: locale) ?? "",
                until: verdict.until)
        }
    }

    private static func type(of filter: String) -> String {
        String(filter.prefix { $0 != "#" })
    }
}

extension OmittedEntry.Fate {
    /// The place of a fate among those that one filter decides.
    fileprivate var place: Int {
        switch self {
        case .dropped: 0
        case .held: 1
        case .quarantined: 2
        case .gone: 3
        }
    }
}
