import FeedModel
import FeedStages
import FeedSystem

/// The counts of earlier answers, in the filter's memory: by the hash of an address, the second in which it was asked and
/// the count, or `-` if the answer had none.
struct KnownCounts {
    let memory: FilterMemory
    let now: Timestamp

    init(_ memory: FilterMemory, now: Timestamp) { (self.memory, self.now) = (memory, now) }

    /// The last count of a page, however old; nil if none is known.
    subscript(page: String) -> Int? { item(of: page)?.count }

    /// Keeps the answer for a page. Without a count, one that is known stays. Throws the memory's errors.
    func keep(_ count: Int?, of page: String) throws(StageError) {
        let text = "\(now.milliseconds / 1000) \((count ?? self[page]).map(String.init) ?? "-")"
        try memory.keep(Array(text.utf8), as: Self.key(page), for: Self.kept)
    }

    /// Returns the pages to ask for, each once and at most `limit`: first those that were never asked, then those whose
    /// answer is no longer fresh, each the newest first.
    func due(_ pages: [(page: String, date: Timestamp)], maxAge: Duration, limit: Int) -> [String] {
        var dates: [String: Timestamp] = [:]
        for (page, date) in pages { dates[page] = max(date, dates[page] ?? date) }
        let due = dates.compactMap { page, date -> (isKnown: Bool, date: Timestamp, page: String)? in
            guard let asked = item(of: page)?.askedAt else { return (false, date, page) }
            // A moment in the future was written by a clock that was ahead.
            let isFresh = asked <= now && now - asked < Self.interval(at: now - date, maxAge)
            return isFresh ? nil : (true, date, page)
        }
        return due.sorted { left, right in
            if left.isKnown != right.isKnown { return right.isKnown }
            return left.date == right.date ? left.page < right.page : left.date > right.date
        }.prefix(max(0, limit - askedNow)).map(\.page)
    }

    /// How many pages were asked for at this moment: a delivery may call its filters several times.
    private var askedNow: Int {
        let second = Array("\(now.milliseconds / 1000) ".utf8)
        return memory.items.values.count { $0.value.starts(with: second) }
    }

    /// Returns how long an answer is fresh: counts of old pages hardly change.
    private static func interval(at age: Duration, _ maxAge: Duration) -> Duration {
        switch age {
        case ..<(.seconds(3 * 86_400)): maxAge
        case ..<(.seconds(14 * 86_400)): maxAge * 4
        default: maxAge * 28
        }
    }

    private func item(of page: String) -> (askedAt: Timestamp, count: Int?)? {
        guard let bytes = memory.value(of: Self.key(page)) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard words.count == 2, let second = Int64(words[0]), (0...Self.lastSecond).contains(second) else { return nil }
        return (Timestamp(milliseconds: second * 1000), Int(words[1]))
    }

    private static func key(_ page: String) -> String { Hexadecimal.encode(Array(SHA256.hash(page).prefix(16))) }

    /// How long a count is used if no newer one comes.
    private static let kept = Duration.seconds(30 * 86_400)
    /// The year 9999.
    private static let lastSecond: Int64 = 253_402_300_799
}
