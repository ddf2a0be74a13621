public import FeedConfiguration
import FeedModel
public import FeedStages

/// Orders entries by one of their properties; ties by when they were first seen, then as their document had them.
public struct SortFilter: EntryOrder {
    /// `sort`.
    public static let type = "sort"
    /// What it does.
    public static let summary: LocalizedText = .message("summary.filter.sort")

    private let configuration: Configuration

    /// No.
    public var readsBodies: Bool { false }

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) { self.configuration = configuration }

    /// Unless it orders by a title or a number.
    public var isByTime: Bool { ["published", "first_seen"].contains(configuration.by) }

    /// Entries without the property stand at the end, whatever the direction.
    public func ordered<Element: OrderedEntry>(_ entries: [Element]) -> [Element] {
        // Only where they stand is moved about, since entries are large.
        let standings = entries.map {
            (key: key(of: $0), rank: $0.rank, firstSeen: $0.firstSeen, documentOrder: $0.documentOrder)
        }
        return entries.indices.sorted { left, right in
            let (first, second) = (standings[left], standings[right])
            if first.key != second.key { return precedes(first.key, second.key) }
            if configuration.by == "published", first.rank != second.rank { return isUp == (first.rank < second.rank) }
            if first.firstSeen != second.firstSeen { return isUp == (first.firstSeen < second.firstSeen) }
            return (first.documentOrder, left) < (second.documentOrder, right)
        }.map { entries[$0] }
    }

    private var isUp: Bool { configuration.order == .ascending }

    private enum Key: Equatable {
        case number(Int64)
        case text([UInt8])
        case missing
    }

    private func key(of item: some OrderedEntry) -> Key {
        switch configuration.by {
        case "published": .number(item.date.milliseconds)
        case "first_seen": .number(item.firstSeen.milliseconds)
        case "title": item.entry.title.map { .text(Folding.fold($0, ignoringCase: true)) } ?? .missing
        default: item.entry.numbers[configuration.by].map { .number(Int64($0)) } ?? .missing
        }
    }

    private func precedes(_ left: Key, _ right: Key) -> Bool {
        switch (left, right) {
        case (.number(let left), .number(let right)): isUp ? left < right : left > right
        case (.text(let left), .text(let right)):
            isUp ? left.lexicographicallyPrecedes(right) : right.lexicographicallyPrecedes(left)
        case (.missing, _): false
        default: right == .missing
        }
    }

    /// The options of `sort`: `by` and `order`.
    public struct Configuration: StageConfiguration {
        let by: String
        let order: Direction

        /// Reads the options.
        public init(from section: ConfigSection) {
            by = section.option(
                "by", default: "published", help: .message("option.sort.by"))
            order = section.option("order", default: .descending, help: .message("option.sort.order"))
            let known = ["published", "first_seen", "title", "likes", "stocks", "comments", "bookmarks"]
            guard !known.contains(by), let node = section.node["by"],
                let meant = section.diagnostics.nearest(to: by, among: known)
            else { return }
            section.report(
                .message("filter.unknown_property", ["path": .text(section.path), "name": .text(by)]), at: node.place,
                suggestion: .message("plugin.did_you_mean", ["name": .text(meant)]))
        }
    }

    /// Which entry is the first.
    enum Direction: String, ConfigChoice {
        case ascending, descending
    }
}
