import FeedHabits
import FeedModel
import Testing

@Suite("the habits of feeds")
struct FeedHabitsTests {
    @Test(
        "Y01, Y28 of news nothing is withheld or comes twice, and every flood is held, whatever a feed is used to",
        arguments: [3600, 21_600, 86_400])
    func floods(interval: Int) async throws {
        let start = Timestamp(seconds: 1_795_176_000)
        let feeds = (0..<28).map { SimulatedFeed(index: $0, start: start, seed: 7) }
        let outcomes = try await HabitTrial().run(feeds, each: .seconds(interval), days: interval > 3600 ? 80 : 10)
        for (feed, outcome) in zip(feeds, outcomes) {
            #expect(outcome.isGood(releases: false), "feed \(feed.index): \(outcome.text) \(feed.habits)")
        }
    }

    @Test("Y27, Y28 however a feed names its entries, none goes missing or comes again")
    func naming() async throws {
        var table = IdentityTable()
        try await table.fill(visits: 24, seed: 7)
        #expect(table.cells.count == NamedFeed.Habit.allCases.count * NamedFeed.Shape.allCases.count)
        for cell in table.cells {
            let name = "\(cell.feed.habit.rawValue), \(cell.feed.shape.rawValue)"
            #expect(cell.again == 0, "\(name)")
            #expect(cell.shown.count > 30, "\(name)")
            #expect(cell.missing == 0, "\(name)")
        }
    }
}
