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
