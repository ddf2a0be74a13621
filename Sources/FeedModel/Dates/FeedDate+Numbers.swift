/// Numbers in dates: years, days, times, and whole dates written in figures.
extension FeedDateReader {
    /// Seconds or milliseconds since 1970 if the whole text is one number of 9 to 13 figures.
    mutating func epoch() -> Timestamp? {
        let start = index
        defer { index = start }
        guard let number = digits(), (9...13).contains(number.count), number.count != 12 else { return nil }
        if byte(index) == UInt8(ascii: ".") { index += 1 }
        while isDigit(index) || byte(index) == 0x20 || byte(index) == 0x0A { index += 1 }
        guard index == bytes.count else { return nil }
        return number.count == 13
            ? Timestamp(milliseconds: Int64(number.value)) : Timestamp(seconds: Int64(number.value))
    }

    /// Reads a number and what it must be by its surroundings; false if the text can be no date.
    mutating func readNumber() -> Bool {
        let isAfterT = index > 0 && bytes[index - 1] | 0x20 == UInt8(ascii: "t")
        guard let number = digits() else { return false }
        if byte(index) == UInt8(ascii: ":"), isDigit(index + 1), time == nil {
            return readTime(hour: number)
        }
        if byte(index) >= 0x80, let unit = FeedDateUnit(bytes, at: index) {
            return take(number, as: unit)
        }
        if year == nil, month == nil, day == nil {
            switch number.count {
            case 8, 12, 14: return readCompactDate(number)
            case 1, 2, 4: if isDateSeparator() { return readDateInFigures(number) }
            default: break
            }
        }
        return place(number, isAfterT: isAfterT)
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
        // 1:2:3:4 is no time.
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

    private func isDateSeparator() -> Bool {
        let separator = byte(index)
        let isSeparator =
            separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/") || separator == UInt8(ascii: ".")
        return isSeparator && isDigit(index + 1)
    }

    /// `2026-11-20`, `2026-11`, `2026-324`, `20/11/2026`, `20.11.26`.
    private mutating func readDateInFigures(_ first: (value: Int, count: Int)) -> Bool {
        let separator = byte(index)
        index += 1
        guard let second = digits() else { return false }
        var third: (value: Int, count: Int)?
        if byte(index) == separator, isDigit(index + 1) {
            index += 1
            third = digits()
        }
        if first.count == 4 {
            if second.count == 3, third == nil { return take(dayOfYear: second.value, of: first.value) }
            (year, month, day) = (first.value, second.value, third?.value ?? 1)
            return second.count <= 2 && (third?.count ?? 1) <= 2
        }
        guard let third, second.count <= 2 else { return false }
        return take(first.value, second.value, year: third, isDayFirst: separator == UInt8(ascii: "."))
    }

    /// Two figures and a year: where they could be day and month as well as month and day, nobody can tell.
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

    /// `20261120`, `202611200700`, `20261120070000`.
    private mutating func readCompactDate(_ number: (value: Int, count: Int)) -> Bool {
        var value = number.value
        if number.count > 8 {
            let second = number.count == 14 ? value % 100 : 0
            if number.count == 14 { value /= 100 }
            time = FeedTime(hour: value / 100 % 100, minute: value % 100, second: second)
            value /= 10_000
        }
        (year, month, day) = (value / 10_000, value / 100 % 100, value % 100)
        return true
    }

    private mutating func place(_ number: (value: Int, count: Int), isAfterT: Bool) -> Bool {
        if isAfterT, year != nil, time == nil, number.count == 4 || number.count == 6 {
            let value = number.count == 4 ? number.value * 100 : number.value
            time = FeedTime(hour: value / 10_000, minute: value / 100 % 100, second: value % 100)
            return value % 100 <= 60
        }
        if number.count <= 2, day == nil {
            day = number.value
            return true
        }
        if year == nil, let full = Self.fullYear(number) {
            year = full
            if month == nil, day == nil, index == bytes.count { (month, day) = (1, 1) }
            return true
        }
        return number.count <= 2 && time != nil
    }

    private mutating func take(_ number: (value: Int, count: Int), as unit: FeedDateUnit) -> Bool {
        index += unit.length
        switch unit.part {
        case .year: year = number.value
        case .month: month = number.value
        case .day: day = number.value
        case .hour: time = FeedTime(hour: number.value)
        case .minute: time?.minute = number.value
        case .second: time?.second = number.value
        }
        return number.count <= 4
    }

    /// RFC 2822 §4.3: two figures are 2000 to 2049 or 1950 to 1999, three are years since 1900.
    private static func fullYear(_ number: (value: Int, count: Int)) -> Int? {
        switch number.count {
        case 2: number.value + (number.value < 50 ? 2000 : 1900)
        case 3: number.value >= 100 ? number.value + 1900 : nil
        case 4: number.value
        default: nil
        }
    }
}

/// What follows a number in Japanese and Chinese dates.
struct FeedDateUnit {
    enum Part { case year, month, day, hour, minute, second }
    let part: Part
    let length: Int

    private static let units: [(text: String, part: Part)] = [
        ("年", .year), ("月", .month), ("日", .day), ("時", .hour), ("时", .hour), ("点", .hour), ("分", .minute),
        ("秒", .second), ("년", .year), ("월", .month), ("일", .day), ("시", .hour), ("분", .minute), ("초", .second),
    ]

    init?(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        let found = Self.units.first { $0.text.utf8.elementsEqual(bytes[index...].prefix($0.text.utf8.count)) }
        guard let found else { return nil }
        part = found.part
        length = found.text.utf8.count
    }
}
