import FeedMessages
import FeedModel
import FeedStages
import FeedStories

/// Finds the stories of entries by the rules of `FeedStories`.
struct StoryMatching {
    private let matcher: StoryMatcher
    private let stories: [StoryHistory.KeptStory]

    /// Entries of one story that was delivered, or several of a new one; the head first.
    struct Group {
        /// The story, if the pipeline delivered entries of it before.
        let known: StoryHistory.KeptStory?
        let members: [Candidate]
    }

    /// - Parameter candidates: the entries that are compared. Their titles are among those of the history.
    init(_ match: StoriesFilter.Match, within: Duration, _ history: StoryHistory, of candidates: [Candidate]) {
        var counts: [UInt64: Int] = [:]
        var titles = 0
        let share = max(Self.leastCounted, Self.mostCounted / max(1, history.titles.count))
        // The matcher counts what it compares itself.
        let own = Self.compared(candidates, among: history.titles, atMost: share)
        var texts: [String: [StoryText]] = [:]
        for source in history.titles {
            let ownTitles = own[source.source] ?? []
            let newest = source.titles.prefix(max(share, StoryTemplates.titlesPerSource))
            var read: [StoryText] = []
            for (index, title) in newest.enumerated() {
                let isCounted = index < share && !ownTitles.contains(title)
                guard isCounted || index < StoryTemplates.titlesPerSource else { continue }
                let text = StoryText(
                    StoryArticle(key: "", title: title, source: source.source, date: Timestamp(milliseconds: 0)))
                if index < StoryTemplates.titlesPerSource { read.append(text) }
                guard isCounted else { continue }
                titles += 1
                for feature in text.features { counts[feature, default: 0] += 1 }
            }
            if texts[source.source] == nil { texts[source.source] = read.reversed() }
        }
        // A word is rare if few events have it, however many entries tell of one.
        for story in history.stories where story.members.count > Self.fewEntries {
            var own: [UInt64: Int] = [:]
            for member in story.members {
                for feature in StoryText(StoryArticle(member)).features { own[feature, default: 0] += 1 }
            }
            for (feature, count) in own where count > 1 { counts[feature]? -= count - 1 }
        }
        matcher = StoryMatcher(
            match.match, weights: StoryWeights(titles: titles, counts: counts),
            templates: StoryTemplates(textsBySource: texts), within: within)
        stories = history.stories
    }

    /// The titles of a history that candidates have, by source. `share` of each source's are looked for.
    private static func compared(
        _ candidates: [Candidate], among titles: [StoryHistory.SourceTitles], atMost share: Int
    ) -> [String: Set<String>] {
        var known: [String: Set<String>] = [:]
        for source in titles { known[source.source, default: []].formUnion(source.titles.prefix(share)) }
        var own: [String: Set<String>] = [:]
        for candidate in candidates where known[candidate.source] != nil {
            let title = candidate.entry.title ?? ""
            if known[candidate.source]?.contains(title) ?? false { own[candidate.source, default: []].insert(title) }
        }
        return own
    }

    /// Returns the groups. Candidates that are in none of them are stories of their own.
    func groups(of candidates: [Candidate]) -> [Group] {
        let known = stories.map { story in
            KnownStory(id: story.key, members: story.members.map(StoryArticle.init), begin: story.begin)
        }
        let compared = candidates.indices.filter { candidates[$0].entry.mayTellOfEvent }
        let placed = matcher.stories(of: compared.map { candidates[$0].date }, into: known) { index in
            StoryArticle(candidates[compared[index]])
        }
        var counts = [Int32](repeating: 0, count: compared.count)
        for case .new(let number) in placed { counts[number] += 1 }
        var members: [StoryPlacement.Story: [Candidate]] = [:]
        for (index, story) in zip(compared, placed) {
            if case .new(let number) = story, counts[number] == 1 { continue }
            members[story, default: []].append(candidates[index])
        }
        let named = Dictionary(stories.map { ($0.key, $0) }) { first, _ in first }
        return members.map { story, members in
            let known: StoryHistory.KeptStory? = if case .known(let key) = story { named[key] } else { nil }
            return Group(known: known, members: members.headFirst)
        }
    }

    /// Why an entry follows another one: score, threshold and shared words.
    func reason(for member: Candidate, with head: Candidate) -> LocalizedText? {
        let compared = matcher.compare(StoryText(StoryArticle(member)), StoryText(StoryArticle(head)))
        return .message("verdict.story.joined", facts(compared, head.entry.title))
    }

    /// Why an entry belongs to a story that was delivered: the most similar of its entries says it.
    func reason(for member: Candidate, with story: StoryHistory.KeptStory) -> LocalizedText? {
        let text = StoryText(StoryArticle(member))
        let best = story.members.map { matcher.compare(text, StoryText(StoryArticle($0))) }.max { $0.score < $1.score }
        return best.map { .message("verdict.story.told_before", facts($0, story.headline)) }
    }

    private func facts(_ compared: StoryComparison, _ headline: String?) -> [String: MessageArgument] {
        [
            "headline": .text((headline ?? "").line(of: 120)), "score": .text(Self.text(compared.score)),
            "threshold": .text(Self.text(compared.threshold)),
            "shared": .text(compared.shared.prefix(3).joined(separator: ", ").line(of: 120)),
        ]
    }

    /// In how many titles words are counted, and in how many of each source at least. More of them change no story, and
    /// cost time at each delivery.
    private static let (mostCounted, leastCounted) = (2000, 50)
    /// Stories of so few entries make no word common.
    private static let fewEntries = 3

    /// A score with two places.
    private static func text(_ score: Double) -> String {
        let hundredths = Int((min(max(score, 0), 1) * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}

extension [Candidate] {
    /// The earliest entry of the source that comes first in the pipeline, then the others in the same order.
    fileprivate var headFirst: [Candidate] {
        sorted {
            ($0.sourceRank, $0.date, $0.firstSeen, $0.documentOrder, $0.key)
                < ($1.sourceRank, $1.date, $1.firstSeen, $1.documentOrder, $1.key)
        }
    }
}

extension Entry {
    /// Whether the entry may be one of several that tell of one event. Without a title there is nothing to compare: posts
    /// of a microblog are no story. Articles of people (Qiita, Zenn, note, blogs of hosting services) are about a subject;
    /// two of one subject have the same words, and are two articles.
    fileprivate var mayTellOfEvent: Bool {
        guard !(title ?? "").allSatisfy(\.isWhitespace) else { return false }
        return url.flatMap(Address.host).map { !ArticleSite.isOfPeople(ArticleSite.site(of: $0)) } ?? true
    }
}

extension StoryArticle {
    init(_ candidate: Candidate) {
        self.init(
            key: candidate.key, entry: candidate.entry, source: candidate.source, date: candidate.date)
    }

    init(_ member: StoryHistory.Member) {
        self.init(key: member.key, entry: member.entry, source: member.source, date: member.date)
    }

    private init(key: String, entry: Entry, source: String, date: Timestamp) {
        self.init(
            key: key, title: entry.title ?? "", source: source, publisher: entry.publisher?.name, url: entry.url,
            date: date, related: entry.related.map(\.title))
    }
}

extension StoriesFilter.Match {
    fileprivate var match: StoryMatch {
        switch self {
        case .strict: .strict
        case .normal: .normal
        case .loose: .loose
        }
    }
}
