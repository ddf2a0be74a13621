/// Reads a date in one pass over its bytes, and collects the only meaning that each part can have.
struct FeedDateReader {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0
    var year: Int?
    var month: Int?
    var day: Int?
    var time: FeedTime?
    var offset: Int?
    /// The year before the first year of the era, if the text named an era.
    var era: Int?
    /// Where the name of a zone ended. A sign may follow it: `GMT+2`.
    private var zoneNameEnd: Int?
    private var half: FeedTime.Half?
    /// The month was `mar`, which may be a Tuesday. Then another month follows.
    private var isMonthDoubtful = false
    private var hasOtherWords = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
        self.bytes = UnsafeBufferPointer(rebasing: bytes[..<end])
    }

    var hasDate: Bool { year != nil && month != nil && day != nil }

    mutating func read() -> WrittenDate? {
        skipBlanks()
        if let moment = epoch() { return WrittenDate(moment) }
        while index < bytes.count {
            guard readPart() else { return nil }
        }
        return date()
    }

    /// Reads the part at `index`; false if the text can be no date.
    private mutating func readPart() -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return readNumber()
        case UInt8(ascii: "+"), UInt8(ascii: "-"): return readSign()
        case UInt8(ascii: "("): skipComment()
        case 0xE3...0xEF: return readMark()
        case let byte where Self.letterLength(byte) > 0: readWord()
        default: index += Self.length(bytes[index])
        }
        return true
    }

    func byte(_ position: Int) -> UInt8 { position < bytes.count ? bytes[position] : 0 }
    func isDigit(_ position: Int) -> Bool { byte(position) &- 0x30 < 10 }

    /// Reads digits at `index`; nil if there are more than 14.
    mutating func digits() -> (value: Int, count: Int)? {
        var value = 0
        let start = index
        while isDigit(index) {
            guard index - start < 14 else { return nil }
            value = value * 10 + Int(bytes[index] - 0x30)
            index += 1
        }
        return (value, index - start)
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    /// Skips a comment in parentheses. If it could be the zone, skips only the parenthesis.
    private mutating func skipComment() {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: ")"))
        let mayBeZone = time != nil && offset == nil
        index = mayBeZone ? index + 1 : end.map { $0 + 1 } ?? bytes.count
    }

    private mutating func readSign() -> Bool {
        if isYearBeforeChrist { return false }
        guard isDigit(index + 1), time != nil, offset == nil || zoneNameEnd == index else {
            let isRepeated = offset != nil && isDigit(index + 1) && hasDate
            index += 1
            // A second offset is skipped.
            while isRepeated, isDigit(index) || byte(index) == UInt8(ascii: ":") { index += 1 }
            return true
        }
        let isWest = bytes[index] == UInt8(ascii: "-")
        index += 1
        guard let seconds = readOffset() else { return false }
        offset = isWest ? -seconds : seconds
        return true
    }

    /// Whether `30 Nov -0001` or `-0001-11-30` is written here. PHP makes them of a database's `0000-00-00`.
    private var isYearBeforeChrist: Bool {
        guard year == nil, byte(index) == UInt8(ascii: "-"), index == 0 || bytes[index - 1] <= 0x20 else {
            return false
        }
        return (1...4).allSatisfy { isDigit(index + $0) } && !isDigit(index + 5)
    }

    /// Reads `9`, `09`, `0900` or `09:00`, in seconds; nil for 24 hours and more.
    mutating func readOffset() -> Int? {
        guard let head = digits() else { return nil }
        var (hours, minutes) = (head.value, 0)
        if head.count > 2 { (hours, minutes) = (head.value / 100, head.value % 100) }
        if head.count <= 2, byte(index) == UInt8(ascii: ":"), isDigit(index + 1) {
            index += 1
            minutes = digits()?.value ?? 60
        }
        guard head.count <= 4, hours <= 23, minutes <= 59 else { return nil }
        return hours * 3600 + minutes * 60
    }

    // MARK: Words

    /// Returns the length of the letter that begins with `byte`, in bytes; 0 if it is no letter. The scripts are Latin,
    /// Greek, Cyrillic and similar ones.
    private static func letterLength(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): 1
        case 0xC3...0xDF: 2
        case 0xE0...0xE1: 3
        default: 0
        }
    }

    /// Returns the length of the character that begins with `byte`, in bytes.
    private static func length(_ byte: UInt8) -> Int {
        switch byte {
        case 0xC0...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...: 4
        default: 1
        }
    }

    private mutating func readWord() {
        let start = index
        while index < bytes.count, case let length = Self.letterLength(bytes[index]), length > 0 {
            index = min(index + length, bytes.count)
        }
        let word = UnsafeBufferPointer(rebasing: bytes[start..<index])
        if let half = halfOfDay(from: start) { return take(half) }
        if word.count == 1, year == nil, isDigit(index), let before = FeedDateWord.yearBeforeEra(word[0]) {
            era = before
            return
        }
        switch FeedDateWord(word) {
        case .month(let number):
            guard month == nil || (isMonthDoubtful && year == nil) else { return }
            isMonthDoubtful = month == nil && day == nil && FeedDateWord.isTuesday(word)
            month = number
        case .zone(let seconds):
            guard time != nil, offset == nil else { return }
            offset = seconds
            zoneNameEnd = index
        case .separator: break
        case .other: hasOtherWords = true
        }
    }

    /// Reads `am` or `p.m.` at `start`, and moves `index` behind it.
    private mutating func halfOfDay(from start: Int) -> FeedTime.Half? {
        var length = 0
        guard let half = FeedTime.Half(bytes, at: start, length: &length) else { return nil }
        index = start + length
        return half
    }

    /// Takes a half of the day only where a time can be: German says "am 2. Januar".
    private mutating func take(_ half: FeedTime.Half) {
        if time != nil || hasDate { self.half = half }
    }

    // MARK: Japanese, Chinese, Korean

    private mutating func readMark() -> Bool {
        if let number = FeedDateNumeral(bytes, at: index) {
            index += number.length
            return take((number.value, number.digits), as: number.unit)
        }
        guard let mark = FeedDateMark(bytes, at: index) else {
            index += Self.length(bytes[index])
            return true
        }
        index += mark.length
        switch mark.meaning {
        case .half(let half): self.half = half
        case .noon: time = time ?? FeedTime(hour: 12)
        case .era(let yearBefore): era = yearBefore
        case .firstYear: year = era.map { $0 + 1 }
        case .zone(let seconds): offset = offset ?? seconds
        }
        return true
    }

    // MARK: The whole

    private func date() -> WrittenDate? {
        guard let year, let month else { return nil }
        guard var time = time ?? (half == nil ? FeedTime() : nil) else { return nil }
        if let half { guard time.apply(half) else { return nil } }
        // A month alone means its first day, as in "January 2024". With other words, the date has lost its day.
        guard let day = day ?? (self.time == nil && !hasOtherWords ? 1 : nil) else { return nil }
        // A leap second becomes the next second, as in POSIX. 24:00 becomes 00:00 of the next day.
        let leap = time.second == 60 ? 1 : 0
        let isMidnight = time.hour == 24 && time.minute == 0 && time.second == 0 && time.millisecond == 0
        let civil = CivilTime(
            year: year, month: month, day: day, hour: isMidnight ? 0 : time.hour, minute: time.minute,
            second: time.second - leap, millisecond: time.millisecond)
        return civil.timestamp(offset: offset ?? 0).map {
            WrittenDate(
                $0 + .seconds(leap + (isMidnight ? 86_400 : 0)), offset: offset.flatMap { UTCOffset(seconds: $0) })
        }
    }
}
