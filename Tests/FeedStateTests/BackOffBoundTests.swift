import FeedModel
import FeedStages
import Testing

@testable import FeedState

@Suite("how long a back-off may be")
struct BackOffBoundTests {
    private let now = Timestamp(seconds: 1_795_125_600)
    private let hour: Duration = .seconds(3600)

    private func health(failingHours: Int, hasWorked: Bool = true, failures: Int = 20) -> FeedHealth {
        var health = FeedHealth()
        health.failures = failures
        health.failingSince = now - hour * failingHours
        health.lastSuccess = hasWorked ? now - hour * (failingHours + 1) : nil
        health.errorCode = .serverError
        return health
    }

    /// A document that reached back so many hours when it was last fetched.
    private func reach(hours: Double, failingHours: Int) -> DocumentReach {
        let last = now - hour * (failingHours + 1)
        var reach = DocumentReach()
        reach.quietSince = last - .seconds(100 * 86_400)
        reach.oldest = last - .seconds(hours * 3600)
        return reach
    }

    @Test(
        "Y07 half of what the document reaches back, between an hour and a day",
        arguments: [(0.0, 1.0), (1, 1), (4, 2), (12, 6), (48, 24), (9000, 24)])
    func worked(reachHours: Double, hours: Double) {
        for failing in [96, 335] {
            let found = BackOff.waitLimit(
                of: health(failingHours: failing), reach(hours: reachHours, failingHours: failing), now: now)
            #expect(found == .seconds(hours * 3600))
        }
    }

    @Test("Y07 two failures change nothing, the third makes an hour, each further one twice as much, up to the longest")
    func steps() {
        func hours(_ failures: Int) -> Double? {
            let health = health(failingHours: 48, failures: failures)
            let end = BackOff.end(of: health, reach(hours: 12, failingHours: 48), fraction: 0.5, now: now)
            return end.map { ($0 - now) / hour }
        }
        #expect(hours(1) == nil && hours(2) == nil)
        for (failures, expected) in [(3, 1.0), (4, 2), (5, 4), (6, 6), (7, 6), (20, 6), (1000, 6)] {
            let found = hours(failures) ?? 0
            #expect(found >= expected * 0.9 && found <= expected * 1.1, "\(failures): \(found)")
        }
    }

    @Test(
        "Y07 about when what was published since the last success begins to scroll away, half of the time until then",
        arguments: [
            (35, 22, 6.0), (35, 30, 2), (35, 33, 1), (35, 34, 1), (35, 44, 5), (48, 1, 23), (12, 3, 4), (12, 9, 1),
        ])
    func edge(reachHours: Double, failingHours: Int, hours: Double) {
        let found = BackOff.waitLimit(
            of: health(failingHours: failingHours), reach(hours: reachHours, failingHours: failingHours), now: now)
        #expect(found == .seconds(hours * 3600))
    }

    @Test("Y07 a day for what has never worked; days only for what has failed for weeks; a week for what is dead")
    func weeks() {
        func longest(_ days: Int, hasWorked: Bool = true, failures: Int = 20) -> Duration {
            BackOff.waitLimit(
                of: health(failingHours: days * 24, hasWorked: hasWorked, failures: failures),
                reach(hours: 4, failingHours: days * 24), now: now)
        }
        #expect(longest(3, hasWorked: false) == hour * 24)
        #expect(longest(13) == hour * 2)
        #expect(longest(14) == hour * 42)
        #expect(longest(29) == hour * 87)
        #expect(longest(30) == hour * 24 * 7)
        #expect(longest(400, failures: 5) == hour * 24 * 7)
    }

    @Test("Y07 nothing lengthens or shortens it beyond that: dates of the year 1 and 9999, a clock that went back")
    func hostile() {
        for date in [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)] {
            var reach = DocumentReach()
            (reach.quietSince, reach.oldest, reach.newest) = (date, date, date)
            let found = BackOff.waitLimit(of: health(failingHours: 5), reach, now: now)
            #expect(found >= hour && found <= hour * 24)
        }
        #expect(BackOff.waitLimit(of: health(failingHours: -50), reach(hours: 4, failingHours: 0), now: now) >= hour)
    }
}
