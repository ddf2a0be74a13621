import FeedModel

extension StoryMatcher {
    /// Groups new articles with each other and into known stories.
    ///
    /// Neither the order of the articles nor their keys count: they are taken by date, then title, then address. The
    /// result has one placement for each article, in the order of `new`.
    public func group(_ new: [StoryArticle], into known: [KnownStory] = []) -> [StoryPlacement] {
        var grouping = StoryGrouping(self)
        return grouping.group(new, into: known)
    }
}

/// The work of one grouping.
private struct StoryGrouping {
    private struct Story {
        /// Places in the vectors, the newest last; each headline once.
        var members: [Int32]
        var begin: Timestamp
        var end: Timestamp
        var id: StoryPlacement.Story
    }

    private let matcher: StoryMatcher
    private var vectors: StoryVectors
    private var stories: [Story] = []
    /// For each rare word, the stories that have it.
    private var postings: [UInt64: [Int32]] = [:]
    private var storyOfTitle: [UInt64: Int32] = [:]
    private var storyOfURL: [UInt64: Int32] = [:]
    /// Candidates of one article: the weight of what they share.
    private var hits: [Float] = []
    private var touched: [Int32] = []

    /// How many stories an article is compared with at most.
    static let candidates = 16

    init(_ matcher: StoryMatcher) {
        self.matcher = matcher
        vectors = StoryVectors(matcher.weights, matcher.templates)
    }

    mutating func group(_ new: [StoryArticle], into known: [KnownStory]) -> [StoryPlacement] {
        let order = new.indices.sorted { Self.comes(new[$0], before: new[$1]) }
        let stories = known.sorted(by: Self.comes).map { story in
            KnownStory(
                id: story.id, members: Array(story.members.sorted(by: Self.comes).suffix(StoryMatcher.comparedMembers)),
                begin: story.begin ?? story.members.map(\.date).min())
        }
        for story in stories { for member in story.members { vectors.append(StoryText(member)) } }
        for index in order { vectors.append(StoryText(new[index])) }
        vectors.weigh()
        var next: Int32 = 0
        for story in stories where !story.members.isEmpty { add(story, &next) }
        var placements = [StoryPlacement?](repeating: nil, count: new.count)
        var newStories = 0
        for index in order {
            placements[index] = place(new[index], next, &newStories)
            next += 1
        }
        return placements.compactMap { $0 }
    }

    // MARK: Order

    private static func comes(_ one: StoryArticle, before other: StoryArticle) -> Bool {
        if one.date != other.date { return one.date < other.date }
        if one.title != other.title { return one.title < other.title }
        if one.url != other.url { return (one.url ?? "") < (other.url ?? "") }
        if one.source != other.source { return one.source < other.source }
        if one.publisher != other.publisher { return (one.publisher ?? "") < (other.publisher ?? "") }
        return (one.summary ?? "") < (other.summary ?? "")
    }

    private static func comes(_ one: KnownStory, before other: KnownStory) -> Bool {
        guard let first = one.members.min(by: comes), let second = other.members.min(by: comes) else {
            return (one.members.isEmpty ? 1 : 0, one.id) < (other.members.isEmpty ? 1 : 0, other.id)
        }
        if comes(first, before: second) { return true }
        if comes(second, before: first) { return false }
        return one.id < other.id
    }

    // MARK: Stories

    private mutating func add(_ story: KnownStory, _ next: inout Int32) {
        guard let first = story.members.first, let last = story.members.last else { return }
        let number = Int32(stories.count)
        stories.append(
            Story(members: [], begin: min(story.begin ?? first.date, first.date), end: last.date, id: .known(story.id)))
        hits.append(0)
        for _ in story.members {
            join(next, number)
            next += 1
        }
    }

