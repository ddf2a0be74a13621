import FeedModel

/// The work of one grouping.
struct StoryGrouping {
    struct Story {
        /// Places in the vectors, the newest last; each headline once.
        var members: [Int32]
        var begin: Timestamp
        var end: Timestamp
        /// The caller's name for a known story.
        var id: String?
        /// The story that this one became a part of.
        var mergedInto: Int32?
    }

    let matcher: StoryMatcher
    var vectors: StoryVectors
    var stories: [Story] = []
    /// For each word that may found a story, alone or with others, the stories that have it.
    var postings: [UInt64: [Int32]] = [:]
    private var storyOfTitle: [UInt64: Int32] = [:]
    private var storyOfURL: [UInt64: Int32] = [:]
    /// Candidates of one article: the weight of what they share.
    var hits: [Float] = []
    var touched: [Int32] = []

    /// How many stories an article is compared with at most.
    static let candidates = 16

    /// From how many articles on n-grams are not kept.
    static let mostWithGrams = 10_000

    private init(_ matcher: StoryMatcher, _ vectors: StoryVectors) {
        self.matcher = matcher
        self.vectors = vectors
    }

    /// Returns the story of each article, and how it got there.
    ///
    /// - Parameters:
    ///   - dates: the dates of the articles.
    ///   - keepsGrams: nil for the usual.
    ///   - article: the article at an index of `dates`. It may be asked for again and again.
    static func grouped(
        _ matcher: StoryMatcher, dates: [Timestamp], into known: [KnownStory], keepsGrams: Bool? = nil,
        _ article: @escaping (Int) -> StoryArticle
    ) -> [(story: StoryPlacement.Story, score: Float?, isSameArticle: Bool)] {
        let order = order(of: dates, article)
        let stories = inOrder(known)
        let members = stories.flatMap(\.members)
        let readsAgain = { (place: Int) in
            StoryText(place < members.count ? members[place] : article(order[place - members.count]))
        }
        let keepsGrams = keepsGrams ?? (dates.count <= mostWithGrams)
        var grouping = StoryGrouping(matcher, StoryVectors(matcher, readsAgain: keepsGrams ? nil : readsAgain))
        for member in members { grouping.vectors.append(StoryText(member)) }
        for (number, index) in order.enumerated() {
            if number == 1_000 { grouping.vectors.reserveCapacity(members.count + order.count) }
            grouping.vectors.append(StoryText(article(index)))
        }
        grouping.vectors.weigh()
        var next: Int32 = 0
        for story in stories where !story.members.isEmpty { grouping.add(story, &next) }
        var placed = [Placed](repeating: Placed(story: 0), count: dates.count)
        for index in order {
            placed[index] = grouping.place(next)
            next += 1
        }
        grouping.merge()
        return grouping.named(placed, order)
    }

    /// Where an article went at first.
    private struct Placed {
        var story: Int32
        var score: Float?
        var isSameArticle = false
    }

    /// Numbers the new stories in the order of their first articles.
    private func named(
        _ placed: [Placed], _ order: [Int]
    ) -> [(story: StoryPlacement.Story, score: Float?, isSameArticle: Bool)] {
        var numbers: [Int32: Int] = [:]
        for index in order {
            let story = final(placed[index].story)
            if stories[Int(story)].id == nil, numbers[story] == nil { numbers[story] = numbers.count }
        }
        return placed.map { placed in
            let story = final(placed.story)
            let id = stories[Int(story)].id.map(StoryPlacement.Story.known) ?? .new(numbers[story] ?? 0)
            return (id, placed.score, placed.isSameArticle)
        }
    }

    // MARK: Order

