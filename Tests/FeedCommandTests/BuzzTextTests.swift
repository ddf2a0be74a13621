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
                "buzz 0.93 = 1 − (1 − 0.81 by readers) · (1 − 0.64 by publishers)",
                "  180 likes in qiita: more than 179 and as many as 1 of 200 entries at like age: percentile 90 × weight 1.00 → 0.81",
                "  0 stocks in qiita: all 200 entries have the same number",
                "  1 comment in qiita: no entries at like age to compare with yet",
                "  3 publishers → 0.64", "  24 h old, halved each 24 h: × 0.50 → 0.46",
            ])
        let japanese = BuzzText(buzz, age: .seconds(86_400), Localizer(.ja)).lines
        #expect(japanese[0] == "話題の大きさ 0.93 = 1 − (1 − 読者 0.81) · (1 − 媒体 0.64)")
        #expect(japanese[4] == "  3媒体 → 0.64")
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
                == "  no more than usual: below the entries that are talked about")
    }
}
