import Testing

@testable import FeedModel

@Suite struct ZoneTests {
    /// A version-2 file with an empty version-1 part.
    static func file(
        transitions: [(seconds: Int64, type: UInt8)] = [], offsets: [Int32], footer: String, version: UInt8 = 0x32
    ) -> [UInt8] {
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
        func header(_ times: Int, _ types: Int, _ letters: Int) -> [UInt8] {
            Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
                + [0, 0, 0, times, types, letters].flatMap { bytes(Int32($0)) }
        }
        var file = header(0, 1, 1) + [UInt8](repeating: 0, count: 7)
        file += header(transitions.count, offsets.count, 4)
        file += transitions.flatMap { bytes($0.seconds) }
        file += transitions.map(\.type)
        file += offsets.flatMap { bytes($0) + [0, 0] }
        file += [0x58, 0x58, 0x58, 0] + [0x0A] + Array(footer.utf8) + [0x0A]
        return file
    }

    static func moment(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Timestamp {
        CivilTime(year: year, month: month, day: day, hour: hour, minute: minute).timestamp() ?? Timestamp(seconds: 0)
    }

    @Test("Tokyo is nine hours east of UTC at any time")
    func tokyo() throws {
        let zone = try #require(Zone(name: "Asia/Tokyo", tzif: Self.file(offsets: [32_400], footer: "JST-9")))
        #expect(zone.offset(at: Self.moment(2026, 11, 20)) == 32_400)
        #expect(zone.localTime(at: Self.moment(2026, 11, 20, 22)).hour == 7)
        #expect(zone.localTime(at: Self.moment(2026, 11, 20, 22)).day == 21)
    }

    @Test("the rule in the footer holds after the last transition, the transitions hold before it")
    func transitionsAndFooter() throws {
        let change = Self.moment(2000, 1, 1).seconds
        let file = Self.file(
            transitions: [(change, 1)], offsets: [3000, 3600], footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        let zone = try #require(Zone(name: "Europe/Berlin", tzif: file))
        #expect(zone.offset(at: Timestamp(seconds: change - 1)) == 3000)
        #expect(zone.offset(at: Timestamp(seconds: change)) == 3600)
        #expect(zone.offset(at: Self.moment(2026, 3, 29, 0, 59)) == 3600)
        #expect(zone.offset(at: Self.moment(2026, 3, 29, 1, 0)) == 7200)
        #expect(zone.offset(at: Self.moment(2026, 10, 25, 0, 59)) == 7200)
        #expect(zone.offset(at: Self.moment(2026, 10, 25, 1, 0)) == 3600)
        #expect(zone.offset(at: Self.moment(9998, 7, 1)) == 7200)
    }

    @Test(
        "rules of every shape",
        arguments: [
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", 2026, 1, 15, 39_600),  // south of the equator
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", 2026, 7, 15, 36_000),
            ("EST5EDT,0/0,J365/25", 2026, 1, 1, -14_400),  // daylight saving time all year
            ("EST5EDT,0/0,J365/25", 2026, 12, 31, -14_400),
            ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", 2026, 6, 1, -7200),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", 2026, 7, 1, 3600),  // winter time as the exception
            ("IST-1GMT0,M10.5.0,M3.5.0/1", 2026, 12, 24, 0),
            ("<+0545>-5:45", 2026, 1, 1, 20_700),
        ])
    func rules(rule: String, year: Int, month: Int, day: Int, offset: Int) throws {
        let zone = try #require(Zone(name: "rule", posix: rule))
        #expect(zone.offset(at: Self.moment(year, month, day, 12)) == offset)
    }

    @Test(
        "what is no rule is refused",
        arguments: [
            "", "J9", "JST", "JST-25", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
            "CET-1CEST,M3.5.0,M10.5.0/3x", "<JS-9", "CET-1CEST,J0,J365", "CET-1CEST,M3.5.0/168,M10.5.0",
        ])
    func noRules(text: String) { #expect(Zone(name: "rule", posix: text) == nil) }

    @Test("a time in the gap does not exist, one in the overlap comes twice, all others once")
    func gapsAndOverlaps() throws {
        let zone = try #require(Zone(name: "Europe/Berlin", posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
        #expect(zone.timestamps(of: CivilTime(year: 2026, month: 3, day: 29, hour: 2, minute: 30)) == [])
        #expect(
            zone.timestamps(of: CivilTime(year: 2026, month: 10, day: 25, hour: 2, minute: 30))
                == [Self.moment(2026, 10, 25, 0, 30), Self.moment(2026, 10, 25, 1, 30)])
        #expect(
            zone.timestamps(of: CivilTime(year: 2026, month: 10, day: 25, hour: 3))
                == [Self.moment(2026, 10, 25, 2)])
        #expect(zone.timestamps(of: CivilTime(year: 2026, month: 2, day: 29)) == [])
    }

    @Test("a file cut short anywhere, or with nonsense in it, is no zone and no crash")
    func broken() {
        let whole = Self.file(
            transitions: [(0, 1), (10, 0)], offsets: [0, 3600], footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        #expect(Zone(name: "x", tzif: whole) != nil)
        for length in 0..<(whole.count - 28) { #expect(Zone(name: "x", tzif: Array(whole.prefix(length))) == nil) }
        for index in whole.indices {
            var broken = whole
            broken[index] = 0xFF
            let zone = Zone(name: "x", tzif: broken)
            #expect((zone?.offset(at: Timestamp(seconds: 5)) ?? 0).magnitude <= 86_400)
        }
        let backwards = Self.file(transitions: [(10, 1), (0, 0)], offsets: [0, 3600], footer: "")
        #expect(Zone(name: "x", tzif: backwards) == nil)
        #expect(Zone(name: "x", tzif: Self.file(transitions: [(0, 7)], offsets: [0], footer: "")) == nil)
        #expect(Zone(name: "x", tzif: Self.file(offsets: [.max], footer: "")) == nil)
    }
}
