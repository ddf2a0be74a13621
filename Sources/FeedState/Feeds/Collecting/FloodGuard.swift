import FeedMessages
import FeedModel

/// Notices old articles that come as if they were new: a feed that begins to show its past, an address that shows another
/// site's feed, or a state that has lost what it knew.
///
/// What comes at once is no sign: lists without dates turn over, and a night's articles come together. What was published
/// long before the last fetch, and yet was not in the document then, is one. `FeedHabitsTests` weighs the rule by feeds of
/// all habits that are known.
struct FloodGuard {
    /// Fewer are no flood.
    static let fewest = 6
    /// Share of the document, in percent.
    static let share = 60
    /// So many are one at less than that share, if there is hardly anything else new.
    static let many = 20
    /// For so long before the last fetch an entry may be dated and be news all the same: dates without a time, at an hour
    /// that the publisher set, of the day on which it was written, and the batch of a week.
    static let usualDelay: Duration = .seconds(7 * 86_400)
    /// What quarantined entries have in the place of a filter.
    static let name = "flood_guard"

    /// What the document showed.
    enum Finding {
        /// Published long before the last fetch.
        case past
        /// In a document that had never been as long.
        case longer
        /// When the address began to show the feed of another site.
        case otherSite
        /// By a redirect to another site, with nothing that was known.
        case stranger
        /// After the state had lost entries.
        case lost

        /// Why an entry is held.
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
        /// Whether the document says that it is another site's than before.
        var isOtherSite = false
        /// Whether the state has lost entries since the last complete fetch.
        var hasLostEntries = false
        /// The largest flood of the source that the user has released, or nil.
        var released: ReleasedFlood?
    }

    /// What the user released teaches how much of a source is welcome.
    struct ReleasedFlood {
        var entries: Int
        /// How far before the last fetch its oldest entry was dated.
        var depth: Duration

        /// As much again, and half of it, is welcome, too.
        func allows(_ count: Int, from depth: Duration) -> Bool {
            count * 2 <= entries * 3 && depth * 2 <= self.depth * 3
        }
    }

    /// The places in the document of new entries that are to be kept from the pipelines.
    let quarantined: Set<Int>
    /// Why, or nil if there are none.
    let finding: Finding?

    /// Keeps nothing.
    static let off = FloodGuard()

    private init() { (quarantined, finding) = ([], nil) }

    /// Keeps all that is new.
    init(keepingAllOf recognition: Recognition, as finding: Finding) {
        let new = recognition.verdicts.indices.filter {
            if case .new = recognition.verdicts[$0] { true } else { false }
        }
        (quarantined, self.finding) = (Set(new), new.isEmpty ? nil : finding)
    }

    /// Judges a document.
    init(
        _ items: [PreparedDocument.Item], _ recognition: Recognition, in known: KnownDocument,
        _ circumstances: Circumstances, now: Timestamp
    ) {
        let judged = Self.judge(items, recognition, known, circumstances, now)
        quarantined = judged?.places ?? []
        finding = judged?.finding
    }

    private static func judge(
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
        // More of what is held already, page by page.
        return known.floodedAt != nil && !old.isEmpty ? (old, .past) : nil
    }
}

/// The new entries of a document, and how they stand among those that are known.
private struct NewEntries {
    /// Places of new entries with their dates, and of those without one.
    private(set) var published: [Int: Timestamp] = [:]
    private(set) var undated: Set<Int> = []
    private(set) var known = 0
    /// Places of all entries that count, in the order of the document, from the newest if that can be told.
    private var places: [Int] = []
    private var isNew: Set<Int> = []
    private var dates: [Timestamp] = []
    /// Whether the document stands in the order of its dates, more or less; a ranking does not.
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

    /// How many pairs of entries stand with the newer one first, and how many the other way round. Pairs of about the
    /// same time tell nothing: what was written first may appear later.
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

    /// Whether entries are most of the document's dated ones, or many: then they are most of what is new, or as many as
    /// the `longest` document of the feed had.
    func areMost(_ old: Set<Int>, longest: Int) -> Bool {
        if old.count * 100 >= dates.count * FloodGuard.share { return true }
        guard old.count >= FloodGuard.many else { return false }
        return old.count * 100 >= published.count * 80 || longest > 0 && old.count >= longest
    }

    /// New entries without a date that stand behind a known one or one of `old`.
    func undated(olderThanAnyOf old: Set<Int>) -> Set<Int> {
        guard let first = places.firstIndex(where: { !isNew.contains($0) || old.contains($0) }) else { return [] }
        return undated.intersection(places[first...])
    }

    /// The new entries at the end of a document without dates that begins with known ones; nil if it is another one.
    func blockBehindKnown() -> Set<Int>? {
        guard known >= FloodGuard.fewest, dates.count * 2 < total,
            let last = places.lastIndex(where: { !isNew.contains($0) }),
            let first = places.firstIndex(where: { !isNew.contains($0) }), last - first + 1 <= known * 2
        else { return nil }
        return Set(places[(last + 1)...])
    }
}