    /// Returns the indices of articles by date, and those of one date in the order of `comes`.
    private static func order(of dates: [Timestamp], _ article: (Int) -> StoryArticle) -> [Int] {
        var order = dates.indices.sorted { dates[$0] < dates[$1] }
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count, dates[order[end]] == dates[order[start]] { end += 1 }
            if end - start > 1 {
                // Each is read once, however often it is compared.
                let ofDate = order[start..<end].map { (index: $0, article: article($0)) }
                let sorted = ofDate.sorted { comes($0.article, before: $1.article) }
                order.replaceSubrange(start..<end, with: sorted.lazy.map(\.index))
            }
            start = end
        }
        return order
    }

    private static func comes(_ one: StoryArticle, before other: StoryArticle) -> Bool {
        if one.date != other.date { return one.date < other.date }
        if one.title != other.title { return one.title < other.title }
        if one.url != other.url { return (one.url ?? "") < (other.url ?? "") }
        if one.source != other.source { return one.source < other.source }
        if one.publisher != other.publisher { return (one.publisher ?? "") < (other.publisher ?? "") }
        return (one.summary ?? "") < (other.summary ?? "")
    }

    /// Returns known stories in the order of their first members, each with its newest ones in their order.
    private static func inOrder(_ known: [KnownStory]) -> [KnownStory] {
        var stories = known.map { story in
            let members = story.members.count > 1 ? story.members.sorted(by: comes) : story.members
            return (
                first: members.first, date: members.first?.date,
                story: KnownStory(
                    id: story.id, members: Array(members.suffix(StoryMatcher.comparedMembers)),
                    begin: story.begin ?? members.first?.date)
            )
        }
        stories.sort { one, other in
            if let date = one.date, let otherDate = other.date, date != otherDate { return date < otherDate }
            guard let first = one.first, let second = other.first else {
                return (one.first == nil ? 1 : 0, one.story.id) < (other.first == nil ? 1 : 0, other.story.id)
            }
            if comes(first, before: second) { return true }
            return !comes(second, before: first) && one.story.id < other.story.id
        }
        return stories.map(\.story)
    }

    // MARK: Stories

    private mutating func add(_ story: KnownStory, _ next: inout Int32) {
        guard let first = story.members.first, let last = story.members.last else { return }
        let number = Int32(stories.count)
        stories.append(
            Story(members: [], begin: min(story.begin ?? first.date, first.date), end: last.date, id: story.id))
        hits.append(0)
        for _ in story.members {
            join(next, number)
            next += 1
        }
    }

    private mutating func place(_ place: Int32) -> Placed {
        if let story = sameArticle(place) {
            join(place, story)
            return Placed(story: story, score: 1, isSameArticle: true)
        }
        if vectors.isLongEnough(Int(place)), let best = bestStory(place) {
            join(place, best.story)
            return Placed(story: best.story, score: best.score)
        }
        let date = vectors.items[Int(place)].date
        let story = Int32(stories.count)
        stories.append(Story(members: [], begin: date, end: date))
        hits.append(0)
        join(place, story)
        return Placed(story: story)
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
        for index in item.words.indices64 where vectors.words[index].mayFound {
            let feature = vectors.words[index].feature
            if postings[feature]?.last != number { postings[feature, default: []].append(number) }
        }
    }

    // MARK: Candidates

    private mutating func bestStory(_ place: Int32) -> (story: Int32, score: Float)? {
        let date = vectors.items[Int(place)].date
        var best: (story: Int32, score: Float)?
        for story in candidates([place]) where fits(date, stories[Int(story)]) {
            guard let score = score(place, stories[Int(story)]), score >= matcher.threshold else { continue }
            if score > best?.score ?? 0 { best = (story, score) }
        }
        return best
    }

    /// Returns the stories that share the most of such words with texts, in ascending order.
    mutating func candidates(_ places: [Int32]) -> [Int32] {
        touched.removeAll(keepingCapacity: true)
        for place in places {
            for index in vectors.items[Int(place)].words.indices64 where vectors.words[index].mayFound {
                guard let list = postings[vectors.words[index].feature] else { continue }
                let weight = vectors.words[index].weight
                for story in list {
                    if hits[Int(story)] == 0 { touched.append(story) }
                    hits[Int(story)] += weight
                }
            }
        }
        var found = touched
        if found.count > Self.candidates {
            found.sort { (hits[Int($1)], $0) < (hits[Int($0)], $1) }
            found.removeLast(found.count - Self.candidates)
        }
        for story in touched { hits[Int(story)] = 0 }
        return found.sorted()
    }

    /// The mean score with the members; nil if numbers forbid it.
    func score(_ place: Int32, _ story: Story) -> Float? {
        var sum: Float = 0
        for member in story.members {
            let common = vectors.score(Int(member), Int(place))
            if common.refusal == .differentNumbers { return nil }
            sum += common.score
        }
        return story.members.isEmpty ? nil : sum / Float(story.members.count)
    }
}
