import FeedModel

extension [Candidate] {
    /// The candidates by `Candidate.rank`, the newest first, then by the order of sources and by document order.
    public var newestFirst: [Candidate] { ordered { $1 < $0 } }

    /// The candidates by `Candidate.rank`, the oldest first, then by the order of sources and by document order.
    public var oldestFirst: [Candidate] { ordered { $0 < $1 } }

    private func ordered(by precedes: (Candidate.Rank, Candidate.Rank) -> Bool) -> Self {
        ordered(by: precedes) {
            Candidate.SortKey($0.rank, sourceRank: $0.sourceRank, documentOrder: $0.documentOrder)
        }
    }
}

extension Array {
    /// Returns the elements in the order of their sort keys. Entries are large, so only the keys are sorted.
    package func ordered(
        by precedes: (Candidate.Rank, Candidate.Rank) -> Bool, _ sortKey: (Element) -> Candidate.SortKey
    ) -> Self {
        zip(indices, map(sortKey)).sorted { left, right in
            if left.1.rank != right.1.rank { return precedes(left.1.rank, right.1.rank) }
            return (left.1.sourceRank, left.1.documentOrder, left.0)
                < (right.1.sourceRank, right.1.documentOrder, right.0)
        }.map { self[$0.0] }
    }
}

extension Candidate {
    /// How new an entry is: by its date, then by when it was first seen, then by the date that it states. The stated
    /// date only decides between entries that were first seen together, as those of a server whose clock is ahead.
    public struct Rank: Sendable, Hashable, Comparable {
        let date: Timestamp
        let firstSeen: Timestamp
        let claimed: Timestamp

        /// Makes the rank of an entry.
        init(of entry: Entry, date: Timestamp, firstSeen: Timestamp) {
            self.date = date
            self.firstSeen = firstSeen
            claimed = entry.published ?? firstSeen
        }

        /// Whether `left` is older.
        public static func < (left: Rank, right: Rank) -> Bool {
            (left.date, left.firstSeen, left.claimed) < (right.date, right.firstSeen, right.claimed)
        }
    }

    /// What decides the position of an entry among others.
    package struct SortKey: Sendable {
        let rank: Rank
        let sourceRank: Int
        let documentOrder: Int

        /// Makes a sort key. Of two entries with the same rank, the one whose source is first in the pipeline is first;
        /// then `documentOrder` decides, then their present order.
        package init(_ rank: Rank, sourceRank: Int, documentOrder: Int) {
            self.rank = rank
            self.sourceRank = sourceRank
            self.documentOrder = documentOrder
        }
    }
}
