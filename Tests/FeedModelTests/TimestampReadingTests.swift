import FeedModel
import Testing

@Suite("Times after RFC 3339")
struct TimestampReadingTests {
    @Test(
        "are read with any offset and any number of fraction digits",
        arguments: [
            ("2026-11-20T07:00:00+09:00", 1_795_125_600_000), ("2026-11-19T22:00:00Z", 1_795_125_600_000),
            ("2026-11-19t22:00:00.125z", 1_795_125_600_125), ("2026-11-19 22:00:00.123456789Z", 1_795_125_600_123),
            ("2016-12-31T23:59:60Z", 1_483_228_799_000), ("1970-01-01T00:00:00-00:00", 0),
        ] as [(String, Int64)])
    func reads(text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(
        "are refused when they are not whole, not of any calendar, or something else",
        arguments: [
            "", "2026-11-20", "2026-11-20T07:00:00", "2026-02-30T07:00:00Z", "2026-13-01T07:00:00Z",
            "2026-11-20T24:00:00Z", "2026-11-20T07:00:00+0900", "2026-11-20T07:00:00.Z", "2026-11-20T07:00:00Zjunk",
            "Fri, 20 Nov 2026 07:00:00 GMT", "２０２６-11-20T07:00:00Z",
        ])
    func refuses(text: String) { #expect(Timestamp(rfc3339: text) == nil) }

    @Test("give back what was written")
    func roundTrip() {
        let moment = Timestamp(milliseconds: 1_795_125_600_125)
        #expect(Timestamp(rfc3339: moment.rfc3339(offset: 32_400)) == moment)
        #expect(Timestamp(rfc3339: moment.rfc3339(offset: -12_600)) == moment)
    }

    @Test("are written with all their digits")
    func writing() {
        let moment = Timestamp(milliseconds: 1_795_125_600_125)
        #expect(moment.rfc3339(offset: 32_400) == "2026-11-20T07:00:00.125+09:00")
        #expect(moment.rfc3339(offset: -12_600) == "2026-11-19T18:30:00.125-03:30")
        #expect(Timestamp(milliseconds: 5).rfc3339() == "1970-01-01T00:00:00.005Z")
        #expect(Timestamp(seconds: -62_135_596_800).rfc3339() == "0001-01-01T00:00:00Z")
        #expect(Timestamp(seconds: 0).rfc3339(offset: .min) == "1969-12-31T00:00:00-99:59")
    }
}
