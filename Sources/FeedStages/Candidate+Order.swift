import FeedModel

extension [Candidate] {
    /// By their dates, the newest first; see `Candidate.rank`. Then by the order of the sources, and that of the document.
    public var newestFirst: [Candidate] { ordered { $1 < $0 } }

    /// By their dates, the oldest first; then by the order of the sources, and that of the document.
    public var oldestFirst: [Candidate] { ordered { $0 < $1 } }

    private func ordered(by precedes: (Candidate.Rank, Candidate.Rank) -> Bool) -> Self {
        enumerated().map { (rank: $1.rank, place: $0, candidate: $1) }.sorted { left, right in
            if left.rank != right.rank { return precedes(left.rank, right.rank) }
            return (left.candidate.sourceRank, left.candidate.documentOrder, left.place)
                < (right.candidate.sourceRank, right.candidate.documentOrder, right.place)
        }.map(\.candidate)
    }
}

extension Candidate {
    /// How new an entry is: its date, when it was first seen, and the date that it claims. The last one orders what a
    /// server with a clock that is ahead brings at once, and lifts nothing above what came from elsewhere.
    public struct Rank: Sendable, Hashable, Comparable {
        let date: Timestamp
        let firstSeen: Timestamp
        let claimed: Timestamp

        /// Whether the left one is older.
        public static func < (left: Rank, right: Rank) -> Bool {
            (left.date, left.firstSeen, left.claimed) < (right.date, right.firstSeen, right.claimed)
        }
    }

    /// How new it is.
    public var rank: Rank { Rank(date: date, firstSeen: firstSeen, claimed: entry.published ?? firstSeen) }
}
