/// Reads C1 controls from references such as `&#146;` as characters of windows-1252 (HTML §13.2.5.80).
enum WindowsCharacter {
    /// The character behind a text that is one control from U+0080 to U+009F, or nil for any other text.
    ///
    /// libxml2 delivers the character of a reference separately.
    static func meant(by text: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
        guard text.count == 2, text[0] == 0xC2, text[1] < 0xA0 else { return nil }
        return meant(by: UInt32(text[1]))
    }

    /// The character behind a reference to a number from 0x80 to 0x9F, or nil.
    static func meant(by value: UInt32) -> Unicode.Scalar? {
        guard 0x80...0x9F ~= value else { return nil }
        let meant = characters[Int(value) - 0x80]
        return meant == 0 ? nil : Unicode.Scalar(meant)
    }

    /// The character of a byte beyond ASCII in windows-1252, or nil if it has none.
    static func meant(byByte byte: UInt8) -> Unicode.Scalar? {
        byte < 0x80 ? nil : byte < 0xA0 ? meant(by: UInt32(byte)) : Unicode.Scalar(UInt32(byte))
    }

    /// The byte from 0x80 to 0xBF of windows-1252 or Latin-1 for the UTF-8 character of two or three bytes at `index`,
    /// and that character's length in bytes; nil if there is none.
    static func lowByte(of bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (byte: UInt8, length: Int)? {
        guard index + 1 < bytes.count else { return nil }
        let second = bytes[index + 1]
        switch bytes[index] {
        case 0xC2: return (second, 2)
        case 0xC5...0xCB:
            let unit = UInt16(bytes[index] & 0x1F) << 6 | UInt16(second & 0x3F)
            return byte(of: unit).map { ($0, 2) }
        case 0xE2:
            guard index + 2 < bytes.count else { return nil }
            let unit = 0x2000 | UInt16(second & 0x3F) << 6 | UInt16(bytes[index + 2] & 0x3F)
            return byte(of: unit).map { ($0, 3) }
        default: return nil
        }
    }

    private static func byte(of unit: UInt16) -> UInt8? {
        characters.firstIndex(of: unit).map { UInt8($0) + 0x80 }
    }

    private static let characters: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]
}
