import FeedMessages
import FeedModel

/// Detects old articles that come as if they were new. The causes are a feed that begins to show its past, an address
/// that shows another site's feed, or a state that has lost entries.
///
/// Many new entries at once are no sign: lists without dates turn over, and a night's articles come together. The sign
/// is an entry that was published long before the last fetch and was not in the document then. `FeedHabitsTests` tests
/// the rule with all known habits of feeds.
struct FloodGuard {
    /// The fewest entries that make a flood.
    static let fewest = 6
    /// The share of the document that makes a flood, in percent.
    static let share = 60
    /// This many entries are a flood at a smaller share, too, if hardly anything else is new.
    static let many = 20
    /// How far before the last fetch an entry may be dated and still be news: dates without a time, at an hour that the
    /// publisher set, or of the day of writing, and the batch of a week.
    static let usualDelay: Duration = .seconds(7 * 86_400)
    /// The filter name of quarantined entries.
    static let name = "flood_guard"

    /// Why entries are quarantined.
    enum Finding {
        /// Published long before the last fetch.
        case past
        /// Behind the known entries of a document at least twice as long as ever before.
        case longer
        /// At an address that began to show another site's feed.
        case otherSite
        /// By a redirect to another site, without any known entry.
        case stranger
        /// After the state had lost entries.
        case lost

        /// Why an entry is quarantined, as stored with the entry.
        var reason: LocalizedText {
            switch self {
            case .past: .message("verdict.flood_past")
            case .longer: .message("verdict.flood_longer")
            case .otherSite: .message("verdict.flood_other_site")
            case .stranger: .message("verdict.flood_stranger")
            case .lost: .message("verdict.flood_lost")
            }
        }
    }

    /// What the guard knows of a feed.
    struct Circumstances {
        /// Whether title and site of the document both differ from the known ones.
        var isOtherSite = false
        /// Whether the state has lost entries since the last complete fetch.
        var hasLostEntries = false
        /// The largest flood of the source that the user has released, or nil.
        var released: ReleasedFlood?
    }

    /// The largest flood that the user released: that much of a source is welcome.
    struct ReleasedFlood {
        var entries: Int
        /// How far the flood's oldest entry was dated before the flood was noticed.
        var depth: Duration

        /// Whether a flood is at most 1.5 times as large and 1.5 times as deep as this one.
        func allows(_ count: Int, from depth: Duration) -> Bool {
            count * 2 <= entries * 3 && depth * 2 <= self.depth * 3
        }
    }

    /// The positions in the document of the new entries to quarantine.
    let quarantined: Set<Int>
    /// Why, or nil if there are none.
    let finding: Finding?

    /// Quarantines nothing.
    static let off = FloodGuard()

    private init() { (quarantined, finding) = ([], nil) }

    /// Quarantines all new entries.
    init(keepingAllOf recognition: Recognition, as finding: Finding) {
        let new = recognition.verdicts.indices.filter {
            if case .new = recognition.verdicts[$0] { true } else { false }
        }
        (quarantined, self.finding) = (Set(new), new.isEmpty ? nil : finding)
    }

    /// Checks a document for a flood.
    init(
        _ items: [PreparedDocument.Item], _ recognition: Recognition, in known: KnownDocument,
        _ circumstances: Circumstances, now: Timestamp
    ) {
        let result = Self.check(items, recognition, known, circumstances, now)
        quarantined = result?.places ?? []
        finding = result?.finding
    }

