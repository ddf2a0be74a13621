public import FeedConfiguration
public import FeedMessages
public import FeedModel

/// The format of a service's dates, in the letters of Unicode TR 35: `yyyyMMdd`, `dd.MM.yyyy HH:mm`, `d MMM yyyy`.
public struct DatePattern: ConfigValue, Hashable {
    private enum Part: Hashable {
        case field(Field, digits: ClosedRange<Int>)
        case monthName, half, offset
        case text(Unicode.Scalar)

        var field: Field? { if case .field(let field, _) = self { field } else { nil } }
    }

    private enum Field: Hashable {
        case year, shortYear, month, day, hour, hourOfHalf, minute, second, fraction
    }

    private let parts: [Part]
    private let text: String

    /// The type's name in messages.
    public static var typeName: LocalizedText { .message("type.date_pattern") }
    /// An empty pattern.
    public static var placeholder: DatePattern { DatePattern(parts: [], text: "") }
    /// The pattern as written.
    public var manualText: String { text }

    /// Reads a pattern. Reports errors with their column to `section` and returns nil.
    public static func read(_ node: Node, in section: ConfigSection) -> DatePattern? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        do throws(SelectorError) {
            return try DatePattern(text)
        } catch {
            section.report(error, in: node)
            return nil
        }
    }

    private init(parts: [Part], text: String) { (self.parts, self.text) = (parts, text) }

    /// Parses a pattern. Throws `SelectorError` for an unknown letter, an open quote, or a missing year, month or day.
    public init(_ text: String) throws(SelectorError) {
        let scalars = Array(text.unicodeScalars)
        var parts: [Part] = []
        var index = 0
        while index < scalars.count {
            let letter = scalars[index]
            var end = index + 1
            if letter == "'" {
                while end < scalars.count, scalars[end] != "'" { end += 1 }
                guard end < scalars.count else {
                    throw SelectorError(column: index + 1, reason: .message("selecting.open_quote"))
                }
                // Two quotes are one literal quote.
                parts += end == index + 1 ? [.text("'")] : scalars[(index + 1)..<end].map { .text($0) }
                index = end + 1
                continue
            }
            while end < scalars.count, scalars[end] == letter { end += 1 }
            if letter.isASCIILetter {
                parts.append(try Self.part(letter, count: end - index, at: index + 1))
            } else {
                parts += Array(repeating: .text(letter), count: end - index)
            }
            index = end
        }
        let fields = Set(parts.map(\.field))
        let hasYear = fields.contains(.year) || fields.contains(.shortYear)
        guard hasYear, fields.contains(.day), fields.contains(.month) || parts.contains(.monthName) else {
            throw SelectorError(column: scalars.count + 1, reason: .message("selecting.no_day"))
        }
        self.init(parts: parts, text: text)
    }

    private static func part(_ letter: Unicode.Scalar, count: Int, at column: Int) throws(SelectorError) -> Part {
        switch (letter, count) {
        case ("y", 4), ("y", 1), ("u", 4): .field(.year, digits: 4...4)
        case ("y", 2): .field(.shortYear, digits: 2...2)
        case ("M", 3): .monthName
        case ("M", 1...2): .field(.month, digits: count...2)
        case ("d", 1...2): .field(.day, digits: count...2)
        case ("H", 1...2): .field(.hour, digits: count...2)
        case ("h", 1...2): .field(.hourOfHalf, digits: count...2)
        case ("m", 1...2): .field(.minute, digits: count...2)
        case ("s", 1...2): .field(.second, digits: count...2)
        case ("S", 1...9): .field(.fraction, digits: count...count)
        case ("a", 1): .half
        case ("Z", _), ("X", _), ("x", _): .offset
        default:
            throw SelectorError(
                column: column,
                reason: .message(
                    "selecting.unknown_letters", ["letters": .text(String(repeating: String(letter), count: count))]),
                advice: .message("selecting.unknown_letters.cure"))
        }
    }

    /// Returns the date of a text in this format; nil if the text has another format. Without an offset in the text,
    /// `zone` applies.
    public func date(_ text: String, in zone: Zone) -> WrittenDate? {
        var reader = DateTextReader(text)
        var time = CivilTime(year: 0, month: 0, day: 0)
        var isAfternoon: Bool?
        var offset: Int?
        for part in parts {
            switch part {
            case .text(let scalar): guard reader.take(scalar) else { return nil }
            case .monthName:
                guard let month = reader.monthName() else { return nil }
                time.month = month
            case .half:
                guard let half = reader.half() else { return nil }
                isAfternoon = half
            case .offset:
                guard let found = reader.offset() else { return nil }
                offset = found
            case .field(let field, let digits):
                guard let number = reader.number(digits) else { return nil }
                switch field {
                case .year: time.year = number.value
                case .shortYear: time.year = number.value + (number.value < 70 ? 2000 : 1900)
                case .month: time.month = number.value
                case .day: time.day = number.value
                case .hour: time.hour = number.value
                case .hourOfHalf:
                    guard (1...12).contains(number.value) else { return nil }
                    time.hour = number.value % 12
                case .minute: time.minute = number.value
                case .second: time.second = min(number.value, 60) == 60 ? 59 : number.value
                case .fraction:
                    let scale = (0..<abs(3 - number.count)).reduce(1) { scale, _ in scale * 10 }
                    time.millisecond = number.count <= 3 ? number.value * scale : number.value / scale
                }
            }
        }
        guard reader.isAtEnd else { return nil }
        if isAfternoon == true { time.hour += 12 }
        if let offset {
            return time.timestamp(offset: offset).map { WrittenDate($0, offset: UTCOffset(seconds: offset)) }
        }
        return zone.written(time)
    }
}

