/// The characters that `JSONWriter` escapes, in UTF-8.
enum JSONEscapes {
    /// Returns the place of the next byte that may need escaping, or the end. Searches eight bytes at a time.
    static func endOfRun(_ utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(utf8)
        var index = start
        while raw.count - index >= 8 {
            let found = marks(in: UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        return isMarked.withUnsafeBufferPointer { isMarked in
            while index < utf8.count, !isMarked[Int(utf8[index])] { index += 1 }
            return index
        }
    }

    /// Returns the highest bit of the first byte of a word that may need escaping; other bits may be set above it.
    private static func marks(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        func places(_ byte: UInt8, in word: UInt64) -> UInt64 { zeros(word ^ (ones &* UInt64(byte))) }
        let found =
            zeros(word & (ones &* 0xE0)) | places(UInt8(ascii: "\""), in: word)
            | places(UInt8(ascii: "\\"), in: word)
            | places(UInt8(ascii: "<"), in: word) | places(0x7F, in: word)
            // The first bytes of C1 controls and controls of direction: 0xC2 and 0xE2, which differ in one bit, and
            // 0xD8.
            | places(0xC2, in: word & (ones &* 0xDF)) | places(0xD8, in: word)
        return found & highs
    }

    private static let isMarked: [Bool] = (0..<256).map { number in
        let byte = UInt8(number)
        return byte < 0x20 || byte == 0x7F || byte & 0xDF == 0xC2 || byte == 0xD8 || "\"\\<".utf8.contains(byte)
    }

    /// Returns how many bytes the character at a place has if it needs an escape, else 0.
    static func length(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        switch utf8[index] {
        case 0xC2, 0xD8: return needsEscape(utf8, at: index, length: 2) ? 2 : 0
        case 0xE2: return needsEscape(utf8, at: index, length: 3) ? 3 : 0
        case 0..<0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"): return 1
        default: return 0
        }
    }

    private static func needsEscape(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int, length: Int) -> Bool {
        guard index + length <= utf8.count else { return false }
        switch scalar(UnsafeBufferPointer(rebasing: utf8[index..<index + length])) {
        // C1 controls; Arabic letter mark; direction marks; line and paragraph separators, embeddings, overrides;
        // isolates.
        case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return true
        default: return false
        }
    }

    /// Returns the number of a character of one to three bytes.
    private static func scalar(_ character: UnsafeBufferPointer<UInt8>) -> UInt32 {
        guard character.count > 1 else { return UInt32(character[0]) }
        var scalar = UInt32(character[0] & (character.count == 2 ? 0x1F : 0x0F))
        for byte in character.dropFirst() { scalar = scalar << 6 | UInt32(byte & 0x3F) }
        return scalar
    }

    /// Appends the escape of a character that needs one.
    static func append(_ character: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        let short: UInt8? =
            switch character[0] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): character[0]
            case UInt8(ascii: "\n"): UInt8(ascii: "n")
            case UInt8(ascii: "\r"): UInt8(ascii: "r")
            case UInt8(ascii: "\t"): UInt8(ascii: "t")
            default: nil
            }
        output.append(UInt8(ascii: "\\"))
        if let short { return output.append(short) }
        output.append(UInt8(ascii: "u"))
        let scalar = scalar(character)
        for shift in stride(from: 12, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: scalar >> UInt32(shift) & 0xF)
            output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + (digit - 10))
        }
    }
}
