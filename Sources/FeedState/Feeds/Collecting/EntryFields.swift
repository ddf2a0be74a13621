import FeedModel

/// The names of the fields that entries of a document have. Each name has a bit, at most 64 in all.
struct FieldNames: Sendable {
    static let most = UInt64.bitWidth
    private static let longest = 64

    /// The fields that any feed may have, in the order of their bits.
    private enum Common: String, CaseIterable {
        case titles, links, dates, authors, texts, summaries, tags, pictures, files, publishers

        static let all = allCases
        static let names = all.map(\.rawValue)
        static let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }

        func isIn(_ entry: Entry) -> Bool {
            switch self {
            case .titles: entry.title?.isEmpty == false
            case .links: entry.url != nil
            case .dates: entry.published != nil || entry.updated != nil
            case .authors: !entry.authors.isEmpty
            case .texts: entry.content != nil || entry.summary != nil
            case .summaries: entry.summary != nil
            case .tags: !entry.categories.isEmpty
            case .pictures: entry.image != nil
            case .files: !entry.enclosures.isEmpty
            case .publishers: entry.publisher != nil
            }
        }
    }

    private(set) var names = Common.names
    private var places = Common.places

    /// Returns the fields that an entry has as bits: the common ones, its numbers and its extras. New names get a bit.
    mutating func mask(of entry: Entry) -> UInt64 {
        var mask: UInt64 = 0
        var bit: UInt64 = 1
        for field in Common.all {
            if field.isIn(entry) { mask |= bit }
            bit <<= 1
        }
        for name in entry.numbers.keys { mask |= self.bit(of: name) }
        if entry.hasRareParts { for name in entry.extras.keys { mask |= self.bit(of: name) } }
        return mask
    }

    private mutating func bit(of name: String) -> UInt64 {
        if let place = places[name] { return 1 << place }
        guard names.count < Self.most, Self.canBeReported(name) else { return 0 }
        places[name] = names.count
        names.append(name)
        return 1 << (names.count - 1)
    }

    private static func canBeReported(_ name: String) -> Bool {
        (1...longest).contains(name.utf8.count) && !name.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}

/// How many entries have each field.
struct FieldCounts: Sendable, Equatable {
    private(set) var entries = 0
    private(set) var having: [String: Int] = [:]

    /// Adds entries, given as bits of `names`.
    mutating func add(_ masks: [UInt64], _ names: [String]) {
        entries += masks.count
        for (place, name) in names.enumerated() {
            let count = masks.count { $0 & 1 << place != 0 }
            if count > 0 { having[name, default: 0] += count }
        }
    }

    /// Adds the counts of another document.
    mutating func add(_ other: FieldCounts) {
        entries += other.entries
        for (name, count) in other.having where having[name] != nil || having.count < FieldNames.most {
            having[name, default: 0] += count
        }
    }
}
