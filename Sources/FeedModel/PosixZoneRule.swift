/// The rule of a zone after its last transition: the footer of RFC 8536 §3.3, a POSIX `TZ` string.
struct PosixZoneRule: Sendable, Hashable {
    let standardOffset: Int
    let daylight: Daylight?

    /// Daylight saving time: its offset in seconds east of UTC, and the days on which clocks change.
    struct Daylight: Sendable, Hashable {
        let offset: Int
        let start: Change
        let end: Change
    }

    /// A day of the year, and the seconds after its midnight, on the clock before the change.
    struct Change: Sendable, Hashable {
        enum Day: Sendable, Hashable {
            /// `Jn`: 1...365, February 29 never counted.
            case julian(Int)
            /// `n`: 0...365, February 29 counted.
            case zeroBased(Int)
            /// `Mm.w.d`: weekday d (0 = Sunday) of week w (5 = the last) of month m.
            case weekday(month: Int, week: Int, day: Int)
        }
        let day: Day
        let seconds: Int
    }

    /// Returns the offset in seconds east of UTC at a second since the epoch.
    func offset(atSecond second: Int64) -> Int {
        guard let daylight else { return standardOffset }
        let year = CivilTime(Timestamp(seconds: second), offset: standardOffset).year
        // A rule may put a change into the year before or after: `J365/25`.
        var latest: (second: Int64, offset: Int) = (.min, standardOffset)
        for near in (year - 1)...(year + 1) {
            let end = daylight.end.second(in: near) - Int64(daylight.offset)
            let start = daylight.start.second(in: near) - Int64(standardOffset)
            // Where end and start meet, daylight saving time continues (all year in `EST5EDT,0/0,J365/25`).
            for change in [(end, standardOffset), (start, daylight.offset)]
            where change.0 <= second && change.0 >= latest.second {
                latest = change
            }
        }
        return latest.offset
    }
}

extension PosixZoneRule.Change {
    /// Returns the second of the change since the epoch, as if the clock before it showed UTC.
    fileprivate func second(in year: Int) -> Int64 {
        let first = CivilTime.daysSinceEpoch(year: year, month: 1, day: 1)
        let isLeap = CivilTime.days(inMonth: 2, of: year) == 29
        let date: Int64
        switch day {
        case .julian(let number): date = first + Int64(number - 1) + (isLeap && number >= 60 ? 1 : 0)
        case .zeroBased(let number): date = first + Int64(number)
        case .weekday(let month, let week, let day):
            let firstOfMonth = CivilTime(year: year, month: month, day: 1)
            let firstMatch = 1 + (day - firstOfMonth.weekday + 7) % 7
            var dayOfMonth = firstMatch + (week - 1) * 7
            if dayOfMonth > CivilTime.days(inMonth: month, of: year) { dayOfMonth -= 7 }
            date = CivilTime.daysSinceEpoch(year: year, month: month, day: dayOfMonth)
        }
        return date * 86_400 + Int64(seconds)
    }
}