    private static func check(
        _ items: [PreparedDocument.Item], _ recognition: Recognition, _ known: KnownDocument,
        _ circumstances: Circumstances, _ now: Timestamp
    ) -> (places: Set<Int>, finding: Finding)? {
        guard let last = known.lastComplete, last <= now, let lastKnowledge = known.lastKnowledge,
            recognition.newCount >= fewest || known.floodedAt != nil
        else { return nil }
        let new = NewEntries(items, recognition)

        if circumstances.hasLostEntries {
            let old = new.dated(before: lastKnowledge).union(new.undated)
            if old.count >= fewest, old.count * 100 >= new.total * share { return (old, .lost) }
        }
        if circumstances.isOtherSite, new.known == 0, new.count >= fewest {
            return (new.dated(before: lastKnowledge).union(new.undated), .otherSite)
        }
        let old = new.dated(before: lastKnowledge - usualDelay)
        if old.count >= fewest, new.isInOrder, new.areMost(old, longest: known.mostEntries) {
            let oldest = old.lazy.compactMap { items[$0].published }.min() ?? lastKnowledge
            guard circumstances.released?.allows(old.count, from: lastKnowledge - oldest) != true else { return nil }
            return (old.union(new.undated(olderThanAnyOf: old)), .past)
        }
        if let block = new.blockBehindKnown(), items.count >= 2 * max(known.mostEntries, fewest), block.count >= many {
            guard circumstances.released?.allows(block.count, from: .zero) != true else { return nil }
            return (block, .longer)
        }
        // Further pages of a flood that is quarantined already.
        return known.floodedAt != nil && !old.isEmpty ? (old, .past) : nil
    }
}

/// The new entries of a document, and their positions among the known ones.
private struct NewEntries {
    /// Positions of new entries with their dates, and of those without a date.
    private(set) var published: [Int: Timestamp] = [:]
    private(set) var undated: Set<Int> = []
    private(set) var known = 0
    /// Positions of all entries but repeated ones, in the order of the document, newest first if the dates tell.
    private var places: [Int] = []
    private var isNew: Set<Int> = []
    private var dates: [Timestamp] = []
    /// Whether the document is more or less in the order of its dates; a ranking is not.
    private(set) var isInOrder = true

    init(_ items: [PreparedDocument.Item], _ recognition: Recognition) {
        for (place, verdict) in recognition.verdicts.enumerated() {
            switch verdict {
            case .repeated: continue
            case .known: known += 1
            case .new:
                isNew.insert(place)
                if let date = items[place].published { published[place] = date } else { undated.insert(place) }
            }
            places.append(place)
            if let date = items[place].published { dates.append(date) }
        }
        let (falling, rising) = compareDates()
        isInOrder = max(falling, rising) * 10 >= (falling + rising) * 9
        if rising > falling { places.reverse() }
    }

    /// Counts the pairs of entries with the newer one first, and those with the older one first. Pairs of nearly the
    /// same time are left out: an article that was written first may appear later.
    private func compareDates() -> (falling: Int, rising: Int) {
        var (falling, rising) = (0, 0)
        var distance = 1
        while distance < dates.count {
            for (first, second) in zip(dates, dates.dropFirst(distance)) {
                if first - second > FloodGuard.usualDelay { falling += 1 }
                if second - first > FloodGuard.usualDelay { rising += 1 }
            }
            distance *= 2
        }
        return (falling, rising)
    }

    var count: Int { isNew.count }
    var total: Int { places.count }

    func dated(before moment: Timestamp) -> Set<Int> {
        Set(published.lazy.filter { $0.value < moment }.map(\.key))
    }

    /// Whether `old` is most of the document's dated entries. With at least 20 entries it may also be most of the dated
    /// new ones, or as many as the `longest` document of the feed had.
    func areMost(_ old: Set<Int>, longest: Int) -> Bool {
        if old.count * 100 >= dates.count * FloodGuard.share { return true }
        guard old.count >= FloodGuard.many else { return false }
        return old.count * 100 >= published.count * 80 || longest > 0 && old.count >= longest
    }

    /// Returns the new entries without a date that stand behind a known entry or one of `old`.
    func undated(olderThanAnyOf old: Set<Int>) -> Set<Int> {
        guard let first = places.firstIndex(where: { !isNew.contains($0) || old.contains($0) }) else { return [] }
        return undated.intersection(places[first...])
    }

    /// Returns the new entries behind the known ones at the head of a mostly undated document; nil for others.
    func blockBehindKnown() -> Set<Int>? {
        guard known >= FloodGuard.fewest, dates.count * 2 < total,
            let last = places.lastIndex(where: { !isNew.contains($0) }),
            let first = places.firstIndex(where: { !isNew.contains($0) }), last - first + 1 <= known * 2
        else { return nil }
        return Set(places[(last + 1)...])
    }
}
