import FeedModel

/// Articles are placed one by one, so that the first ones of a great event may have begun several stories.
extension StoryGrouping {
    /// How often it is looked for stories that became alike.
    static let mergingRounds = 2

    /// Puts new stories together whose members are alike in the mean. Known stories keep their articles, and stay two.
    mutating func merge() {
        for _ in 0..<Self.mergingRounds {
            var merged = false
            for story in stories.indices where stories[story].id == nil && stories[story].mergedInto == nil {
                // A single article was compared with all that came before.
                guard stories[story].members.count > 1, let other = bestStory(for: Int32(story)) else { continue }
                merge(Int32(story), other)
                merged = true
            }
            if !merged { return }
        }
    }

    /// Returns the story that a story's articles are in now.
    func final(_ story: Int32) -> Int32 {
        var story = story
        while let next = stories[Int(story)].mergedInto { story = next }
        return story
    }

    private mutating func bestStory(for number: Int32) -> Int32? {
        let story = stories[Int(number)]
        var best: (story: Int32, score: Float)?
        var seen: Set<Int32> = [number]
        for found in candidates(story.members) {
            let candidate = final(found)
            guard seen.insert(candidate).inserted else { continue }
            let other = stories[Int(candidate)]
            guard max(story.end, other.end) - min(story.begin, other.begin) <= matcher.within,
                let score = score(story, other), score >= matcher.threshold
            else { continue }
            if score > best?.score ?? 0 { best = (candidate, score) }
        }
        return best?.story
    }

    /// The mean score of the members of two stories; nil if numbers forbid it.
    private func score(_ one: Story, _ other: Story) -> Float? {
        guard !one.members.isEmpty, !other.members.isEmpty else { return nil }
        var sum: Float = 0
        for member in one.members {
            guard let score = score(member, other) else { return nil }
            sum += score
        }
        return sum / Float(one.members.count)
    }

    /// The later of two stories becomes a part of the earlier one, a new one of a known one.
    private mutating func merge(_ one: Int32, _ other: Int32) {
        let (from, into) = stories[Int(other)].id != nil || other < one ? (one, other) : (other, one)
        stories[Int(from)].mergedInto = into
        stories[Int(into)].begin = min(stories[Int(into)].begin, stories[Int(from)].begin)
        stories[Int(into)].end = max(stories[Int(into)].end, stories[Int(from)].end)
        let titles = Set(stories[Int(into)].members.map { vectors.items[Int($0)].titleHash })
        let added = stories[Int(from)].members.filter { !titles.contains(vectors.items[Int($0)].titleHash) }
        // The places are in the order of dates.
        stories[Int(into)].members = Array(
            (stories[Int(into)].members + added).sorted().suffix(StoryMatcher.comparedMembers))
        stories[Int(from)].members = []
    }
}
