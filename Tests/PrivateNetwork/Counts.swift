import Synchronization

/// What was counted, by what it was. A class, because the servers' threads share it.
final class Counts: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Counts once more; gives the count.
    @discardableResult
    func add(_ what: String) -> Int {
        counts.withLock { counts in
            counts[what, default: 0] += 1
            return counts[what, default: 0]
        }
    }

    /// Takes back one that was of our own making.
    func remove(_ what: String) {
        counts.withLock { counts in
            let left = counts[what, default: 1] - 1
            counts[what] = left > 0 ? left : nil
        }
    }

    /// `what COUNT`, sorted.
    var lines: [String] { counts.withLock { $0.map { "\($0.key) \($0.value)" } }.sorted() }
}
