import FeedModel
import FeedState

/// Which entries are the best: the one place that decides it.
///
/// The order by buzz compares the highest number of readers of an entry with those of other entries of its source, so
/// that a source with large numbers does not fill the page. A source with few entries says little: its best one counts
/// less than the best of many. Below the middle of its source, a number counts as much as none: by date.
struct CatchUpOrder {
    let order: CatchUp.Order

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
            let places = entries.map(Place.init)
            var values: [Place: [Int]] = [:]
            for case let (entry, place?) in zip(entries, places) {
                values[place, default: []].append(place.value(of: entry))
            }
            values = values.mapValues { $0.sorted() }
            return zip(entries, places).map { entry, place in
                guard let place, let known = values[place] else { return 0 }
                return Self.score(of: place.value(of: entry), among: known)
            }
        }
    }

    /// The highest number of readers of an entry, by name, and its source.
    private struct Place: Hashable {
        let source: String
        let number: String

        init?(_ entry: CatchUpEntry) {
            let numbers = NumberName.ofReaders.filter { entry.numbers[$0] ?? 0 > 0 }
            guard let highest = numbers.max(by: { entry.numbers[$0] ?? 0 < entry.numbers[$1] ?? 0 }) else { return nil }
            (source, number) = (entry.source, highest)
        }

        func value(of entry: CatchUpEntry) -> Int { entry.numbers[number] ?? 0 }
    }

    /// Returns 0 … 1 for a value among the sorted ones of its place.
    private static func score(of value: Int, among known: [Int]) -> Double {
        let (below, notAbove) = (Self.count(of: known) { $0 < value }, Self.count(of: known) { $0 <= value })
        let rank = (Double(below) + Double(notAbove)) / 2 / Double(known.count)
        let trust = Double(known.count) / Double(known.count + Self.few)
        return max(0, rank - 0.5) * 2 * trust
    }

    /// Returns how many of the sorted values come before the first one that does not belong.
    private static func count(of known: [Int], _ belongs: (Int) -> Bool) -> Int {
        var (low, high) = (0, known.count)
        while low < high {
            let middle = (low + high) / 2
            if belongs(known[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// How many entries of a source make half of the trust in its ranks.
    private static let few = 10
}
