import FeedMessages

/// Reads the tokens of JSON from borrowed bytes. It must not outlive the call that lends them.
struct JSONScanner {
    /// The beginning of a value.
    enum Token {
        case scalar(JSONValue)
        case open(isObject: Bool)
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let isValidUTF8: Bool
    private var index = 0
    private var text: [UInt8] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, isValidUTF8: Bool) {
        self.bytes = bytes
        self.isValidUTF8 = isValidUTF8
    }

    /// An error at the current position.
    func error(_ reason: LocalizedText) -> JSONError {
        JSONError(offset: index, reason: reason, isAtEnd: index >= bytes.count)
    }

    mutating func skipByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Reads a scalar, or the bracket that opens an array or object.
    mutating func value() throws(JSONError) -> Token {
        skipBlanks()
        guard index < bytes.count else { throw error(.message("json.ends_before_value")) }
        switch bytes[index] {
        case UInt8(ascii: "\""): return .scalar(.string(try string()))
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isObject = bytes[index] == UInt8(ascii: "{")
            index += 1
            return .open(isObject: isObject)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .scalar(.number(try number()))
        case UInt8(ascii: "t") where take("true"): return .scalar(.bool(true))
        case UInt8(ascii: "f") where take("false"): return .scalar(.bool(false))
        case UInt8(ascii: "n") where take("null"): return .scalar(.null)
        default: throw error(.message("json.no_value"))
        }
    }

    /// Whether the closing bracket comes next; if so, it is skipped.
    mutating func close(isObject: Bool) -> Bool {
        skipBlanks()
        guard index < bytes.count, bytes[index] == Self.closingBracket(isObject) else { return false }
        index += 1
        return true
    }

    /// Reads what follows an element or member: true for a comma, false for the closing bracket.
    mutating func next(isObject: Bool) throws(JSONError) -> Bool {
        skipBlanks()
        guard index < bytes.count else {
            throw error(isObject ? .message("json.ends_in_object") : .message("json.ends_in_array"))
        }
        let byte = bytes[index]
        guard byte == UInt8(ascii: ",") || byte == Self.closingBracket(isObject) else {
            throw error(.message("json.no_comma", ["bracket": .text(isObject ? "}" : "]")]))
        }
        index += 1
        return byte == UInt8(ascii: ",")
    }

    /// Reads a member's name and its colon.
    mutating func name() throws(JSONError) -> String {
        skipBlanks()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw error(.message("json.no_name")) }
        let name = try string()
        skipBlanks()
        guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { throw error(.message("json.no_colon")) }
        index += 1
        return name
    }

    /// Throws unless only white space is left.
    mutating func end() throws(JSONError) {
        skipBlanks()
        guard index == bytes.count else { throw error(.message("json.text_behind")) }
    }

    private static func closingBracket(_ isObject: Bool) -> UInt8 {
        isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    }

    private mutating func skipBlanks() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    private mutating func take(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard bytes.count - index >= length else { return false }
        for offset in 0..<length where bytes[index + offset] != word.utf8Start[offset] { return false }
        index += length
        return true
    }
}

// Numbers.
extension JSONScanner {
    private mutating func number() throws(JSONError) -> String {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let hasLeadingZero = index < bytes.count && bytes[index] == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0 else { throw error(.message("json.lone_minus")) }
        guard !hasLeadingZero || whole == 1 else {
            throw JSONError(offset: start, reason: .message("json.leading_zero"))
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard digits() > 0 else { throw error(.message("json.no_fraction")) }
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            guard digits() > 0 else { throw error(.message("json.no_exponent")) }
        }
        guard index - start <= JSONReader.longestNumber else {
            throw JSONError(
                offset: start, reason: .message("json.long_number", ["most": .number(JSONReader.longestNumber)]))
        }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self)
    }

    private mutating func digits() -> Int {
        let start = index
        while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
        return index - start
    }
}

// Strings.
extension JSONScanner {
    /// Reads the string whose opening quote is at the current position.
    private mutating func string() throws(JSONError) -> String {
        let opening = index
        index += 1
        let start = index
        var hasEscapes = false
        while true {
            index = endOfRun(from: index)
            guard index < bytes.count else {
                throw JSONError(offset: opening, reason: .message("json.open_string"), isAtEnd: true)
            }
            let run = UnsafeBufferPointer(rebasing: bytes[start..<index])
            if bytes[index] == UInt8(ascii: "\"") {
                index += 1
                return hasEscapes ? text.withUnsafeBufferPointer(decoded) : decoded(run)
            }
            if !hasEscapes {
                hasEscapes = true
                text.removeAll(keepingCapacity: true)
                text.append(contentsOf: run)
            }
            try escape()
            let next = endOfRun(from: index)
            text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index..<next]))
            index = next
        }
    }

    private func decoded(_ run: UnsafeBufferPointer<UInt8>) -> String {
        guard isValidUTF8 else { return String(decoding: run, as: UTF8.self) }
        // Proof of validity: valid UTF-8 cut next to quotes and backslashes, and whole characters.
        return String(copying: unsafe UTF8Span(unchecked: Span(_unsafeElements: run)))
    }

    /// The position of the next quote or backslash, searched eight bytes at a time.
    private func endOfRun(from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        var index = start
        let raw = UnsafeRawBufferPointer(bytes)
        while raw.count - index >= 8 {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
            let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
            let found = ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & highs
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") { index += 1 }
        return index
    }

    /// Reads the escape whose backslash is at the current position.
    private mutating func escape() throws(JSONError) {
        guard index + 1 < bytes.count else {
            throw JSONError(offset: index, reason: .message("json.ends_in_string"), isAtEnd: true)
        }
        let plain: UInt8
        switch bytes[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = bytes[index + 1]
        case UInt8(ascii: "b"): plain = 0x08
        case UInt8(ascii: "f"): plain = 0x0C
        case UInt8(ascii: "n"): plain = 0x0A
        case UInt8(ascii: "r"): plain = 0x0D
        case UInt8(ascii: "t"): plain = 0x09
        case UInt8(ascii: "u"):
            text.append(contentsOf: String(try scalar()).utf8)
            return
        default: throw error(.message("json.unknown_escape"))
        }
        text.append(plain)
        index += 2
    }

    /// Reads the character of one `\uXXXX`, or of a pair of them. A lone surrogate becomes U+FFFD.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        guard let unit = unit(at: index) else { throw error(.message("json.short_escape")) }
        index += 6
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, let low = self.unit(at: index), (0xDC00...0xDFFF).contains(low) else { return "\u{FFFD}" }
        index += 6
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    private func unit(at place: Int) -> UInt32? {
        guard bytes.count - place >= 6, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var value: UInt32 = 0
        for digit in bytes[place + 2..<place + 6] {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(digit - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        return value
    }
}
