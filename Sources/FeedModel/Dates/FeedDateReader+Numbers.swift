/// Reads the numbers of dates: years, days, times, and whole dates in digits.
extension FeedDateReader {
    /// Returns the moment if the whole text is one number: seconds (9 or 10 digits) or milliseconds (13) since 1970.
    mutating func epoch() -> Timestamp? {
        let start = index
        defer { index = start }
        guard let number = digits(), number.count == 9 || number.count == 10 || number.count == 13 else { return nil }
        if byte(index) == UInt8(ascii: ".") { index += 1 }
        while isDigit(index) { index += 1 }
        guard index == bytes.count else { return nil }
        return number.count == 13
            ? Timestamp(milliseconds: Int64(number.value)) : Timestamp(seconds: Int64(number.value))
    }

    /// Reads a number. The text around it decides what it is; false if the text can be no date.
    mutating func readNumber() -> Bool {
        let start = index
        guard let number = digits() else { return false }
        if time == nil, number.count <= 2 {
            if byte(index) == UInt8(ascii: ":"), isDigit(index + 1) { return readTime(hour: number) }
            if readHour(number) { return true }
        }
        if let unit = FeedDateUnit(bytes, at: index) { return take(number, as: unit) }
        if year == nil, month == nil, day == nil {
            if number.count == 4, let isDate = readWeekDate(of: number.value) { return isDate }
            switch number.count {
            case 6, 7, 8, 12, 14: return readCompactDate(number)
            case 1, 2, 4: if let separator = dateSeparator() { return readDateInFigures(number, separator) }
            default: break
            }
        }
        return place(number, from: start)
    }

    /// Reads an hour without minutes, or with minutes after a letter: `3pm`, `3 PM`, `10h30`.
    private mutating func readHour(_ number: (value: Int, count: Int)) -> Bool {
        let afterBlank = byte(index) == 0x20 ? index + 1 : index
        var length = 0
        if hasDate, FeedTime.Half(bytes, at: afterBlank, length: &length) != nil {
            time = FeedTime(hour: number.value)
            return true
        }
        guard byte(index) | 0x20 == UInt8(ascii: "h"), !(byte(index + 1) | 0x20 &- 0x61 < 26) else { return false }
        index += 1
        time = FeedTime(hour: number.value)
        if isDigit(index), let minute = digits() { time?.minute = minute.value }
        return true
    }

    private mutating func readTime(hour: (value: Int, count: Int)) -> Bool {
        index += 1
        guard hour.count <= 2, let minute = digits(), minute.count <= 2 else { return false }
        var read = FeedTime(hour: hour.value, minute: minute.value)
        if byte(index) == UInt8(ascii: ":"), isDigit(index + 1) {
            index += 1
            guard let second = digits(), second.count <= 2 else { return false }
            read.second = second.value
            if byte(index) == UInt8(ascii: ".") || byte(index) == UInt8(ascii: ","), isDigit(index + 1) {
                read.millisecond = fraction()
            }
        }
        time = read
        // Four numbers (`1:2:3:4`) are no time.
        return byte(index) != UInt8(ascii: ":") && read.second <= 60
    }

    private mutating func fraction() -> Int {
        index += 1
        var (value, scale) = (0, 100)
        while isDigit(index) {
            value += Int(bytes[index] - 0x30) * scale
            scale /= 10
            index += 1
        }
        return value
    }

    /// Returns the separator of a date in digits at `index` (`-`, `/`, `.`, `. `), or nil if no number follows it.
    private func dateSeparator() -> (byte: UInt8, length: Int)? {
        let separator = byte(index)
        switch separator {
        case UInt8(ascii: "-"), UInt8(ascii: "/"): return isDigit(index + 1) ? (separator, 1) : nil
        case UInt8(ascii: "."):
            if isDigit(index + 1) { return (separator, 1) }
            return byte(index + 1) == 0x20 && isDigit(index + 2) ? (separator, 2) : nil
        default: return nil
        }
    }