    private mutating func place(_ article: StoryArticle, _ place: Int32, _ newStories: inout Int) -> StoryPlacement {
        if let story = sameArticle(place) {
            join(place, story)
            return StoryPlacement(key: article.key, story: stories[Int(story)].id, score: 1, isSameArticle: true)
        }
        if vectors.isLongEnough(Int(place)), let best = bestStory(place) {
            join(place, best.story)
            return StoryPlacement(
                key: article.key, story: stories[Int(best.story)].id, score: Double(best.score), isSameArticle: false)
        }
        let id = StoryPlacement.Story.new(newStories)
        newStories += 1
        stories.append(Story(members: [], begin: article.date, end: article.date, id: id))
        hits.append(0)
        join(place, Int32(stories.count - 1))
        return StoryPlacement(key: article.key, story: id, score: nil, isSameArticle: false)
    }

    private func sameArticle(_ place: Int32) -> Int32? {
        let item = vectors.items[Int(place)]
        if item.url != 0, let story = storyOfURL[item.url], fits(item.date, stories[Int(story)]) { return story }
        guard let story = storyOfTitle[item.titleHash], fits(item.date, stories[Int(story)]) else { return nil }
        let member = stories[Int(story)].members.first { vectors.items[Int($0)].titleHash == item.titleHash }
        guard let member, vectors.isSameArticle(Int(member), Int(place), within: matcher.within) else { return nil }
        return story
    }

    /// Whether a story with an article of this date is short enough.
    private func fits(_ date: Timestamp, _ story: Story) -> Bool {
        max(date, story.end) - min(date, story.begin) <= matcher.within
    }

    private mutating func join(_ place: Int32, _ number: Int32) {
        let item = vectors.items[Int(place)]
        if item.url != 0 { storyOfURL[item.url] = number }
        storyOfTitle[item.titleHash] = number
        stories[Int(number)].begin = min(stories[Int(number)].begin, item.date)
        stories[Int(number)].end = max(stories[Int(number)].end, item.date)
        // A headline that many publishers copied is one voice.
        if stories[Int(number)].members.contains(where: { vectors.items[Int($0)].titleHash == item.titleHash }) {
            return
        }
        stories[Int(number)].members.append(place)
        if stories[Int(number)].members.count > StoryMatcher.comparedMembers {
            stories[Int(number)].members.removeFirst()
        }
        for index in item.words.indices64 where vectors.words[index].isRare {
            let feature = vectors.words[index].feature
            if postings[feature]?.last != number { postings[feature, default: []].append(number) }
        }
    }

    // MARK: Candidates

    private mutating func bestStory(_ place: Int32) -> (story: Int32, score: Float)? {
        let item = vectors.items[Int(place)]
        touched.removeAll(keepingCapacity: true)
        for index in item.words.indices64 where vectors.words[index].isRare {
            guard let list = postings[vectors.words[index].feature] else { continue }
            let weight = vectors.words[index].weight
            for story in list {
                if hits[Int(story)] == 0 { touched.append(story) }
                hits[Int(story)] += weight
            }
        }
        var found = touched.filter { fits(item.date, stories[Int($0)]) }
        if found.count > Self.candidates {
            found.sort { (hits[Int($1)], $0) < (hits[Int($0)], $1) }
            found.removeLast(found.count - Self.candidates)
        }
        for story in touched { hits[Int(story)] = 0 }
        var best: (story: Int32, score: Float)?
        for story in found.sorted() {
            guard let score = score(place, stories[Int(story)]), score >= matcher.threshold else { continue }
            if score > best?.score ?? 0 { best = (story, score) }
        }
        return best
    }

    /// The mean score with the members; nil if numbers forbid it.
    private func score(_ place: Int32, _ story: Story) -> Float? {
        var sum: Float = 0
        for member in story.members {
            let common = vectors.score(Int(member), Int(place))
            if common.refusal == .differentNumbers { return nil }
            sum += common.score
        }
        return story.members.isEmpty ? nil : sum / Float(story.members.count)
    }
}
