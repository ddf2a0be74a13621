/// A reference that is valid in every XML document: one of the five names, or a number.
struct XMLReference {
    let character: Unicode.Scalar
    /// Bytes from `&` to `;`, both included.
    let length: Int

    /// Reads the reference whose `&` is at `place`. Nil if it is none of these, or its character is not allowed.
    init?(_ document: UnsafeBufferPointer<UInt8>, at place: Int, before end: Int) {
        let text = UnsafeBufferPointer(rebasing: document[place..<min(end, place + 12)])
        guard text.count >= 4, let start = text.baseAddress else { return nil }
        func isNext(_ place: Int, _ byte: UInt8) -> Bool { place < text.count && text[place] == byte }
        switch UInt32(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)) {
        case 0x266C_743B: (character, length) = ("<", 4)
        case 0x2667_743B: (character, length) = (">", 4)
        // `&amp`, `&quo`, `&apo`.
        case 0x2661_6D70 where isNext(4, UInt8(ascii: ";")): (character, length) = ("&", 5)
        case 0x2671_756F where isNext(4, UInt8(ascii: "t")) && isNext(5, UInt8(ascii: ";")):
            (character, length) = ("\"", 6)
        case 0x2661_706F where isNext(4, UInt8(ascii: "s")) && isNext(5, UInt8(ascii: ";")):
            (character, length) = ("'", 6)
        default:
            guard text[1] == UInt8(ascii: "#"), let (value, digits) = Self.number(text.dropFirst()),
                let scalar = WindowsCharacter.meant(by: value) ?? Unicode.Scalar(value), Self.isAllowed(scalar)
            else { return nil }
            (character, length) = (scalar, digits + 2)
        }
    }

    /// The value behind `#`, and the number of bytes from `#` to before `;`.
    private static func number(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> (value: UInt32, length: Int)? {
        let text = UnsafeBufferPointer(rebasing: rest)
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
