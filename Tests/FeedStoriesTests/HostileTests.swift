import FeedModel
import Testing

@testable import FeedStories

@Suite("Hostile titles do no harm")
struct HostileTests {
    static let titles: [String] = [
        "", " ", "a", "漢", "。", "😀", "😀😀😀👨‍👩‍👧‍👦🏳️‍🌈", "\u{202E}drawrof\u{202C}\u{200F}", "\u{0}\u{1}\u{7F}",
        String(repeating: "word ", count: 13_000), String(repeating: "漢字", count: 32_000),
        String(repeating: "9", count: 65_536), String(repeating: "1.", count: 30_000),
        "e" + String(repeating: "\u{301}", count: 100_000),
        String(repeating: "\u{3099}", count: 1000), String(repeating: "-", count: 65_536),
        String(repeating: "【", count: 65_536),
        String(repeating: "1-", count: 30_000), "第第第第", "第99999999999999999999999999999999回", "$$$", "%%%", "M", "v",
        "M.", "1e999 million million",
        "u.s.", "u.", ".a.b.c.", "a&", "&b", "٣٤٥ ١٢", "ＡＢ１２", "\u{FFFD}\u{FFFE}", "兆億万千", "1兆億万千百", "3対", "0-0",
        "/ | - :", "ー", "ーーーー", "ﾞﾟ",
    ]

    @Test("every title is compared with every other, and scores are numbers between 0 and 1")
    func all() {
        let matcher = ComparisonTests.matcher()
        let texts = Self.titles.map { StoryText(Pair.article($0)) }
        for one in texts {
            #expect(one.features.count <= 4 * TitleCleaning.limit)
            for other in texts {
                let result = matcher.compare(one, other)
                #expect(result.score >= 0 && result.score <= 1)
            }
        }
    }

    @Test("a run of hundreds of ideographs is compared with itself, with another end, and with a headline of its end")
    func longRuns() {
        let run = String(String.UnicodeScalarView((0..<600).compactMap { Unicode.Scalar(0x4E00 + 7 * $0) }))
        let other = String(run.dropLast()) + "漢"
        let matcher = ComparisonTests.matcher()
        for (one, two) in [(run, run), (run, other), (run, String(run.suffix(12))), (other, String(run.suffix(40)))] {
            let result = matcher.compare(StoryText(Pair.article(one)), StoryText(Pair.article(two)))
            #expect(result.score >= 0 && result.score <= 1)
        }
    }

    @Test("they are grouped, each gets a place")
    func grouped() {
        let articles = Self.titles.enumerated().map { index, title in
            StoryArticle(
                key: "\(index)", title: title, summary: title, source: title, publisher: title, url: title,
                date: index % 2 == 0 ? Timestamp(milliseconds: .min) : Timestamp(milliseconds: .max),
                related: Self.titles)
        }
        let placements = ComparisonTests.matcher().group(articles, into: [KnownStory(id: "empty", members: [])])
        #expect(placements.count == articles.count)
        #expect(placements.allSatisfy { $0.score.map { $0 >= 0 && $0 <= 1 } ?? true })
    }

    @Test("counts and sizes out of range do not trap")
    func counts() {
        let text = StoryText(Pair.article("Bridge closed after storm hits Port Alden"))
        let counts = Dictionary(
            uniqueKeysWithValues: text.features.enumerated().map { ($1, $0 % 2 == 0 ? Int.max : Int.min) })
        for titles in [Int.min, -1, 0, Int.max] {
            let matcher = StoryMatcher(
                .strict, weights: StoryWeights(titles: titles, counts: counts), templates: StoryTemplates(),
                within: .seconds(Int64.max))
            let score = matcher.compare(text, StoryText(Pair.article("Storm hits Port Alden bridge"))).score
            #expect(score >= 0 && score <= 1)
        }
    }
}
