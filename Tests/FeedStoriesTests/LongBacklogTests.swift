import FeedModel
import Testing

@testable import FeedStories

/// Many articles are grouped without all that is known of their titles in memory.
@Suite("stories of a long backlog")
struct LongBacklogTests {
    /// Headlines of as many events as a third of them, some of one date.
    private func articles(_ count: Int, seed: UInt64) -> [StoryArticle] {
        var chance = SplitMix(state: seed)
        let places = ["Kordu", "Velam", "Tisov", "Marrin", "Pelgard", "宇野港", "北見市", "南海岸"]
        let things = ["bridge", "ferry", "museum", "harbour", "orchard", "railway", "防波堤", "図書館"]
        let deeds = ["reopens after dispute", "collapses in storm", "burns down", "wins prize", "が閉鎖", "で事故 12人けが"]
        return (0..<count).map { number in
            let event = Int.random(in: 0..<count / 3, using: &chance)
            let words = [
                places[event % 8], things[event / 8 % 8], deeds[event / 64 % 6], "Z\(event)n",
                Int.random(in: 0..<3, using: &chance) == 0 ? "officials say" : "",
            ].shuffled(using: &chance)
            return StoryArticle(
                key: "k\(number)", title: words.filter { !$0.isEmpty }.joined(separator: " "),
                source: "s\(Int.random(in: 0..<6, using: &chance))", url: "https://example.org/\(number)",
                date: Timestamp(seconds: 1_800_000_000 + Int64(event / 4) * 1800 + Int64(number % 3)))
        }
    }

    private func result(
        _ articles: [StoryArticle], _ matcher: StoryMatcher, keepsGrams: Bool
    ) -> [StoryPlacement] {
        let known = [KnownStory(id: "known", members: Array(articles.suffix(3)))]
        let placed = StoryGrouping.grouped(
            matcher, dates: articles.map(\.date), into: known, keepsGrams: keepsGrams
        ) { articles[$0] }
        return zip(articles, placed).map { article, placed in
            StoryPlacement(
                key: article.key, story: placed.story, score: placed.score.map(Double.init),
                isSameArticle: placed.isSameArticle)
        }
    }

    @Test(
        "n-grams that are made again when they are needed give the same stories with the same scores",
        arguments: [UInt64](1...4), StoryMatch.allCases)
    func grams(seed: UInt64, match: StoryMatch) {
        let articles = articles(450, seed: seed)
        let matcher = GroupingTests.matcher(match)
        let expected = result(articles, matcher, keepsGrams: true)
        #expect(result(articles, matcher, keepsGrams: false) == expected)
        let stories = Set(expected.map(\.story))
        #expect(stories.count < 440 && stories.count > 20)
        #expect(expected.contains { $0.story == .known("known") })
    }

    @Test("of many titles no n-grams are kept, of few all are")
    func bound() {
        let articles = articles(30, seed: 5)
        let matcher = GroupingTests.matcher()
        var (few, many) = (StoryVectors(matcher), StoryVectors(matcher) { StoryText(articles[$0]) })
        for article in articles {
            few.append(StoryText(article))
            many.append(StoryText(article))
        }
        #expect(few.grams.count > 30 * 10)
        #expect(many.grams.isEmpty)
        few.weigh()
        many.weigh()
        for place in articles.indices {
            let (kept, made) = (few.grams(of: place), many.grams(of: place))
            #expect(kept.grams.map(\.weight) == made.grams.map(\.weight) && kept.norm == made.norm)
            #expect(few.isLongEnough(place) == many.isLongEnough(place))
        }
        #expect(MemoryLayout<StoryVectors.Word>.stride == 32)
    }
}
