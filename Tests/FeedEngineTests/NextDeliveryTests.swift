import FeedModel
import Testing

@testable import FeedEngine

/// What the end of a page says about the next one (`次は明日 7:00。`).
@Suite("the next delivery of a digest")
struct NextDeliveryTests {
    /// The next delivery after a moment, as the clock in the zone shows it.
    private func next(_ expression: String?, after moment: String, in zone: Zone) throws -> String? {
        let builder = DigestBuilder(
            pipeline: PlannedPipeline(
                name: "all", title: "All", place: .nowhere, schedule: try expression.map { try Schedule(parsing: $0) },
                sources: [], filters: [], groupBy: .none, sinks: ["out"]),
            zone: zone, locale: .en, order: nil, sourceRanks: [:])
        let now = try #require(Timestamp(rfc3339: moment))
        let digest = builder.digest(of: [], now: now, from: nil, failedSources: [], tally: nil)
        return digest.next.map { String($0.rfc3339(offset: zone.offset(at: $0)).prefix(16)) }
    }

    @Test(
        "a digest knows when its pipeline delivers next: late in the evening, over midnight, a week and a year ahead",
        arguments: [
            ("0 7 * * *", "2026-11-20T23:30:00+09:00", "2026-11-21T07:00"),
            ("0 7 * * *", "2026-11-21T00:00:00+09:00", "2026-11-21T07:00"),
            ("0 7 * * *", "2026-11-20T06:59:59+09:00", "2026-11-20T07:00"),
            ("0 7 * * *", "2026-11-20T07:00:00+09:00", "2026-11-21T07:00"),
            ("0 0 * * *", "2026-11-20T23:59:59+09:00", "2026-11-21T00:00"),
            ("0 7 * * 1", "2026-11-23T07:00:10+09:00", "2026-11-30T07:00"),
            ("0 7 1 1 *", "2026-01-01T07:00:10+09:00", "2027-01-01T07:00"),
            ("0 7,12 * * *", "2026-12-31T12:00:01+09:00", "2027-01-01T07:00"),
        ])
    func tokyo(_ expression: String, _ moment: String, _ expected: String) throws {
        #expect(try next(expression, after: moment, in: PlanScheduleTests.tokyo) == expected)
    }

    @Test(
        "it is told by the clock of its own day, where clocks change before it",
        arguments: [
            // Clocks go forward at 02:00 on 2026-03-29, and back at 03:00 on 2026-10-25.
            ("0 7 * * *", "2026-03-28T23:30:00+01:00", "2026-03-29T07:00"),
            ("30 2 * * *", "2026-03-28T23:30:00+01:00", "2026-03-29T03:00"),
            ("0 7 * * *", "2026-10-24T23:30:00+02:00", "2026-10-25T07:00"),
            ("30 2 * * *", "2026-10-25T02:30:00+02:00", "2026-10-26T02:30"),
        ])
    func berlin(_ expression: String, _ moment: String, _ expected: String) throws {
        #expect(try next(expression, after: moment, in: PlanScheduleTests.berlin) == expected)
    }

    @Test("a pipeline without a schedule tells nothing")
    func none() throws {
        #expect(try next(nil, after: "2026-11-20T23:30:00+09:00", in: PlanScheduleTests.tokyo) == nil)
    }
}
