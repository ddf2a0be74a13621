import Glibc

/// Decodes character references (WHATWG HTML §13.2.5.72 to §13.2.5.80): all 2,231 names, and numbers.
public enum HTMLEntities {
    /// Returns `text` with every character reference decoded once.
    ///
    /// Names without a semicolon are decoded if WHATWG HTML allows it. Text that is no reference stays unchanged.
    public static func decode(_ text: String) -> String { decode(text, inAttribute: false) }

    /// Returns an attribute's value with every character reference decoded once.
    ///
    /// A name without a semicolon before `=`, a letter or a digit is no reference: `?a=1&copy=2` is an address.
    public static func decode(attribute value: String) -> String { decode(value, inAttribute: true) }

    private static func decode(_ text: String, inAttribute: Bool) -> String {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.contains(UInt8(ascii: "&")) else { return nil as String? }
            var output = ByteWriter(capacity: bytes.count)
            append(bytes, inAttribute: inAttribute, to: &output)
            return output.string
        } ?? text
    }

    /// Returns the characters of a name such as `nbsp` (without `&` and `;`), or nil if the name is unknown.
    public static func characters(named name: String) -> String? {
        var name = name
        return name.withUTF8 { bytes in
            guard let entry = names.entry(bytes, withoutSemicolon: false) else { return nil }
            var output = ByteWriter(capacity: 16)
            output.append(entry)
            return output.string
        }
    }

    /// Appends `bytes` with every reference decoded.
    static func append(_ bytes: UnsafeBufferPointer<UInt8>, inAttribute: Bool, to output: inout ByteWriter) {
        guard let base = bytes.baseAddress else { return }
        var start = 0
        var index = 0
        while let found = memchr(base + index, Int32(UInt8(ascii: "&")), bytes.count &- index) {
            index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            guard let reference = reference(bytes, at: index, inAttribute: inAttribute) else {
                index &+= 1
                continue
            }
            output.append(base + start, count: index &- start)
            output.append(reference.characters)
            index &+= reference.length
            start = index
        }
        output.append(base + start, count: bytes.count &- start)
    }

    /// A decoded reference: its characters in UTF-8, and its length in bytes.
    typealias Reference = (characters: ShortName, length: Int)

    /// The reference whose `&` is at `place`, or nil if there is none.
    static func reference(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int, inAttribute: Bool) -> Reference? {
        let start = place &+ 1
        guard start < bytes.count else { return nil }
        if bytes[start] == UInt8(ascii: "#") { return numeric(bytes, at: place) }
        var end = start
        while end < bytes.count, end - start <= longestName, isAlphanumeric(bytes[end]) { end &+= 1 }
        guard end > start else { return nil }
        let hasSemicolon = end < bytes.count && bytes[end] == UInt8(ascii: ";")
        let run = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if hasSemicolon {
            if let common = common(run) {
                return (ShortName(scalar: common), run.count &+ 2)
            }
            if let entry = names.entry(run, withoutSemicolon: false) {
                return (entry, run.count &+ 2)
            }
        }
        // The longest known name at the beginning counts: `&notit` is `&not` and `it`.
        var length = min(run.count, longestNameWithoutSemicolon)
        while length >= 2 {
            let name = UnsafeBufferPointer(rebasing: run[..<length])
            if let entry = names.entry(name, withoutSemicolon: true) {
                let next = start + length < bytes.count ? bytes[start + length] : 0
                // In an attribute, `?a=1&copy=2` is an address.
                if inAttribute, next == UInt8(ascii: "=") || isAlphanumeric(next) { return nil }
                return (entry, length + 1)
            }
            length -= 1
        }
        return nil
    }

    /// The most frequent names.
    private static func common(_ name: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        switch name.count {
        case 2 where name[1] == UInt8(ascii: "t"):
            switch name[0] {
            case UInt8(ascii: "l"): "<"
            case UInt8(ascii: "g"): ">"
            default: nil
            }
        case 3 where name[0] == UInt8(ascii: "a") && name[1] == UInt8(ascii: "m") && name[2] == UInt8(ascii: "p"): "&"
        case 4 where name.elementsEqual("quot".utf8): "\""
        case 4 where name.elementsEqual("nbsp".utf8): "\u{A0}"
        default: nil
        }
    }

    /// Bytes of the longest name (`CounterClockwiseContourIntegral`).
    private static let longestName = 31
    private static let longestNameWithoutSemicolon = 6
    private static let names = EntityNames(table)

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }

    private static func numeric(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Reference? {
        var index = place + 2
        let isHexadecimal = index < bytes.count && bytes[index] | 0x20 == UInt8(ascii: "x")
        if isHexadecimal { index += 1 }
        let firstDigit = index
        var value: UInt32 = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte &- UInt8(ascii: "0") < 10 {
                value = value &* (isHexadecimal ? 16 : 10) &+ UInt32(byte - UInt8(ascii: "0"))
            } else if isHexadecimal, (byte | 0x20) &- UInt8(ascii: "a") < 6 {
                value = value &* 16 &+ UInt32((byte | 0x20) - UInt8(ascii: "a") + 10)
            } else {
                break
            }
            value = min(value, 0x110000)
            index += 1
        }
        guard index > firstDigit else { return nil }
        if index < bytes.count, bytes[index] == UInt8(ascii: ";") { index += 1 }
        if 0xD800...0xDBFF ~= value, let low = lowSurrogate(bytes, at: index) {
            // Browsers show two U+FFFD here, but the intended character is certain.
            let scalar = Unicode.Scalar(0x10000 + (value - 0xD800) << 10 + (low.value - 0xDC00)) ?? "\u{FFFD}"
            return (ShortName(scalar: scalar), low.end - place)
        }
        return (ShortName(scalar: character(value)), index - place)
    }

    /// The reference to a low surrogate at `place`, and the position behind it; or nil.
    private static func lowSurrogate(
        _ bytes: UnsafeBufferPointer<UInt8>, at place: Int
    ) -> (value: UInt32, end: Int)? {
        guard place + 2 < bytes.count, bytes[place] == UInt8(ascii: "&"), bytes[place + 1] == UInt8(ascii: "#") else {
            return nil
        }
        let isHexadecimal = bytes[place + 2] | 0x20 == UInt8(ascii: "x")
        let first = place + (isHexadecimal ? 3 : 2)
        let digits = bytes[first...].prefix(6).prefix { isAlphanumeric($0) }
        guard let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
            0xDC00...0xDFFF ~= value, digits.endIndex < bytes.count, bytes[digits.endIndex] == UInt8(ascii: ";")
        else { return nil }
        return (value, digits.endIndex + 1)
    }

    /// The character of a number. NUL, surrogates and numbers beyond Unicode are U+FFFD; C1 controls are windows-1252.
    private static func character(_ number: UInt32) -> Unicode.Scalar {
        if (0x80...0x9F).contains(number) { return windows1252[Int(number - 0x80)] }
        return number == 0 ? "\u{FFFD}" : Unicode.Scalar(number) ?? "\u{FFFD}"
    }

    private static let windows1252: [Unicode.Scalar] = [
        "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}",
        "\u{90}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
    ]
}