    /// Reads `2026-11-20`, `2026-11`, `2026-324`, `20/11/2026`, `20.11.26`, `2026. 11. 20.`, `R8.11.20`.
    private mutating func readDateInFigures(
        _ first: (value: Int, count: Int), _ separator: (byte: UInt8, length: Int)
    ) -> Bool {
        index += separator.length
        guard let second = digits() else { return false }
        var third: (value: Int, count: Int)?
        if let next = dateSeparator(), next.byte == separator.byte || isMixed(first, next) {
            index += next.length
            third = digits()
        }
        if let era, first.count <= 2 {
            (year, month, day) = (era + first.value, second.value, third?.value)
            return first.value > 0 && second.count <= 2 && third.map { $0.count <= 2 } ?? false
        }
        if first.count == 4 {
            if second.count == 3, third == nil { return take(dayOfYear: second.value, of: first.value) }
            (year, month, day) = (first.value, second.value, third?.value ?? 1)
            return second.count <= 2 && (third?.count ?? 1) <= 2
        }
        guard let third, second.count <= 2 else { return false }
        if separator.byte == UInt8(ascii: "-"), third.count <= 2, third.value <= 31, let full = Self.fullYear(first) {
            // ISO 8601 of 1988 allowed years of two digits.
            (year, month, day) = (full, second.value, third.value)
            return true
        }
        return take(first.value, second.value, year: third, isDayFirst: separator.byte == UInt8(ascii: "."))
    }

    /// Whether another separator counts. It does before a time (`2020/01-10 14:33:00`), not in `2020-01/02` (an issue).
    private func isMixed(_ first: (value: Int, count: Int), _ separator: (byte: UInt8, length: Int)) -> Bool {
        var end = index + separator.length
        while isDigit(end) { end += 1 }
        return first.count == 4 && (byte(end) == 0x20 || byte(end) | 0x20 == UInt8(ascii: "t")) && isDigit(end + 1)
    }

    /// Takes two numbers and a year; false if day and month are ambiguous.
    private mutating func take(_ first: Int, _ second: Int, year: (value: Int, count: Int), isDayFirst: Bool) -> Bool {
        guard let full = Self.fullYear(year) else { return false }
        self.year = full
        if isDayFirst || first > 12 || first == second {
            (day, month) = (first, second)
        } else if second > 12 {
            (month, day) = (first, second)
        } else {
            return false
        }
        return true
    }

    private mutating func take(dayOfYear: Int, of year: Int) -> Bool {
        var rest = dayOfYear
        for month in 1...12 {
            let length = CivilTime.days(inMonth: month, of: year)
            if rest <= length {
                (self.year, self.month, day) = (year, month, rest)
                return rest > 0
            }
            rest -= length
        }
        return false
    }

    /// Reads `2026-W47-5`, `2026W475`, `2026-W47`; nil if this is no week.
    private mutating func readWeekDate(of year: Int) -> Bool? {
        let letter = byte(index) == UInt8(ascii: "-") ? index + 1 : index
        guard byte(letter) | 0x20 == UInt8(ascii: "w"), isDigit(letter + 1) else { return nil }
        index = letter + 1
        guard let week = digits(), week.count == 2 || week.count == 3 else { return false }
        var weekday = week.count == 3 ? week.value % 10 : 1
        if week.count == 2, byte(index) == UInt8(ascii: "-"), isDigit(index + 1) {
            index += 1
            weekday = digits()?.value ?? 0
        }
        return take(week: week.count == 3 ? week.value / 10 : week.value, weekday: weekday, of: year)
    }

    /// Takes a week date of ISO 8601. Weeks begin on Monday; the first week contains 4 January.
    private mutating func take(week: Int, weekday: Int, of year: Int) -> Bool {
        guard (1...7).contains(weekday), (1...9998).contains(year), (1...Self.weeks(of: year)).contains(week)
        else { return false }
        let january4 = CivilTime(year: year, month: 1, day: 4)
        guard let start = january4.timestamp() else { return false }
        let days = (week - 1) * 7 + weekday - 1 - (january4.weekday + 6) % 7
        let date = CivilTime(start + .seconds(days * 86_400))
        (self.year, month, day) = (date.year, date.month, date.day)
        return true
    }

    /// Years that begin on a Thursday, and leap years that begin on a Wednesday, have 53 weeks.
    private static func weeks(of year: Int) -> Int {
        let first = CivilTime(year: year, month: 1, day: 1).weekday
        return first == 4 || (first == 3 && CivilTime.days(inMonth: 2, of: year) == 29) ? 53 : 52
    }

