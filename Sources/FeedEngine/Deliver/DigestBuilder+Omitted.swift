import FeedMessages
import FeedModel
import FeedState

extension DigestBuilder {
    /// Returns the entries that the pipeline left out, in the order of its filters. Entries on which one filter decided
    /// stay in their order.
    func omitted(_ verdicts: [OmittedVerdict]) -> [OmittedEntry] {
        let filters = pipeline.filters.map(\.name)
        let ranks = Dictionary(zip(filters, filters.indices)) { first, _ in first }
        let types = Dictionary(grouping: filters) { Self.type(of: $0) }
        func rank(_ index: Int) -> Int { verdicts[index].filter.flatMap { ranks[$0] } ?? filters.count }
        return verdicts.indices.sorted { (rank($0), $0) < (rank($1), $1) }.map { index in
            let verdict = verdicts[index]
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
