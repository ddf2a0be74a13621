public import FeedModel

extension Digest {
    /// The entries of the digest in two halves, in order; nil for fewer than two entries.
    public var halves: [[DigestEntry]]? {
        let entries = entries
        guard entries.count > 1 else { return nil }
        let middle = (entries.count + 1) / 2
        return [Array(entries[..<middle]), Array(entries[middle...])]
    }
}

extension [DigestEntry] {
    /// The entries by date, the oldest first; entries of the same date keep their order.
    public var oldestFirst: [DigestEntry] {
        enumerated().sorted { left, right in
            (left.element.date, left.offset) < (right.element.date, right.offset)
        }.map(\.element)
    }

    /// Returns the entries in groups of `count` (at least 1), in order.
    public func groups(of count: Int) -> [[DigestEntry]] {
        let count = Swift.max(1, count)
        return stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
    }
}
