import FeedModel

/// Puts the entries of each story of a digest together: one stands by itself, and the others follow it.
struct StoryLines: Sendable {
    /// The position of each source in the pipeline.
    let sourceRanks: [String: Int]

    /// Returns the entries in the same order, but with those of a story directly behind the one that began it, or behind
    /// their first one where that is not in the digest. Entries that came later are apart from those before.
    func gathered(_ entries: [DigestEntry]) -> [DigestEntry] {
        guard entries.contains(where: { $0.story != nil }) else { return entries }
        var places: [Line: [Int]] = [:]
        for (place, entry) in entries.enumerated() {
            if let line = Line(entry) { places[line, default: []].append(place) }
        }
        let heads = places.mapValues { places in places.first { entries[$0].story?.role == .head } ?? places[0] }
        var gathered: [DigestEntry] = []
        gathered.reserveCapacity(entries.count)
        for (place, entry) in entries.enumerated() {
            guard let line = Line(entry), let head = heads[line], let members = places[line] else {
                gathered.append(entry)
                continue
            }
            guard place == head else { continue }
            let followers = members.filter { $0 != head }.map { entries[$0] }.sorted { key(of: $0) < key(of: $1) }
            gathered.append(entry.withStory { $0.members = followers.map(\.key) })
            gathered += followers.map { follower in follower.withStory { $0.follows = entry.key } }
        }
        return gathered
    }

    /// Entries that stand together.
    private struct Line: Hashable {
        let story: String
        /// Those that came later are shown together, whenever that was.
        let isLater: Bool

        /// Nil for an entry that stands by itself.
        init?(_ entry: DigestEntry) {
            guard let part = entry.story, part.role != .remarked else { return nil }
            story = part.story
            isLater = part.role == .later
        }
    }

    private func key(of entry: DigestEntry) -> (Int, Timestamp, Timestamp, String) {
        (sourceRanks[entry.source] ?? .max, entry.date, entry.firstSeen, entry.key)
    }
}

extension DigestEntry {
    /// Returns the entry with a changed part in its story, and without what another digest said of it.
    fileprivate func withStory(_ change: (inout StoryPart) -> Void) -> DigestEntry {
        var entry = self
        entry.story?.follows = nil
        entry.story?.members = []
        if var part = entry.story {
            change(&part)
            entry.story = part
        }
        return entry
    }
}
