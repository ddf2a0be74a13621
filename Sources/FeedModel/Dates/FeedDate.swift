/// Reads the dates of feeds, which keep to no rule: RFC 822 and 3339 with their cousins and errors, 12-hour clocks,
/// month names of several languages, Japanese and Chinese dates, bare numbers.
///
/// What names no moment gives nil; nothing rolls over (there is no 32 January). A time without a zone is UTC.
public enum FeedDate {
    /// The moment that `text` names, or nil.
    public static func parse(_ text: String) -> Timestamp? {
        var text = text
        return text.withUTF8 { parse($0) }
    }

    /// The moment that UTF-8 bytes name, or nil.
    package static func parse(_ utf8: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        guard utf8.count <= 256 else { return nil }
        var reader = FeedDateReader(utf8)
        return reader.read()
    }
}

/// One pass over the bytes, collecting what each part can only mean.
struct FeedDateReader {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0
    var year: Int?
    var month: Int?
    var day: Int?
    var time: FeedTime?
    var offset: Int?
    /// A zone's name ended here, so that a sign may follow: `GMT+2`.
    private var zoneNameEnd: Int?
    private var half: FeedDateWord.Half?
    private var monthCameFirst = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
        self.bytes = UnsafeBufferPointer(rebasing: bytes[..<end])
    }

    mutating func read() -> Timestamp? {
        skipBlanks()
        if let moment = epoch() { return moment }
        while index < bytes.count {
            let isUnderstood =
                switch bytes[index] {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
                case UInt8(ascii: "+"), UInt8(ascii: "-"): readSign()
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: readWord()
                default: skipOne()
                }
            guard isUnderstood else { return nil }
        }
        return moment()
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

    private mutating func skipOne() -> Bool {
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    private mutating func readSign() -> Bool {
        let isZone = isDigit(index + 1) && time != nil && (offset == nil || zoneNameEnd == index)
        guard isZone else { return skipOne() }
        let isWest = bytes[index] == UInt8(ascii: "-")
        index += 1
        guard let head = digits() else { return false }
        var (hours, minutes) = (head.value, 0)
        if head.count > 2 { (hours, minutes) = (head.value / 100, head.value % 100) }
        if head.count <= 2, byte(index) == UInt8(ascii: ":"), isDigit(index + 1) {
            index += 1
            minutes = digits()?.value ?? 60
        }
        guard head.count <= 4, hours <= 23, minutes <= 59 else { return false }
        offset = (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
        return true
    }

    private mutating func readWord() -> Bool {
        let start = index
        while index < bytes.count, Self.isLetter(bytes[index]) { index += 1 }
        switch FeedDateWord(UnsafeBufferPointer(rebasing: bytes[start..<index])) {
        case .month(let number):
            // "mar" may be a Tuesday: the name that follows the day counts.
            guard month == nil || (monthCameFirst && day != nil) else { return true }
            monthCameFirst = day == nil
            month = number
        case .half(let word): half = word
        case .zone(let seconds):
            guard time != nil, offset == nil else { return true }
            offset = seconds
            zoneNameEnd = index
        case .other: break
        }
        return true
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 &- 0x61 < 26 || byte >= 0x80 }

    private func moment() -> Timestamp? {
        guard let year, let month else { return nil }
        guard var time = time ?? (half == nil ? FeedTime() : nil) else { return nil }
        if let half { guard time.apply(half) else { return nil } }
        guard let day else { return nil }
        // A leap second is POSIX's next second.
        let leap = time.second == 60 ? 1 : 0
        let civil = CivilTime(
            year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second - leap,
            millisecond: time.millisecond)
        return civil.timestamp(offset: offset ?? 0).map { $0 + .seconds(leap) }
    }
}

/// A time of day as it was written.
struct FeedTime {
    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0

    /// Makes a 12-hour clock's time a 24-hour one's; false if there is no such time.
    mutating func apply(_ half: FeedDateWord.Half) -> Bool {
        guard (0...12).contains(hour) else { return half == .afternoon && hour < 24 }
        hour = hour % 12 + (half == .afternoon ? 12 : 0)
        return true
    }
}
