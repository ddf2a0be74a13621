import FeedModel
import Testing

@testable import FeedStories

@Suite("Stories are grouped")
struct GroupingTests {
    /// Articles of five events and of none, an hour apart.
    static let articles: [StoryArticle] = {
        let titles = [
            "Harbor bridge in Port Alden closed after cargo ship hits pillar",
            "Cargo ship hits Port Alden harbor bridge, traffic closed",
            "Port Alden bridge shut after ship strikes pillar",
            "南海丸が防波堤に衝突、乗客12人が軽傷 宇野港",
            "宇野港で南海丸が防波堤に衝突 乗客がけが",
            "フェリー「南海丸」防波堤に接触、12人けが＝宇野港",
            "Zephyr browser 12 ships with tab groups",
            "Tab groups arrive in Zephyr 12",
            "How to prune roses in autumn",
            "秋の庭でバラを剪定するこつ",
        ]
        return titles.enumerated().map { index, title in
            StoryArticle(
                key: "k\(index)", title: title, source: "s\(index % 4)", url: "https://example.org/\(index)",
                date: Timestamp(seconds: 1_800_000_000 + Int64(index % 3) * 3600))
        }
    }()

    static func matcher(_ match: StoryMatch = .strict) -> StoryMatcher {
        StoryMatcher(match, weights: StoryWeights(titles: 0, counts: [:]), templates: StoryTemplates())
    }

    /// The groups as sets of titles.
    static func groups(_ articles: [StoryArticle], _ placements: [StoryPlacement]) -> Set<Set<String>> {
        var groups: [StoryPlacement.Story: Set<String>] = [:]
        for (article, placement) in zip(articles, placements) {
            groups[placement.story, default: []].insert(article.title)
        }
        return Set(groups.values)
    }

    @Test("the order in which articles arrive and their keys make no difference, in 20 orders")
    func orders() {
        var generator = SplitMix(state: 7)
        let expected = Self.groups(Self.articles, Self.matcher().group(Self.articles, into: []))
        #expect(expected.count == 5)
        for _ in 0..<20 {
            var shuffled = Self.articles.shuffled(using: &generator)
            for index in shuffled.indices { shuffled[index].key = "other\(index)" }
            let placements = Self.matcher().group(shuffled, into: [])
            #expect(placements.map(\.key) == shuffled.map(\.key))
            #expect(Self.groups(shuffled, placements) == expected)
        }
    }

    @Test("titles that share only words of one field are compared in a group as they are in a pair")
    func fieldWords() {
        let titles = ["雪の影響で私鉄各線が運転見合わせ 高速道は通行止め続く", "雪の交通影響 高速道など通行止め 私鉄は運転見合わせも"]
        let articles = titles.enumerated().map { index, title in
            StoryArticle(
                key: "k\(index)", title: title, source: "s\(index)", url: "https://example.org/\(index)",
                date: Timestamp(seconds: 1_800_000_000))
        }
        // In the days of a great event its words are no rare ones.
        var counts: [UInt64: Int] = [:]
        for article in articles { for feature in StoryText(article).features { counts[feature] = 60 } }
        let matcher = StoryMatcher(
            .strict, weights: StoryWeights(titles: 400, counts: counts), templates: StoryTemplates())
        let texts = articles.map { StoryText($0) }
        #expect(matcher.compare(texts[0], texts[1]).relation == .sameStory)
        #expect(Self.groups(articles, matcher.group(articles, into: [])).count == 1)
    }

    @Test("an article joins the known story that it belongs to, and gets its id")
    func known() {
        let story = KnownStory(id: "s1", members: Array(Self.articles[0..<2]))
        let other = KnownStory(id: "s2", members: [Self.articles[8]])
        let placements = Self.matcher().group([Self.articles[2], Self.articles[9]], into: [other, story])
        #expect(placements[0].story == .known("s1"))
        #expect(placements[0].score ?? 0 > 0.2)
        #expect(placements[1].story == .new(0))
        #expect(placements[1].score == nil)
    }

