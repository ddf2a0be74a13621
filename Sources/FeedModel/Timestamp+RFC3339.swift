extension Timestamp {
    /// Returns RFC 3339 text such as `2026-11-20T07:00:00+09:00`, or `…Z` if `offset` is 0.
    ///
    /// `offset` is in seconds east of UTC; the text has its whole minutes. Milliseconds are written unless they are 0.
    public func rfc3339(offset: Int = 0) -> String {
        let time = CivilTime(self, offset: offset)
        return String(unsafeUninitializedCapacity: DigitWriter.longest) { buffer in
            var writer = DigitWriter(buffer)
            writer.number(time.year, 4, after: nil)
            writer.number(time.month, 2, after: "-")
            writer.number(time.day, 2, after: "-")
            writer.number(time.hour, 2, after: "T")
            writer.number(time.minute, 2, after: ":")
            writer.number(time.second, 2, after: ":")
            if time.millisecond > 0 { writer.number(time.millisecond, 3, after: ".") }
            guard offset != 0 else {
                writer.append("Z")
                return writer.count
            }
            // Two digits have no more hours.
            let minutes = Int(min(offset.magnitude / 60, 99 * 60 + 59))
            writer.number(minutes / 60, 2, after: offset < 0 ? "-" : "+")
            writer.number(minutes % 60, 2, after: ":")
            return writer.count
        }
    }
}

/// Writes digits and marks into memory that has room for `longest` bytes.
private struct DigitWriter {
    static let longest = 32

    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func append(_ mark: Unicode.Scalar) {
        buffer[count] = UInt8(ascii: mark)
        count += 1
    }

    /// Writes the last `width` digits of a non-negative number.
    mutating func number(_ number: Int, _ width: Int, after mark: Unicode.Scalar?) {
        if let mark { append(mark) }
        var rest = number
        for place in (count..<count + width).reversed() {
            buffer[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        count += width
    }
}

/// Returns a non-negative number with leading zeros up to `width` digits.
public func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

extension Timestamp {
    /// Reads RFC 3339 text: `2026-11-20T07:00:00+09:00`, `2026-11-19T22:00:00.125Z`.
    ///
    /// It accepts `t`, `z`, and a blank for the `T` (RFC 3339 §5.6). Digits after the millisecond are cut, and a leap
    /// second becomes the second before it. Any other text gives nil, as do a date that does not exist and a missing
    /// offset. `FeedDate` reads the freer dates of feeds.
    public init?(rfc3339 text: String) {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
            let day = scanner.number(2), scanner.skip("Tt "), let hour = scanner.number(2), scanner.skip(":"),
            let minute = scanner.number(2), scanner.skip(":"), let second = scanner.number(2)
        else { return nil }
        var millisecond = 0
        if scanner.skip(".") {
            guard let fraction = scanner.fraction() else { return nil }
            millisecond = fraction
        }
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        let time = CivilTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second == 60 ? 59 : second,
            millisecond: millisecond)
        guard let moment = time.timestamp(offset: offset) else { return nil }
        self = moment
    }
}

/// Reads the bytes of a date.
private struct DigitScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8.prefix(64)) }

    var isAtEnd: Bool { index == bytes.count }

    mutating func skip(_ choices: String) -> Bool {
        guard index < bytes.count, choices.utf8.contains(bytes[index]) else { return false }
        index += 1
        return true
    }

    mutating func number(_ width: Int) -> Int? {
        var value = 0
        for _ in 0..<width {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Reads at least one digit of a fraction, in milliseconds.
    mutating func fraction() -> Int? {
        guard let first = digit() else { return nil }
        var milliseconds = first * 100
        var weight = 10
        while let digit = digit() {
            milliseconds += digit * weight
            weight /= 10
        }
        return milliseconds
    }

    /// Reads `Z` or `±hh:mm`, in seconds east of UTC.
    mutating func offset() -> Int? {
        if skip("Zz") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60
        else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return isWest ? -seconds : seconds
    }

    private mutating func digit() -> Int? {
        guard index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) else { return nil }
        defer { index += 1 }
        return Int(bytes[index] - UInt8(ascii: "0"))
    }
}
