import FeedModel

extension [Candidate] {
    /// The candidates by `Candidate.rank`, the newest first, then by the order of sources and by document order.
    public var newestFirst: [Candidate] { ordered { $1 < $0 } }

    /// The candidates by `Candidate.rank`, the oldest first, then by the order of sources and by document order.
    public var oldestFirst: [Candidate] { ordered { $0 < $1 } }

    /// The places of the candidates in the order of `oldestFirst`, for more of them than should be there twice.
    package var oldestPlaces: [Int32] { places(by: { $0 < $1 }, Candidate.SortKey.init) }

    private func ordered(by precedes: (Candidate.Rank, Candidate.Rank) -> Bool) -> Self {
        ordered(by: precedes, Candidate.SortKey.init)
    }
}

extension Array {
    /// Returns the elements in the order of their sort keys. Entries are large, so only the keys are sorted.
    package func ordered(
        by precedes: (Candidate.Rank, Candidate.Rank) -> Bool, _ sortKey: (Element) -> Candidate.SortKey
    ) -> Self {
        places(by: precedes, sortKey).map { self[Int($0)] }
    }

    /// The places of the elements in the order of their sort keys.
    fileprivate func places(
        by precedes: (Candidate.Rank, Candidate.Rank) -> Bool, _ sortKey: (Element) -> Candidate.SortKey
    ) -> [Int32] {
        var sorted: [(place: Int32, key: Candidate.SortKey)] = []
        sorted.reserveCapacity(count)
        for (place, element) in enumerated() { sorted.append((Int32(place), sortKey(element))) }
        sorted.sort { left, right in
            if left.key.rank != right.key.rank { return precedes(left.key.rank, right.key.rank) }
            return (left.key.sourceRank, left.key.documentOrder, left.place)
                < (right.key.sourceRank, right.key.documentOrder, right.place)
        }
        return sorted.map(\.place)
    }
}

extension [Candidate] {
    /// Puts the candidates into the order of `newestFirst`, without a second array of them.
    package mutating func sortNewestFirst() {
        var places = places(by: { $1 < $0 }, Candidate.SortKey.init)
        for start in indices {
            // Each cycle of the permutation is walked once; a place that is done points to itself.
            var place = start
            while Int(places[place]) != start {
                let next = Int(places[place])
                places[place] = Int32(place)
                swapAt(place, next)
                place = next
            }
            places[place] = Int32(place)
        }
    }
}

extension Candidate {
    /// How new an entry is: by its date, then by when it was first seen, then by the date that it states. The stated
    /// date only decides between entries that were first seen together, as those of a server whose clock is ahead.
    public struct Rank: Sendable, Hashable, Comparable {
        let date: Timestamp
        let firstSeen: Timestamp
        let claimed: Timestamp

        /// Makes the rank of an entry that states a date or none.
        init(published: Timestamp?, date: Timestamp, firstSeen: Timestamp) {
            self.date = date
            self.firstSeen = firstSeen
            claimed = published ?? firstSeen
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

        /// Makes that of an entry that waits, without reading the entry.
        package init(_ candidate: Candidate) {
            self.init(
                Rank(published: candidate.holder.published, date: candidate.date, firstSeen: candidate.firstSeen),
                sourceRank: candidate.sourceRank, documentOrder: candidate.documentOrder)
        }
    }
}
