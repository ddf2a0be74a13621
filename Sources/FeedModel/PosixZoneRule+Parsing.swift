extension PosixZoneRule {
    /// Reads `std offset [dst [offset] , start [/time] , end [/time]]`; nil for any other text.
    init?(parsing bytes: [UInt8]) {
        var reader = PosixZoneReader(bytes)
        guard reader.skipName(), let west = reader.time(hours: 0...24) else { return nil }
        standardOffset = -west
        guard !reader.isAtEnd else {
            daylight = nil
            return
        }
        guard reader.skipName() else { return nil }
        var offset = standardOffset + 3600
        if !reader.isAt(UInt8(ascii: ",")) {
            guard let west = reader.time(hours: 0...24) else { return nil }
            offset = -west
        }
        guard reader.skip(UInt8(ascii: ",")), let start = reader.change(), reader.skip(UInt8(ascii: ",")),
            let end = reader.change(), reader.isAtEnd
        else { return nil }
        daylight = Daylight(offset: min(offset, 86_399), start: start, end: end)
    }
}

private struct PosixZoneReader {
    private var bytes: ArraySlice<UInt8>
    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    var isAtEnd: Bool { bytes.isEmpty }
    func isAt(_ byte: UInt8) -> Bool { bytes.first == byte }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard bytes.first == byte else { return false }
        bytes = bytes.dropFirst()
        return true
    }

    /// Skips a name of at least three letters, or of three characters of any kind in `<>`.
    mutating func skipName() -> Bool {
        if skip(UInt8(ascii: "<")) {
            let name = bytes.prefix { $0 != UInt8(ascii: ">") }
            bytes = bytes.dropFirst(name.count)
            return name.count >= 3 && skip(UInt8(ascii: ">"))
        }
        let name = bytes.prefix { (0x41...0x5A).contains($0 & 0xDF) }
        bytes = bytes.dropFirst(name.count)
        return name.count >= 3
    }

    mutating func number(in range: ClosedRange<Int>) -> Int? {
        let digits = bytes.prefix { (0x30...0x39).contains($0) }
        bytes = bytes.dropFirst(digits.count)
        guard !digits.isEmpty, digits.count <= 3 else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return range.contains(number) ? number : nil
    }

    /// Reads `[+-]hh[:mm[:ss]]`, in seconds.
    mutating func time(hours: ClosedRange<Int>) -> Int? {
        let isNegative = skip(UInt8(ascii: "-"))
        if !isNegative { _ = skip(UInt8(ascii: "+")) }
        guard let hour = number(in: hours) else { return nil }
        var seconds = hour * 3600
        for unit in [60, 1] where skip(UInt8(ascii: ":")) {
            guard let part = number(in: 0...59) else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }

    mutating func change() -> PosixZoneRule.Change? {
        let day: PosixZoneRule.Change.Day
        if skip(UInt8(ascii: "J")) {
            guard let number = number(in: 1...365) else { return nil }
            day = .julian(number)
        } else if skip(UInt8(ascii: "M")) {
            guard let month = number(in: 1...12), skip(UInt8(ascii: ".")), let week = number(in: 1...5),
                skip(UInt8(ascii: ".")), let weekday = number(in: 0...6)
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else {
            guard let number = number(in: 0...365) else { return nil }
            day = .zeroBased(number)
        }
        guard skip(UInt8(ascii: "/")) else { return PosixZoneRule.Change(day: day, seconds: 7200) }
        // RFC 8536 §3.3.1: hours from -167 to 167.
        return time(hours: 0...167).map { PosixZoneRule.Change(day: day, seconds: $0) }
    }
}
