import FeedModel

extension [Candidate] {
    /// By their dates, the newest first; see `Candidate.rank`. Then by the order of the sources, and that of the document.
    public var newestFirst: [Candidate] { ordered { $1 < $0 } }

    /// By their dates, the oldest first; then by the order of the sources, and that of the document.
    public var oldestFirst: [Candidate] { ordered { $0 < $1 } }

    private func ordered(by precedes: (Candidate.Rank, Candidate.Rank) -> Bool) -> Self {
        ordered(by: precedes) {
            Candidate.Standing($0.rank, sourceRank: $0.sourceRank, documentOrder: $0.documentOrder)
        }
    }
}

extension Array {
    /// By where its elements stand among entries; only that is moved about, since entries are large.
    package func ordered(
        by precedes: (Candidate.Rank, Candidate.Rank) -> Bool, _ standing: (Element) -> Candidate.Standing
    ) -> Self {
        zip(indices, map(standing)).sorted { left, right in
            if left.1.rank != right.1.rank { return precedes(left.1.rank, right.1.rank) }
            return (left.1.sourceRank, left.1.documentOrder, left.0)
                < (right.1.sourceRank, right.1.documentOrder, right.0)
        }.map { self[$0.0] }
    }
}

extension Candidate {
    /// How new an entry is: its date, when it was first seen, and the date that it claims. The last one orders what a
    /// server with a clock that is ahead brings at once, and lifts nothing above what came from elsewhere.
    public struct Rank: Sendable, Hashable, Comparable {
        let date: Timestamp
        let firstSeen: Timestamp
        let claimed: Timestamp

        /// How new an entry is.
        init(of entry: Entry, date: Timestamp, firstSeen: Timestamp) {
            self.date = date
            self.firstSeen = firstSeen
            claimed = entry.published ?? firstSeen
        }

        /// Whether the left one is older.
        public static func < (left: Rank, right: Rank) -> Bool {
            (left.date, left.firstSeen, left.claimed) < (right.date, right.firstSeen, right.claimed)
        }
    }

    /// Where an entry stands among others.
    package struct Standing: Sendable {
        let rank: Rank
        let sourceRank: Int
        let documentOrder: Int

        /// Of two with the same rank the one whose source comes first in the pipeline comes first; then by
        /// `documentOrder`, then as they stood.
        package init(_ rank: Rank, sourceRank: Int, documentOrder: Int) {
            self.rank = rank
            self.sourceRank = sourceRank
            self.documentOrder = documentOrder
        }
    }
}
