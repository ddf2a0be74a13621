import FeedMessages
import FeedModel
import Testing

@testable import FeedEngine

@Suite struct PlanScheduleTests {
    static let berlin = Zone(name: "Europe/Berlin", posix: "CET-1CEST,M3.5.0,M10.5.0/3") ?? .utc
    static let tokyo = Zone(name: "Asia/Tokyo", fixedOffset: 32_400)

    static func moment(_ text: String) -> Timestamp {
        let parts = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
        let time = CivilTime(year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4])
        return time.timestamp() ?? Timestamp(seconds: 0)
    }

    static func next(_ expression: String, after text: String, in zone: Zone = .utc) throws -> String? {
        let schedule = try Schedule(parsing: expression)
        return schedule.next(after: moment(text), in: zone).map { String($0.rfc3339().prefix(16)) }
    }

    static func last(_ expression: String, before text: String, in zone: Zone = .utc) throws -> String? {
        let schedule = try Schedule(parsing: expression)
        return schedule.last(notAfter: moment(text), in: zone).map { String($0.rfc3339().prefix(16)) }
    }

    @Test(
        "the next and the last moment",
        arguments: [
            ("0 7 * * *", "2026-11-20T07:00", "2026-11-20T07:00", "2026-11-21T07:00"),
            ("0 7 * * *", "2026-11-20T06:59", "2026-11-19T07:00", "2026-11-20T07:00"),
            ("*/15 * * * *", "2026-11-20T07:01", "2026-11-20T07:00", "2026-11-20T07:15"),
            ("0 9-17/4 * * mon-fri", "2026-11-21T00:00", "2026-11-20T17:00", "2026-11-23T09:00"),
            ("30 6 1 * *", "2026-11-20T00:00", "2026-11-01T06:30", "2026-12-01T06:30"),
            ("0 0 * * 7", "2026-11-20T00:00", "2026-11-15T00:00", "2026-11-22T00:00"),
            ("0 0 * * sun", "2026-11-20T00:00", "2026-11-15T00:00", "2026-11-22T00:00"),
            ("0 0 * * fri-sun", "2026-11-23T12:00", "2026-11-22T00:00", "2026-11-27T00:00"),
            ("0 0 13 * fri", "2026-11-14T00:00", "2026-11-13T00:00", "2026-11-20T00:00"),  // either day fits
            ("0 0 */2 * mon", "2026-11-14T00:00", "2026-11-09T00:00", "2026-11-23T00:00"),  // both must fit
            ("5,10 3 * jan,Jul *", "2026-11-14T00:00", "2026-07-31T03:10", "2027-01-01T03:05"),
            ("0 0 29 2 *", "2097-01-01T00:00", "2096-02-29T00:00", "2104-02-29T00:00"),
            ("@daily", "2026-11-20T12:00", "2026-11-20T00:00", "2026-11-21T00:00"),
            ("@hourly", "2026-11-20T12:30", "2026-11-20T12:00", "2026-11-20T13:00"),
            ("@yearly", "2026-11-20T12:30", "2026-01-01T00:00", "2027-01-01T00:00"),
            ("@annually", "2026-11-20T12:30", "2026-01-01T00:00", "2027-01-01T00:00"),
            ("@monthly", "2026-11-20T12:30", "2026-11-01T00:00", "2026-12-01T00:00"),
            ("@weekly", "2026-11-20T12:30", "2026-11-15T00:00", "2026-11-22T00:00"),
            ("@midnight", "2026-11-20T12:30", "2026-11-20T00:00", "2026-11-21T00:00"),
            ("50-59/5 23 31 12 *", "2026-12-31T23:52", "2026-12-31T23:50", "2026-12-31T23:55"),
            ("10/20 * * * *", "2026-11-20T12:30", "2026-11-20T12:30", "2026-11-20T12:50"),
        ])
    func moments(expression: String, at text: String, last: String, next: String) throws {
        #expect(try Self.last(expression, before: text) == last)
        #expect(try Self.next(expression, after: text) == next)
    }

    @Test("07:00 means 07:00 in the configured zone")
    func zone() throws {
        #expect(try Self.next("0 7 * * *", after: "2026-11-20T21:59", in: Self.tokyo) == "2026-11-20T22:00")
        #expect(try Self.last("0 7 * * *", before: "2026-11-20T22:00", in: Self.tokyo) == "2026-11-20T22:00")
        #expect(try Self.next("0 0 1 * *", after: "2026-11-30T14:59", in: Self.tokyo) == "2026-11-30T15:00")
    }

    @Test("a time that clocks skip counts as the moment of the change, once")
    func gap() throws {
        // 2026-03-29: 02:00 CET is followed by 03:00 CEST, at 01:00 UTC.
        #expect(try Self.next("30 2 * * *", after: "2026-03-28T12:00", in: Self.berlin) == "2026-03-29T01:00")
        #expect(try Self.next("30 2 * * *", after: "2026-03-29T01:00", in: Self.berlin) == "2026-03-30T00:30")
        #expect(try Self.last("30 2 * * *", before: "2026-03-29T23:00", in: Self.berlin) == "2026-03-29T01:00")
        #expect(try Self.next("0 7 * * *", after: "2026-03-28T12:00", in: Self.berlin) == "2026-03-29T05:00")
        #expect(try Self.next("30 * * * *", after: "2026-03-29T00:30", in: Self.berlin) == "2026-03-29T01:30")
    }

    @Test("a time that comes twice counts once, but each hour counts")
    func overlap() throws {
        // 2026-10-25: 03:00 CEST is followed by 02:00 CET, at 01:00 UTC.
        #expect(try Self.next("30 2 * * *", after: "2026-10-24T12:00", in: Self.berlin) == "2026-10-25T00:30")
        #expect(try Self.next("30 2 * * *", after: "2026-10-25T00:30", in: Self.berlin) == "2026-10-26T01:30")
        #expect(try Self.last("30 2 * * *", before: "2026-10-25T12:00", in: Self.berlin) == "2026-10-25T00:30")
        #expect(try Self.next("30 * * * *", after: "2026-10-25T00:30", in: Self.berlin) == "2026-10-25T01:30")
        #expect(try Self.last("30 * * * *", before: "2026-10-25T01:29", in: Self.berlin) == "2026-10-25T00:30")
    }

    @Test("counted over a year with two changes of clocks, a daily schedule comes once a day")
    func aYear() throws {
        for expression in ["0 7 * * *", "30 2 * * *", "0 0 * * *", "59 23 * * *"] {
            let schedule = try Schedule(parsing: expression)
            var moment = Self.moment("2026-01-01T12:00")
            var count = 0
            while let next = schedule.next(after: moment, in: Self.berlin), next <= Self.moment("2027-01-01T12:00") {
                #expect(next > moment)
                #expect(schedule.last(notAfter: next, in: Self.berlin) == next)
                #expect(
                    schedule.last(notAfter: next - .seconds(1), in: Self.berlin).map { $0 <= moment } == true
                        || count == 0)
                moment = next
                count += 1
            }
            #expect(count == 365)
        }
    }

    @Test("T13 the ends of time are no trap, and the first and last days of the calendar have their moments")
    func ends() throws {
        let schedule = try Schedule(parsing: "0 7 * * *")
        #expect(schedule.next(after: Timestamp(milliseconds: .max), in: Self.berlin) == nil)
        let first = Timestamp(milliseconds: .min)
        #expect(schedule.last(notAfter: first, in: Self.tokyo).map { $0 <= first } != false)
        #expect(try Self.next("0 7 * * *", after: "9999-12-30T12:00", in: Self.berlin) == "9999-12-31T06:00")
        #expect(try Self.last("0 7 * * *", before: "0001-01-02T12:00", in: Self.tokyo) == "0001-01-01T22:00")
    }

    @Test(
        "what is wrong is told with its field",
        arguments: [
            ("", "expected five fields (minute, hour, day of month, month, day of week), found 0"),
            ("* * * *", "expected five fields (minute, hour, day of month, month, day of week), found 4"),
            ("0 0 7 * * *", "expected five fields (minute, hour, day of month, month, day of week), found 6"),
            ("60 * * * *", "minute \"60\": 60 is outside 0…59"),
            ("* 24 * * *", "hour \"24\": 24 is outside 0…23"),
            ("* * 0 * *", "day of month \"0\": 0 is outside 1…31"),
            ("* * * 13 *", "month \"13\": 13 is outside 1…12"),
            ("* * * * 8", "day of week \"8\": 8 is outside 0…7"),
            ("*/0 * * * *", "minute \"*/0\": 0 is outside 1…59"),
            ("0 0 1 */feb *", "month \"*/feb\": expected a number, found \"feb\""),
            ("0 0 * * */mon", "day of week \"*/mon\": expected a number, found \"mon\""),
            ("5-1 * * * *", "minute \"5-1\": the range 5-1 runs backwards"),
            ("a * * * *", "minute \"a\": expected a number, found \"a\""),
            ("* * * foo *", "month \"foo\": expected a number or jan…dec, found \"foo\""),
            ("1, * * * *", "minute \"1,\": expected a number, found \"\""),
            ("-1 * * * *", "minute \"-1\": expected a number, found \"\""),
            ("+1 * * * *", "minute \"+1\": expected a number, found \"+1\""),
            (
                "99999999999999999999 * * * *",
                "minute \"99999999999999999999\": expected a number, found \"99999999999999999999\""
            ),
            ("0 0 30 2 *", "no month in \"2\" has a day \"30\""),
            ("0 0 31 4,6,9,11 *", "no month in \"4,6,9,11\" has a day \"31\""),
            ("@reboot", "\"@reboot\" is not a schedule"), ("@dayly", "\"@dayly\" is not a schedule"),
        ])
    func mistakes(expression: String, message: String) {
        #expect { try Schedule(parsing: expression) } throws: {
            ($0 as? Schedule.Mistake)?.message.description == message
        }
    }
}
