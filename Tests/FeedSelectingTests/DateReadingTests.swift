import FeedJSON
import FeedModel
import FeedSelecting
import Testing

@Suite("Dates in lists")
struct DateReadingTests {
    private let tokyo = Zone(name: "Asia/Tokyo", fixedOffset: 32_400)

    @Test(
        "are any that feeds have, seconds or milliseconds since 1970; zero is never",
        arguments: [
            ("\"2026-11-19T08:00:00Z\"", "2026-11-19T08:00:00Z"),
            ("\"Thu, 19 Nov 2026 08:00:00 GMT\"", "2026-11-19T08:00:00Z"),
            ("\"2026-11-19\"", "2026-11-19T00:00:00Z"), ("1795075200", "2026-11-19T08:00:00Z"),
            ("1795075200000", "2026-11-19T08:00:00Z"), ("1795075200.25", "2026-11-19T08:00:00.250Z"),
            ("1.7950752e9", "2026-11-19T08:00:00Z"), ("\"1795075200\"", "2026-11-19T08:00:00Z"),
            ("\"1795075200000\"", "2026-11-19T08:00:00Z"), ("99999999999", "5138-11-16T09:46:39Z"),
            ("100000000000", "1973-03-03T09:46:40Z"), ("-86400", "1969-12-31T00:00:00Z"), ("0", nil), ("1e400", nil),
            ("1e18", nil), ("\"soon\"", nil), ("null", nil), ("true", nil), ("\"\"", nil),
        ] as [(String, String?)])
    func kinds(json: String, moment: String?) throws {
        let value = try JSONReader.read(Array(json.utf8))
        #expect(DateReading().date(value)?.moment == moment.flatMap { Timestamp(rfc3339: $0) })
    }

    @Test("that say no zone are meant by the clock that was named; those that do are not")
    func zones() throws {
        let reading = DateReading(zone: tokyo)
        #expect(reading.date(.string("2026-11-19"))?.moment == Timestamp(rfc3339: "2026-11-18T15:00:00Z"))
        #expect(reading.date(.string("2026-11-19 08:00"))?.moment == Timestamp(rfc3339: "2026-11-18T23:00:00Z"))
        #expect(reading.date(.string("2026-11-19T08:00:00Z"))?.moment == Timestamp(rfc3339: "2026-11-19T08:00:00Z"))
        #expect(reading.date(.number("1795075200"))?.moment == Timestamp(rfc3339: "2026-11-19T08:00:00Z"))
        #expect(reading.date(.string("1795075200"))?.moment == Timestamp(rfc3339: "2026-11-19T08:00:00Z"))
    }

    @Test(
        "in a form of their own are read by its letters",
        arguments: [
            ("yyyyMMdd", "20261119", "2026-11-19T00:00:00Z"),
            ("dd.MM.yyyy HH:mm", "19.11.2026 08:05", "2026-11-19T08:05:00Z"),
            ("d/M/yy", "9/1/26", "2026-01-09T00:00:00Z"), ("d MMM yyyy", "9 nov 2026", "2026-11-09T00:00:00Z"),
            ("MM/dd/yyyy h:mm a", "11/19/2026 12:30 PM", "2026-11-19T12:30:00Z"),
            ("yyyy-MM-dd'T'HH:mm:ss.SSSZ", "2026-11-19T08:00:00.125+0900", "2026-11-18T23:00:00.125Z"),
            ("yyyy'年'M'月'd'日'", "2026年11月9日", "2026-11-09T00:00:00Z"), ("yyyyMMdd", "2026-11-19", nil),
            ("yyyyMMdd", "20261332", nil), ("yyyyMMdd", "20261119x", nil), ("d/M/yy", "", nil),
        ] as [(String, String, String?)])
    func patterns(pattern: String, text: String, moment: String?) throws {
        #expect(try DatePattern(pattern).date(text, in: .utc)?.moment == moment.flatMap { Timestamp(rfc3339: $0) })
    }

    @Test("in figures of their own are no seconds since 1970")
    func numbers() throws {
        let reading = DateReading(pattern: try DatePattern("yyyyMMdd"), zone: tokyo)
        #expect(reading.date(.number("20261119"))?.moment == Timestamp(rfc3339: "2026-11-18T15:00:00Z"))
    }

    @Test("a pattern that names no day is refused", arguments: ["yyyy-MM", "HH:mm", "yyyy-QQ-dd", "yyyy-MM-dd'T", ""])
    func incomplete(pattern: String) {
        #expect(throws: SelectorError.self) { try DatePattern(pattern) }
    }
}
