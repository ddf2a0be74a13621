public import FeedConfiguration
import FeedModel
public import FeedStages

/// Sorts entries by one of their properties, or by how much they are talked about. Equal entries are sorted by the time
/// they were first seen, then by their order in the document.
public struct SortFilter: EntryOrder {
    /// The value of `type` in the configuration: `sort`.
    public static let type = "sort"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.filter.sort")

    private let configuration: Configuration

    /// False: it reads dates, titles and numbers only.
    public var readsBodies: Bool { false }

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) { self.configuration = configuration }

    /// Whether the filter sorts by time: `published` or `first_seen`.
    public var isByTime: Bool { ["published", "first_seen"].contains(configuration.by) }

    /// The number by which it sorts, if the highest is first.
    public var ranking: String? {
        isAscending || isByTime || configuration.by == "title" ? nil : configuration.by
    }

    /// Measures how much entries are talked about if it sorts by that, and orders the whole batch. Throws if the state
    /// cannot be read.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        if configuration.by == NumberName.buzz {
            let measure = BuzzMeasure(
                history: try await context.numberHistory(), weights: configuration.weights,
                halfLife: configuration.halfLife)
            for (index, buzz) in measure.buzz(in: batch, now: context.now) { batch.candidates[index].buzz = buzz }
        }
        batch.candidates = ordered(batch.candidates)
    }

    /// Returns the entries in order. Entries that lack the property to sort by are last in both directions.
    public func ordered<Element: OrderedEntry>(_ entries: [Element]) -> [Element] {
        // Sorts indices, because entries are large to move.
        let sortKeys = entries.map {
            (key: key(of: $0), rank: $0.rank, firstSeen: $0.firstSeen, documentOrder: $0.documentOrder)
        }
        return entries.indices.sorted { left, right in
            let (first, second) = (sortKeys[left], sortKeys[right])
            if first.key != second.key { return precedes(first.key, second.key) }
            if configuration.by == "published", first.rank != second.rank {
                return isAscending == (first.rank < second.rank)
            }
            if first.firstSeen != second.firstSeen { return isAscending == (first.firstSeen < second.firstSeen) }
            return (first.documentOrder, left) < (second.documentOrder, right)
        }.map { entries[$0] }
    }

    private var isAscending: Bool { configuration.order == .ascending }

    private enum Key: Equatable {
        case number(Int64)
        case text([UInt8])
        case buzz(BuzzRank)
        case missing
    }

    private func key(of item: some OrderedEntry) -> Key {
        switch configuration.by {
        case "published": .number(item.date.milliseconds)
        case "first_seen": .number(item.firstSeen.milliseconds)
        case "title": item.entry.title.map { .text(Folding.fold($0, ignoringCase: true)) } ?? .missing
        case NumberName.buzz: .buzz(BuzzRank(item.buzz, date: item.date, halfLife: configuration.halfLife))
        default: item.entry.numbers[configuration.by].map { .number(Int64($0)) } ?? .missing
        }
    }

    private func precedes(_ left: Key, _ right: Key) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): isAscending ? left < right : left > right
        case (.text(let left), .text(let right)):
            isAscending ? left.lexicographicallyPrecedes(right) : right.lexicographicallyPrecedes(left)
        case (.buzz(let left), .buzz(let right)): isAscending ? left < right : right < left
        case (.missing, _): false
        default: right == .missing
        }
    }

    /// The options of `sort`: `by`, `order`, and for the order by buzz `half_life` and `weights`.
    public struct Configuration: StageConfiguration {
        let by: String
        let order: Direction
        let halfLife: Duration
        let weights: [String: Double]

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            by = section.option(
                "by", default: "published", help: .message("option.sort.by"))
            order = section.option("order", default: .descending, help: .message("option.sort.order"))
            halfLife = section.option(
                "half_life", default: BuzzMeasure.usualHalfLife, in: .seconds(3600)...(.seconds(400 * 86_400)),
                help: .message("option.sort.half_life"))
            let weights = section.option("weights", default: [String: Double](), help: .message("option.sort.weights"))
            self.weights = BuzzMeasure.usualWeights.merging(weights) { $1 }
            Self.report(weights, by: by, in: section)
            let known = ["published", "first_seen", "title", NumberName.buzz] + NumberName.standard
            guard !known.contains(by), let node = section.node["by"],
                let meant = section.diagnostics.nearest(to: by, among: known)
            else { return }
            section.report(
                .message("filter.unknown_property", ["path": .text(section.path), "name": .text(by)]), at: node.place,
                suggestion: .message("plugin.did_you_mean", ["name": .text(meant)]))
        }

        /// Reports weights that are no shares, and options that have no effect.
        private static func report(_ weights: [String: Double], by: String, in section: ConfigSection) {
            for (name, weight) in weights.sorted(by: { $0.key < $1.key }) where !(0...1).contains(weight) {
                section.report(
                    .message(
                        "filter.weight_range", ["path": .text(section.path), "name": .text(name)]),
                    at: section.node["weights"]?.place ?? section.node.place)
            }
            guard by != NumberName.buzz else { return }
            for key in ["half_life", "weights"] {
                guard let node = section.node[key] else { continue }
                section.report(
                    .message("filter.only_by_buzz", ["path": .text(section.path), "key": .text(key)]), at: node.place,
                    severity: .warning)
            }
        }
    }

    /// The direction of the order.
    enum Direction: String, ConfigChoice {
        case ascending, descending

        static var synonyms: [String: Direction] {
            ["asc": .ascending, "desc": .descending, "昇順": .ascending, "降順": .descending]
        }
    }
}
