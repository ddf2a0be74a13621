import FeedModel
import FeedStages

/// How many entries of a fetch were new and how many known.
struct Turnover: Sendable {
    /// Documents that were read.
    var documents = 0
    var new = 0
    var known = 0
    /// Whether nothing follows about missed entries: the feed is another site's, or the state has lost entries.
    var isIncomparable = false
    /// Dates of the entries, in the order of the documents.
    private var dates: [Timestamp] = []

    /// A document with at most this many entries may be replaced as a whole every day.
    static let fewest = 3

    /// Makes the turnover of no document.
    init() {}

    /// Makes the turnover of a document. Only the single document of a source counts.
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

    /// Returns how long an entry stays in the document at the pace since the last new entry; nil if nothing is new.
    func stay(since last: Timestamp, quietSince: Timestamp, now: Timestamp) -> Duration? {
        guard new > 0 else { return nil }
        let quiet = max(.zero, now - quietSince)
        guard known > 0 else { return scrolled(since: last, quietSince: quietSince, now: now) ? now - last : quiet }
        return quiet * Double(count) / Double(new)
    }

    /// Whether all entries were replaced one by one since the last fetch. If the document had not changed for longer
    /// than the time since that fetch, a batch or another edition replaced them at once.
    func scrolled(since last: Timestamp, quietSince: Timestamp, now: Timestamp) -> Bool {
        new > 0 && known == 0 && (now - last) * 2 > now - quietSince
    }

    /// Returns the dates between which the entries lie, without the oldest twentieth. Nil if most are not dated to the
    /// minute, or if they are not in order, as in a ranking.
    ///
    /// Dates over 20 years ago or more than a day ahead are left out.
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
