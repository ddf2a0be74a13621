import FeedMessages
import FeedModel
import Testing

@testable import FeedCommand

@Suite("why: the sum of buzz")
struct BuzzTextTests {
    private let buzz = Buzz(
        numbers: [
            Buzz.ComparedNumber(
                name: "likes", source: "qiita", value: 180,
                standing: NumberStanding(below: 179, notAbove: 180, count: 200), weight: 1),
            Buzz.ComparedNumber(
                name: "stocks", source: "qiita", value: 0,
                standing: NumberStanding(below: 0, notAbove: 200, count: 200), weight: 0.8),
            Buzz.ComparedNumber(name: "comments", source: "qiita", value: 1, standing: nil, weight: 0.5),
        ], publishers: 3)

    @Test("each number, its weight, the publishers, the age and the result are told")
    func sum() {
        #expect(
            BuzzText(buzz, age: .seconds(86_400), Localizer(.en)).lines == [
                "buzz 0.81 = 1 − (1 − 0.47 by readers) · (1 − 0.64 by publishers)",
                "  180 likes in qiita: more than 179 and as many as 1 of 200 entries at like age: percentile 90 × weight 1.00 → 0.47",
                "  0 stocks in qiita: all 200 entries have the same number",
                "  1 comment in qiita: no entries at like age to compare with yet",
                "  3 publishers → 0.64", "  24 h old, halved each 36 h: × 0.63 → 0.51",
            ])
        let japanese = BuzzText(buzz, age: .seconds(86_400), Localizer(.ja)).lines
        #expect(japanese[0] == "話題の大きさ 0.81 = 1 − (1 − 読者 0.47) · (1 − サイト 0.64)")
        #expect(japanese[4] == "  3サイト → 0.64")
    }

    @Test("what was compared with entries of any age, and publishers that a source only names, are told as such")
    func young() {
        let buzz = Buzz(
            numbers: [
                Buzz.ComparedNumber(
                    name: "bookmarks", source: "hot", value: 45,
                    standing: NumberStanding(below: 14, notAbove: 15, count: 20), isAtLikeAge: false,
                    isOfSelection: true, weight: 1)
            ], isListed: true, namedPublishers: 2)
        let lines = BuzzText(buzz, age: .zero, Localizer(.en)).lines
        #expect(lines[1].contains("of 20 entries of any age, each converted to this age: percentile 95"))
        #expect(lines.contains("  1 publisher, and 2 more that a source names, each counted half → 0.40"))
        let japanese = BuzzText(buzz, age: .zero, Localizer(.ja)).lines
        #expect(japanese[1].contains("全20件（この経過時間に換算）のうち、14件より多く"))
        #expect(japanese.contains("  1サイト、ほかに取得元が挙げる2サイト（半分に数える） → 0.40"))
    }

    @Test("an entry of which nothing is known has no sum, and an ordinary one is told why it stands below")
    func unknown() {
        let unknown = Buzz(numbers: [
            Buzz.ComparedNumber(name: "likes", source: "a", value: 3, standing: nil, weight: 1)
        ])
        #expect(
            BuzzText(unknown, age: .zero, Localizer(.en)).lines == [
                "buzz: not known; placed by its date", "  3 likes in a: no entries at like age to compare with yet",
            ])
        let ordinary = Buzz(numbers: [
            Buzz.ComparedNumber(
                name: "likes", source: "a", value: 3, standing: NumberStanding(below: 10, notAbove: 20, count: 100),
                weight: 1)
        ])
        #expect(
            BuzzText(ordinary, age: .zero, Localizer(.en)).lines.last
                == "  no more than usual: below the entries that are talked about, and those of which nothing is known")
    }
}