extension Zone {
    /// The date read by this zone's clocks if it has no offset. UTC stands for an unknown zone and changes nothing.
    func given(_ date: WrittenDate) -> WrittenDate? {
        date.offset == nil && self != .utc ? written(CivilTime(date.moment)) : date
    }

    /// The date at which this zone's clocks show `time`, the earlier one of two; nil if there is no such date.
    func written(_ time: CivilTime) -> WrittenDate? {
        guard let asUTC = time.timestamp() else { return nil }
        // A time that is skipped because clocks go forward is read as if they had not.
        let moment = timestamps(of: time).first ?? asUTC - .seconds(offset(at: asUTC))
        return WrittenDate(moment, offset: UTCOffset(seconds: offset(at: moment)))
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}

/// Reads the text of a date from left to right, at most 128 characters.
private struct DateTextReader {
    private let text: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) { self.text = Array(text.unicodeScalars.prefix(128)) }

    var isAtEnd: Bool { index == text.count }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard index < text.count, text[index] == scalar else { return false }
        index += 1
        return true
    }

    /// Reads a number with as many digits as `digits` allows; nil if there are fewer.
    mutating func number(_ digits: ClosedRange<Int>) -> (value: Int, count: Int)? {
        var value = 0
        var count = 0
        while count < digits.upperBound, index < text.count, ("0"..."9").contains(text[index]) {
            value = value * 10 + Int(text[index].value - 0x30)
            index += 1
            count += 1
        }
        return count >= digits.lowerBound ? (value, count) : nil
    }

    mutating func monthName() -> Int? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard index + 3 <= text.count else { return nil }
        let word = text[index..<(index + 3)].map { String($0).lowercased() }.joined()
        guard let month = names.firstIndex(of: word) else { return nil }
        index += 3
        return month + 1
    }

    /// Reads `AM` or `PM`; true for `PM`.
    mutating func half() -> Bool? {
        guard index + 2 <= text.count else { return nil }
        let word = text[index..<(index + 2)].map { String($0).lowercased() }.joined()
        guard word == "am" || word == "pm" else { return nil }
        index += 2
        return word == "pm"
    }

    /// Reads `Z`, `+0900`, `+09:00` or `+09` as seconds east of UTC.
    mutating func offset() -> Int? {
        if take("Z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(2...2)?.value, hours < 24 else { return nil }
        _ = take(":")
        let minutes = isAtEnd ? 0 : number(2...2)?.value ?? 0
        guard minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
}