    @Test("a story does not grow beyond `within` from its first to its last article")
    func span() {
        let articles = (0..<10).map { day in
            StoryArticle(
                key: "\(day)", title: "Harbor bridge in Port Alden still closed, ships wait (\(day * 11 + 13) of them)",
                source: "s", date: Timestamp(seconds: 1_800_000_000 + Int64(day) * 86_400))
        }
        let placements = Self.matcher(.loose).group(articles, into: [])
        for (article, placement) in zip(articles, placements) {
            let dates = zip(articles, placements).filter { $1.story == placement.story }.map(\.0.date)
            #expect(dates.allSatisfy { max($0, article.date) - min($0, article.date) <= .seconds(72 * 3600) })
        }
        let old = KnownStory(id: "old", members: [articles[3]], begin: articles[0].date)
        #expect(Self.matcher(.loose).group([articles[4]], into: [old])[0].story == .new(0))
    }

    @Test("fifty copies of a text are one voice: they change no score")
    func voices() {
        let copies = (0..<50).map { index in
            var copy = Self.articles[0]
            copy.key = "copy\(index)"
            copy.url = "https://copies.example/\(index)"
            return copy
        }
        let alone = Self.matcher().group([Self.articles[0], Self.articles[1]], into: [])
        let crowd = Self.matcher().group(copies + [Self.articles[1]], into: [])
        #expect(crowd.last?.score == alone.last?.score)
        #expect(Set(crowd.map(\.story)).count == 1)
        #expect(crowd.dropFirst().dropLast().allSatisfy { $0.isSameArticle })
    }

    @Test("articles of one date, as those without one, are grouped by their titles")
    func withoutDates() {
        let articles = Self.articles.map { article in
            var article = article
            article.date = Timestamp(seconds: 0)
            return article
        }
        #expect(Self.groups(articles, Self.matcher().group(articles, into: [])).count == 5)
    }

    @Test("ten thousand equal titles, and as many that differ in a number only, end at once", .timeLimit(.minutes(1)))
    func many() {
        let equal = (0..<10_000).map { index in
            StoryArticle(
                key: "\(index)", title: "The same headline on every site of the land", source: "s\(index)",
                date: Timestamp(seconds: Int64(index)))
        }
        #expect(Set(Self.matcher().group(equal, into: []).map(\.story)).count == 1)
        let numbered = equal.map { article in
            var article = article
            article.title += " \(article.key)"
            return article
        }
        #expect(Self.matcher().group(numbered, into: []).count == 10_000)
    }

    @Test("stories that were begun apart come together when later articles show that they are one")
    func merging() {
        let titles = [
            "Alder Canyon reserve cut by half", "Governor Quist signs order on public land in Norland",
            "Quist cuts Alder Canyon reserve by half", "Governor Quist signs order on Alder Canyon reserve",
            "Quist signs order: Alder Canyon reserve cut by half", "Order on Alder Canyon signed by Governor Quist",
        ]
        let articles = titles.enumerated().map { index, title in
            Pair.article(title, source: "s\(index)", seconds: 1_800_000_000 + Int64(index) * 600)
        }
        let first = Self.matcher().compare(StoryText(articles[0]), StoryText(articles[1]))
        #expect(first.relation == .different)
        #expect(Set(Self.matcher().group(articles, into: []).map(\.story)) == [.new(0)])
    }

    @Test("known stories stay two, whatever comes")
    func knownStayApart() {
        let known = [0, 1].map { KnownStory(id: "s\($0)", members: [Self.articles[$0]]) }
        let placements = Self.matcher().group(Array(Self.articles[2..<8]), into: known)
        #expect(placements.count == 6)
        #expect([.known("s0"), .known("s1")].contains(placements[0].story))
    }

    @Test("numbers forbid a story even if other members fit")
    func numbers() {
        let quakes = ["石川県能登地方で震度5弱 M5.2", "能登で震度5弱の地震 M5.2 津波なし", "石川県能登地方で震度6弱 M6.1"]
        let articles = quakes.map { Pair.article($0) }
        let placements = Self.matcher(.loose).group(articles, into: [])
        #expect(placements[2].story != placements[0].story)
    }
}

/// A seeded generator: tests know no chance.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
