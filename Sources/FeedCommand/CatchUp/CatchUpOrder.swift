import FeedModel
import FeedState

/// Which entries are the best: the one place that decides it.
///
/// The order by buzz is that of `sort: { by: buzz }` without age: numbers are compared with those of the other entries of
/// their source in the same time, so that a source with large numbers does not fill the page. An entry that is talked
/// about no more than others comes by its date.
struct CatchUpOrder {
    let order: CatchUp.Order
    /// The configured names of sources that are themselves a selection.
    var selections: Set<String> = []

    /// Returns the entries, the best first.
    func sorted(_ entries: [CatchUpEntry]) -> [CatchUpEntry] {
        let scores = scores(of: entries)
        return zip(entries, scores).sorted { left, right in
            if left.1 != right.1 { return left.1 > right.1 }
            return (left.0.date, left.0.id.key) > (right.0.date, right.0.id.key)
        }.map(\.0)
    }

    private func scores(of entries: [CatchUpEntry]) -> [Double] {
        switch order {
        case .date: return entries.map { _ in 0 }
        case .number(let name): return entries.map { Double($0.numbers[name] ?? -1) }
        case .buzz:
            // What readers gave in the end counts, whatever the age: all values are of one range.
            let age = AgeBucket(of: .zero)
            let measure = BuzzMeasure(
                history: NumberHistory(
                    entries.lazy.flatMap { entry in
                        entry.numbers.map { .init(source: entry.source, number: $0.key, bucket: age, value: $0.value) }
                    }))
            return entries.map { candidate in
                var entry = Entry()
                entry.numbers = candidate.numbers
                let buzz = measure.buzz(
                    of: BuzzMeasure.Member(
                        source: candidate.source, isOfSelection: selections.contains(candidate.source), entry: entry,
                        age: age))
                return buzz.isAboveOrdinary ? buzz.value ?? 0 : 0
            }
        }
    }
}
