/// Reads the two commonest forms of dates without a dictionary lookup: RFC 3339, and RFC 822 with a zone in digits or
/// with a common name. `FeedDateReader` reads all other dates.
struct PlainDate {
    private let bytes: UnsafeBufferPointer<UInt8>

    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> WrittenDate? {
        guard 20...40 ~= bytes.count else { return nil }
        let date = PlainDate(bytes: bytes)
        return bytes[4] == UInt8(ascii: "-") ? date.rfc3339 : date.rfc822
    }

    /// Reads `2026-11-20T07:00:00Z`, `2026-11-20 07:00:00.125+09:00`.
    private var rfc3339: WrittenDate? {
        guard bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T") || bytes[10] == 0x20,
            let century = pair(0), let year = pair(2), let month = pair(5), let day = pair(8), let time = clock(11)
        else { return nil }
        var index = 19
        var millisecond = 0
        if bytes[index] == UInt8(ascii: ".") {
            index += 1
            var weight = 100
            while index < bytes.count, bytes[index] &- 0x30 < 10 {
                millisecond += Int(bytes[index] &- 0x30) * weight
                weight /= 10
                index += 1
            }
        }
        guard let offset = offset(index, hasColon: true) else { return nil }
        return CivilTime(
            year: century * 100 + year, month: month, day: day, hour: time.hour, minute: time.minute,
            second: time.second, millisecond: millisecond
        ).written(offset: offset)
    }

    /// Reads `Fri, 20 Nov 2026 07:00:00 +0900`, `6 Nov 2026 08:49:37 GMT`.
    private var rfc822: WrittenDate? {
        var index = bytes[3] == UInt8(ascii: ",") && bytes[4] == 0x20 ? 5 : 0
        guard bytes[index] &- 0x30 < 10 else { return nil }
        var day = Int(bytes[index] &- 0x30)
        index += 1
        if bytes[index] &- 0x30 < 10 {
            day = day * 10 + Int(bytes[index] &- 0x30)
            index += 1
        }
        // " Nov 2026 07:00:00 " and at least one letter.
        guard index + 19 < bytes.count, bytes[index] == 0x20, bytes[index + 4] == 0x20, bytes[index + 9] == 0x20,
            let month = FeedDateWord.englishMonth(bytes[index + 1], bytes[index + 2], bytes[index + 3]),
            let century = pair(index + 5), let year = pair(index + 7), let time = clock(index + 10),
            bytes[index + 18] == 0x20, let offset = offset(index + 19, hasColon: false)
        else { return nil }
        return CivilTime(
            year: century * 100 + year, month: month, day: day, hour: time.hour, minute: time.minute,
            second: time.second
        ).written(offset: offset)
    }

    @inline(__always)
    private func pair(_ index: Int) -> Int? {
        guard index + 1 < bytes.count else { return nil }
        let (tens, ones) = (bytes[index] &- 0x30, bytes[index + 1] &- 0x30)
        return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
    }

    /// Reads `hh:mm:ss`.
    @inline(__always)
    private func clock(_ index: Int) -> (hour: Int, minute: Int, second: Int)? {
        guard index + 7 < bytes.count, bytes[index + 2] == UInt8(ascii: ":"), bytes[index + 5] == UInt8(ascii: ":"),
            let hour = pair(index), let minute = pair(index + 3), let second = pair(index + 6)
        else { return nil }
        return (hour, minute, second)
    }

    /// Returns the offset of a zone that ends the text, in seconds east of UTC; or nil.
    @inline(__always)
    private func offset(_ index: Int, hasColon: Bool) -> Int? {
        let rest = bytes.count - index
        if rest == 1, bytes[index] == UInt8(ascii: "Z") { return 0 }
        if rest == 3, !hasColon {
            return FeedDateWord.commonZone(bytes[index], bytes[index + 1], bytes[index + 2])
        }
        guard rest == (hasColon ? 6 : 5), let hours = pair(index + 1), let minutes = pair(index + (hasColon ? 4 : 3)),
            !hasColon || bytes[index + 3] == UInt8(ascii: ":"), hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3600 + minutes * 60
        switch bytes[index] {
        case UInt8(ascii: "+"): return seconds
        case UInt8(ascii: "-"): return -seconds
        default: return nil
        }
    }
}

extension CivilTime {
    /// Returns the date on which a clock `offset` seconds east of UTC shows this time, or nil if there is none.
    func written(offset: Int) -> WrittenDate? {
        timestamp(offset: offset).map { WrittenDate($0, offset: UTCOffset(seconds: offset)) }
    }
}