    /// Reads `20261120`, `202611200700`, `20261120070000`, `2026324`, `261120`, `202611`.
    private mutating func readCompactDate(_ number: (value: Int, count: Int)) -> Bool {
        var value = number.value
        switch number.count {
        case 6:
            let (first, second, third) = (value / 10_000, value / 100 % 100, value % 100)
            if (1...12).contains(second), third > 0 {
                (year, month, day) = (era.map { $0 + first } ?? first + (first < 50 ? 2000 : 1900), second, third)
            } else {
                (year, month, day) = (value / 100, third, 1)
            }
            return true
        case 7: return take(dayOfYear: value % 1000, of: value / 1000)
        case 12, 14:
            let second = number.count == 14 ? value % 100 : 0
            if number.count == 14 { value /= 100 }
            time = FeedTime(hour: value / 100 % 100, minute: value % 100, second: second)
            value /= 10_000
        default: break
        }
        (year, month, day) = (value / 10_000, value / 100 % 100, value % 100)
        return true
    }

    /// Takes a number as the first part that the date still lacks; false if it lacks none.
    private mutating func place(_ number: (value: Int, count: Int), from start: Int) -> Bool {
        if hasDate, time == nil {
            let isAfterT = start > 0 && bytes[start - 1] | 0x20 == UInt8(ascii: "t")
            return readTimeInFigures(number, isAfterT: isAfterT)
        }
        let isAtBlank = start == 0 || bytes[start - 1] <= 0x20
        if hasDate, offset == nil, isAtBlank, let lost = lostPlus(number, from: start) {
            offset = lost
            return true
        }
        if number.count <= 2, day == nil {
            day = number.value
            return true
        }
        if year == nil, let full = Self.fullYear(number) {
            year = full
            if month == nil, day == nil, index == bytes.count, isAtBlank { (month, day) = (1, 1) }
            return true
        }
        return number.count <= 2 && time != nil
    }

    /// Reads `0700`, `070000`, `07.00`, and a single hour after a `T`.
    private mutating func readTimeInFigures(_ number: (value: Int, count: Int), isAfterT: Bool) -> Bool {
        switch number.count {
        case 6:
            time = FeedTime(hour: number.value / 10_000, minute: number.value / 100 % 100, second: number.value % 100)
        case 4: time = FeedTime(hour: number.value / 100, minute: number.value % 100)
        case 1, 2:
            if byte(index) == UInt8(ascii: "."), isDigit(index + 1), isDigit(index + 2), !isDigit(index + 3) {
                index += 1
                time = FeedTime(hour: number.value, minute: digits()?.value ?? 60)
                if byte(index) == UInt8(ascii: "."), isDigit(index + 1) {
                    index += 1
                    let second = digits()?.value ?? 61
                    time?.second = second
                }
            } else if isAfterT {
                time = FeedTime(hour: number.value)
            } else {
                return false
            }
        default: return false
        }
        return (time?.second ?? 0) <= 60
    }

    /// Reads an offset that has lost its sign: `2026-11-20T07:00:00 09:00`, where a `+` was decoded as a blank.
    private mutating func lostPlus(_ number: (value: Int, count: Int), from start: Int) -> Int? {
        let isClock = number.count == 2 && byte(index) == UInt8(ascii: ":") && isDigit(index + 1)
        guard number.count == 4 || isClock else { return nil }
        let end = index
        index = start
        guard let seconds = readOffset(), seconds <= 14 * 3600, seconds % 900 == 0 else {
            index = end
            return nil
        }
        return seconds
    }

    mutating func take(_ number: (value: Int, count: Int), as unit: FeedDateUnit) -> Bool {
        index += unit.length
        switch unit.part {
        case .year: year = era.map { $0 + number.value } ?? Self.fullYear(number)
        case .month: month = number.value
        case .day: day = number.value
        case .hour: time = FeedTime(hour: number.value)
        case .minute: time?.minute = number.value
        case .second: time?.second = number.value
        }
        return number.count <= 4
    }

    /// RFC 2822 §4.3: two digits mean 2000 to 2049 or 1950 to 1999, three digits count years since 1900.
    private static func fullYear(_ number: (value: Int, count: Int)) -> Int? {
        switch number.count {
        case 2: number.value + (number.value < 50 ? 2000 : 1900)
        case 3: number.value >= 100 ? number.value + 1900 : nil
        case 4: number.value
        default: nil
        }
    }
}
