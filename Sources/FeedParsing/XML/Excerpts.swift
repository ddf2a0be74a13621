/// Long texts on their way around libxml2: taken out of the document where they stand, handed on in the same order.
struct Excerpts: ~Copyable {
    private struct Excerpt {
        var start: Int
        var count: Int
        /// Whether it lies in `decoded`, not in the document.
        var isDecoded: Bool
    }

    private let document: UnsafeBufferPointer<UInt8>
    private var decoded = ByteBuffer()
    private var waiting: [Excerpt] = []
    private var next = 0

    init(document: UnsafeBufferPointer<UInt8>) { self.document = document }

    /// The first text that was not handed on yet, or nil.
    mutating func removeFirst() -> UnsafeBufferPointer<UInt8>? {
        guard next < waiting.count else { return nil }
        let excerpt = waiting[next]
        next += 1
        let source = excerpt.isDecoded ? decoded.bytes : document
        return UnsafeBufferPointer(rebasing: source[excerpt.start..<excerpt.start + excerpt.count])
    }

    /// Takes the content of a CDATA section; false if libxml2 has to judge it.
    mutating func takeSection(_ range: Range<Int>) -> Bool { take(range, hasReferences: false) }

    /// Takes what stands between two tags; false if libxml2 has to judge it.
    mutating func takeText(_ range: Range<Int>) -> Bool { take(range, hasReferences: true) }

    private mutating func take(_ range: Range<Int>, hasReferences: Bool) -> Bool {
        if next == waiting.count, next > 0 {
            waiting.removeAll(keepingCapacity: true)
            decoded.removeAll()
            next = 0
        }
        let start = decoded.count
        var copied = range.lowerBound
        var places = SpecialBytes(document, range)
        while let place = places.next() {
            var (length, character) = (1, Unicode.Scalar(0x0A as UInt8))
            switch document[place] {
            case 0x09, 0x0A: continue
            case 0x0D:
                // XML 1.0 §2.11: every line ends with one line feed.
                if place + 1 < range.upperBound, document[place + 1] == 0x0A { length = 2 }
            case UInt8(ascii: "&") where hasReferences:
                guard let reference = XMLReference(document, at: place, before: range.upperBound) else {
                    decoded.shorten(to: start)
                    return false
                }
                (length, character) = (reference.length, reference.character)
            case UInt8(ascii: "&"): continue
            case UInt8(ascii: "]") where !isSectionEnd(place, before: range.upperBound): continue
            case 0xEF where !isNoncharacter(place, before: range.upperBound): continue
            default:
                decoded.shorten(to: start)
                return false
            }
            decoded.append(UnsafeBufferPointer(rebasing: document[copied..<place]))
            decoded.append(character)
            copied = place + length
            places.skip(to: copied)
        }
        if copied == range.lowerBound {
            waiting.append(Excerpt(start: copied, count: range.count, isDecoded: false))
        } else {
            decoded.append(UnsafeBufferPointer(rebasing: document[copied..<range.upperBound]))
            waiting.append(Excerpt(start: start, count: decoded.count - start, isDecoded: true))
        }
        return true
    }

    /// `]]>`, which may not stand in a text (XML 1.0 §2.4).
    private func isSectionEnd(_ place: Int, before end: Int) -> Bool {
        place + 2 < end && document[place + 1] == UInt8(ascii: "]") && document[place + 2] == UInt8(ascii: ">")
    }

    /// U+FFFE and U+FFFF, which are no XML characters (XML 1.0 §2.2).
    private func isNoncharacter(_ place: Int, before end: Int) -> Bool {
        place + 2 < end && document[place + 1] == 0xBF && document[place + 2] >= 0xBE
    }
}

/// A reference that every XML document may use: to one of the five characters, or to one by its number.
struct XMLReference {
    let character: Unicode.Scalar
    /// Bytes from `&` to `;`.
    let length: Int

    /// The reference whose `&` is at `place`; nil if it is none of these or its character is not allowed.
    init?(_ document: UnsafeBufferPointer<UInt8>, at place: Int, before end: Int) {
        let rest = UnsafeBufferPointer(rebasing: document[place + 1..<min(end, place + 12)])
        if rest.starts(with: "lt;".utf8) {
            (character, length) = ("<", 4)
        } else if rest.starts(with: "gt;".utf8) {
            (character, length) = (">", 4)
        } else if rest.starts(with: "amp;".utf8) {
            (character, length) = ("&", 5)
        } else if rest.starts(with: "quot;".utf8) {
            (character, length) = ("\"", 6)
        } else if rest.starts(with: "apos;".utf8) {
            (character, length) = ("'", 6)
        } else {
            guard rest.first == UInt8(ascii: "#"), let (value, digits) = Self.number(rest) else { return nil }
            guard let scalar = WindowsCharacter.meant(by: value) ?? Unicode.Scalar(value), Self.isAllowed(scalar) else {
                return nil
            }
            (character, length) = (scalar, digits + 2)
        }
    }

    /// The value behind `#` and the bytes up to its `;`.
    private static func number(_ text: UnsafeBufferPointer<UInt8>) -> (value: UInt32, length: Int)? {
        let isHexadecimal = text.count > 1 && text[1] == UInt8(ascii: "x")
        var (value, index) = (UInt32(0), isHexadecimal ? 2 : 1)
        let first = index
        while index < text.count, index - first < 7, let digit = digit(text[index], isHexadecimal) {
            value = value * (isHexadecimal ? 16 : 10) + digit
            index += 1
        }
        guard index > first, index < text.count, text[index] == UInt8(ascii: ";") else { return nil }
        return (value, index)
    }

    private static func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
        if byte &- UInt8(ascii: "0") < 10 { return UInt32(byte - UInt8(ascii: "0")) }
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        return isHexadecimal && letter < 6 ? UInt32(letter) + 10 : nil
    }

    /// XML 1.0 §2.2 Char.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
