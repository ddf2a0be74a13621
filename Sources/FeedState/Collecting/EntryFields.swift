import FeedModel

/// The names of the fields that entries of a document have, each with a bit of its own.
struct FieldNames: Sendable {
    static let most = UInt64.bitWidth
    private static let longest = 64

    private static let ofEveryFeed: [(name: String, isThere: @Sendable (Entry) -> Bool)] = [
        ("titles", { $0.title?.isEmpty == false }),
        ("links", { $0.url != nil }),
        ("dates", { $0.published != nil || $0.updated != nil }),
        ("authors", { !$0.authors.isEmpty }),
        ("texts", { $0.content != nil || $0.summary != nil }),
        ("summaries", { $0.summary != nil }),
        ("tags", { !$0.categories.isEmpty }),
        ("pictures", { $0.image != nil }),
        ("files", { !$0.enclosures.isEmpty }),
        ("publishers", { $0.publisher != nil }),
    ]

    private(set) var names = Self.ofEveryFeed.map(\.name)
    private var places: [String: Int] = [:]

    init() { for (place, name) in names.enumerated() { places[name] = place } }

    /// The fields that an entry has: those of every feed, its numbers and its extras.
    mutating func mask(of entry: Entry) -> UInt64 {
        var mask: UInt64 = 0
        for (place, field) in Self.ofEveryFeed.enumerated() where field.isThere(entry) { mask |= 1 << place }
        for name in entry.numbers.keys { mask |= bit(of: name) }
        if entry.hasRareParts { for name in entry.extras.keys { mask |= bit(of: name) } }
        return mask
    }

    private mutating func bit(of name: String) -> UInt64 {
        if let place = places[name] { return 1 << place }
        guard names.count < Self.most, Self.canBeTold(name) else { return 0 }
        places[name] = names.count
        names.append(name)
        return 1 << (names.count - 1)
    }

    private static func canBeTold(_ name: String) -> Bool {
        (1...longest).contains(name.utf8.count) && !name.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}

/// How many entries have which field.
struct FieldCounts: Sendable, Equatable {
    private(set) var entries = 0
    private(set) var having: [String: Int] = [:]

    /// Adds an entry by its fields.
    mutating func add(_ mask: UInt64, _ names: [String]) {
        entries += 1
        for (place, name) in names.enumerated() where mask & 1 << place != 0 { having[name, default: 0] += 1 }
    }

    /// Adds those of another document.
    mutating func add(_ other: FieldCounts) {
        entries += other.entries
        for (name, count) in other.having where having[name] != nil || having.count < FieldNames.most {
            having[name, default: 0] += count
        }
    }
}
