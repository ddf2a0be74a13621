/// Lower-case base32 without padding (RFC 4648 §6), for ids that people may have to read aloud.
public enum Base32 {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    /// Returns the text: eight characters for every five bytes, rounded up.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + 4) / 5)
        var pending = 0
        var bits = 0
        for byte in bytes {
            pending = (pending & 0x1F) << 8 | Int(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[pending >> bits & 0x1F])
            }
        }
        if bits > 0 { text.append(alphabet[pending << (5 - bits) & 0x1F]) }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Base64 with padding (RFC 4648 §4).
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the text: four characters for every three bytes, rounded up.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let length = min(3, bytes.count - start)
            let second = length > 1 ? Int(bytes[start + 1]) : 0
            let third = length > 2 ? Int(bytes[start + 2]) : 0
            let group = Int(bytes[start]) << 16 | second << 8 | third
            text.append(alphabet[group >> 18])
            text.append(alphabet[group >> 12 & 0x3F])
            text.append(length > 1 ? alphabet[group >> 6 & 0x3F] : UInt8(ascii: "="))
            text.append(length > 2 ? alphabet[group & 0x3F] : UInt8(ascii: "="))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of a base64 text; nil if it is none. Padding is required unless `isPadded` is false.
    ///
    /// Also reads the alphabet for URLs (`-`, `_`, RFC 4648 §5).
    public static func decode(_ text: String, isPadded: Bool = true) -> [UInt8]? {
        var characters = Array(text.utf8)
        if isPadded, characters.count % 4 != 0 { return nil }
        var padding = 0
        while padding < 2, characters.last == UInt8(ascii: "=") {
            characters.removeLast()
            padding += 1
        }
        guard characters.count % 4 != 1, padding == 0 || (characters.count + padding) % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3 + 2)
        var pending = 0
        var bits = 0
        for character in characters {
            guard let value = value(of: character) else { return nil }
            pending = (pending & 0xFFFF) << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
        }
        return bytes
    }

    private static func value(of character: UInt8) -> Int? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

/// Lower-case hexadecimal digits.
public enum Hexadecimal {
    /// Returns the text: two characters for every byte.
    public static func encode(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
