/// A date and a time of day without a zone, in the proleptic Gregorian calendar.
public struct CivilTime: Sendable, Hashable {
    /// Year, 1...9999.
    public var year: Int
    /// Month, 1...12.
    public var month: Int
    /// Day of the month, 1...31.
    public var day: Int
    /// Hour, 0...23.
    public var hour: Int
    /// Minute, 0...59.
    public var minute: Int
    /// Second, 0...59.
    public var second: Int
    /// Millisecond, 0...999.
    public var millisecond: Int

    /// Makes a civil time from its parts. Only `timestamp(offset:)` checks them.
    public init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.millisecond = millisecond
    }

    /// Makes the civil time that a clock `offset` seconds east of UTC shows at `moment`. The limit is ±24 h.
    public init(_ moment: Timestamp, offset: Int = 0) {
        let bounded = Int64(min(max(offset, -86_400), 86_400))
        let local = Timestamp(milliseconds: moment.milliseconds + bounded * 1000).milliseconds
        let days = local.floorDivided(by: 86_400_000)
        let inDay = Int(local - days * 86_400_000)
        let date = Self.date(daysSinceEpoch: days)
        self.init(
            year: date.year, month: date.month, day: date.day, hour: inDay / 3_600_000,
            minute: inDay / 60_000 % 60, second: inDay / 1000 % 60, millisecond: inDay % 1000)
    }

    /// Returns the moment at which a clock `offset` seconds east of UTC shows this time. Nil if the date or time does
    /// not exist, or `offset` is beyond ±24 h.
    public func timestamp(offset: Int = 0) -> Timestamp? {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, of: year), (0...23).contains(hour), (0...59).contains(minute),
            (0...59).contains(second), (0...999).contains(millisecond), (-86_400...86_400).contains(offset)
        else { return nil }
        let days = Self.daysSinceEpoch(year: year, month: month, day: day)
        let inDay = Int64(((hour * 60 + minute) * 60 + second - offset) * 1000 + millisecond)
        return Timestamp(milliseconds: days * 86_400_000 + inDay)
    }

    /// Day of the week, from 0 (Sunday) to 6 (Saturday).
    public var weekday: Int {
        let days = Self.daysSinceEpoch(year: year, month: month, day: day)
        return Int(((days + 4) % 7 + 7) % 7)
    }

    /// Returns the length of a month in days, or 0 for a `month` outside 1...12.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 1, 3, 5, 7, 8, 10, 12: 31
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 0
        }
    }

    /// Returns the days from 1970-01-01 to a date in the years 1...9999 (Howard Hinnant's days_from_civil).
    public static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int64 {
        let shifted = Int64(month <= 2 ? year - 1 : year)
        let era = shifted.floorDivided(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func date(daysSinceEpoch days: Int64) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        let month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        return (Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), month, day)
    }
}
