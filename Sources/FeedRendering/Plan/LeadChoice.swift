import FeedModel

/// Chooses the entries that lead a page: new ones with outstanding numbers, at most two of one source. In the order
/// by buzz no more than half are of one publisher while others are talked about, too.
struct LeadChoice {
    /// The number that counts, `buzz`, or nil for the highest of likes, stocks, bookmarks and comments.
    let ranking: String?
    /// The most leads. Nil: four if there is a ranking, otherwise none.
    let wanted: Int?
    /// Entries that were first seen before this moment do not lead: a page that gathers for months would show the same
    /// ones all the time.
    let since: Timestamp

    /// Makes the choice for a digest.
    init(for digest: Digest, wanted: Int?) {
        ranking = digest.ranking
        self.wanted = wanted
        since = min(digest.from ?? digest.to, digest.to - Self.longestFreshness)
    }

    /// Returns the places of the leads, the most prominent first: at most a third of the entries. Only an entry with a higher number
    /// than most others leads, or any with a number if `wanted` asks for leads. If nothing has a number, those wanted
    /// are the first ones.
    func leads(of entries: [DigestEntry]) -> [Int] {
        let limit = min(wanted ?? (ranking == nil ? 0 : 4), entries.count / 3)
        guard limit > 0 else { return [] }
        let scores = entries.map(score)
        // What is talked about more than usual leads, also where most entries are.
        let least = wanted == nil && ranking != NumberName.buzz ? scores.sorted()[scores.count / 2] : 0
        let isRanked = hasNumbers(entries)
        guard isRanked || wanted != nil else { return [] }
        let candidates = entries.indices.filter { entries[$0].firstSeen >= since }
            .filter { !isRanked || scores[$0] > least }
            .sorted { (scores[$1], $0) < (scores[$0], $1) }
        var leads: Set<Int> = []
        var ofSource: [String: Int] = [:]
        var ofPublisher: [[UInt8]: Int] = [:]
        // The second round takes what the first one left out for its publisher alone.
        for most in ranking == NumberName.buzz ? [max(1, limit / 2), limit] : [limit] {
            for place in candidates where leads.count < limit && !leads.contains(place) {
                let source = entries[place].source
                let publisher = entries[place].entry.publisherKey(in: source)
                guard ofSource[source, default: 0] < Self.mostOfSource, ofPublisher[publisher, default: 0] < most
                else { continue }
                ofSource[source, default: 0] += 1
                ofPublisher[publisher, default: 0] += 1
                leads.insert(place)
            }
        }
        return candidates.filter(leads.contains)
    }

    /// Returns the most prominent of the entries at `places`, at most `count`: those with the highest numbers, then the
    /// first ones.
    func prominent(_ count: Int, of places: [Int], in entries: [DigestEntry]) -> ArraySlice<Int> {
        let ranked = places.map { (score: score(of: entries[$0]), place: $0) }
            .sorted { ($1.score, $0.place) < ($0.score, $1.place) }
        return ranked.map(\.place).prefix(count)
    }

    /// Whether any of the entries has a number that counts.
    func hasNumbers(_ entries: [DigestEntry]) -> Bool { entries.contains { score(of: $0) > 0 } }

    private static let longestFreshness = Duration.seconds(3 * 86_400)
    private static let mostOfSource = 2

    private func score(of entry: DigestEntry) -> Int {
        if ranking == NumberName.buzz {
            guard let buzz = entry.buzz, buzz.isAboveOrdinary else { return 0 }
            return max(1, Int(BuzzRank(buzz, date: entry.date, halfLife: buzz.halfLife).moment))
        }
        let names = ranking.map { [$0] } ?? NumberName.ofReaders
        return names.reduce(0) { highest, name in
            entry.duplicates.reduce(max(highest, entry.entry.numbers[name] ?? 0)) { max($0, $1.numbers[name] ?? 0) }
        }
    }
}
