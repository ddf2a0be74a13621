import FeedModel
import FeedStages

/// What the documents of one fetch showed of a feed: how much of it was new.
struct Turnover: Sendable {
    /// Documents that were read.
    var documents = 0
    var new = 0
    var known = 0
    /// Whether nothing can be said of what was missed: another site's feed, or a state that has lost what it knew.
    var isIncomparable = false
    /// Dates of the entries, in the order of the documents.
    private var dates: [Timestamp] = []

    /// Of so few entries each may be the whole news of a day.
    static let fewest = 3

    /// One that showed nothing.
    init() {}

    /// Takes in a document, as far as it is the source's list.
    init(_ document: PreparedDocument, _ recognition: Recognition) {
        guard document.key == .only else { return }
        documents = 1
        for (item, verdict) in zip(document.items, recognition.verdicts) {
            switch verdict {
            case .repeated: continue
            case .known: known += 1
            case .new: new += 1
            }
            if let date = item.published { dates.append(date) }
        }
    }

    var count: Int { new + known }

    /// Adds another page.
    mutating func add(_ other: Turnover) {
        documents += other.documents
        new += other.new
        known += other.known
        isIncomparable = isIncomparable || other.isIncomparable
        dates += other.dates
    }

    /// How long an entry stays in the document if it goes on as since it last brought something; nil: nothing is new.
    func stay(since last: Timestamp, quietSince: Timestamp, now: Timestamp) -> Duration? {
        guard new > 0 else { return nil }
        let quiet = max(.zero, now - quietSince)
        guard known > 0 else { return scrolled(since: last, quietSince: quietSince, now: now) ? now - last : quiet }
        return quiet * Double(count) / Double(new)
    }

    /// Whether all entries went since the last fetch, one by one: what stood still before for longer than nobody looked
    /// was replaced at once, by a batch or another edition.
    func scrolled(since last: Timestamp, quietSince: Timestamp, now: Timestamp) -> Bool {
        new > 0 && known == 0 && (now - last) * 2 > now - quietSince
    }

    /// Between which dates the entries lie, but for a twentieth of them at the old end; nil if most are not dated to the
    /// minute, or not in order, as in a ranking.
    ///
    /// Dates that nobody can mean are left out: of the far past, and of the future.
    func datedSpan(at now: Timestamp) -> ClosedRange<Timestamp>? {
        let possible = (now - Self.furthestPast)...(now + Self.furthestFuture)
        let exact = dates.filter { $0.isMoment && possible.contains($0) }
        guard exact.count * 2 > count, exact.count > 1 else { return nil }
        let pairs = zip(exact, exact.dropFirst())
        let (falling, rising) = (pairs.count { $0 > $1 }, pairs.count { $0 < $1 })
        guard max(falling, rising) * 5 >= (falling + rising) * 4 else { return nil }
        let sorted = exact.sorted()
        return sorted[sorted.count / 20]...sorted[sorted.count - 1]
    }

    private static let furthestPast: Duration = .seconds(20 * 366 * 86_400)
    private static let furthestFuture: Duration = .seconds(86_400)
}
