/// Counts that show how much of a text looks like UTF-8.
struct UTF8Shape {
    /// Valid characters of two bytes, and of three or four.
    private(set) var pairs = 0
    private(set) var longCharacters = 0
    /// Three-byte characters from U+3000 on: scripts other than Latin and its signs.
    private(set) var wideCharacters = 0
    /// Sequences that are not a character.
    private(set) var errors = 0

    var isValid: Bool { errors == 0 }
    /// Long characters rarely occur by chance; pairs do.
    var isMostlyUTF8: Bool { longCharacters > errors / 8 || pairs > errors }
    /// Four UTF-8 characters per error are certain: other encodings reach at most one per two errors, as measured on
    /// recorded feeds converted to 17 encodings.
    private var isCertainlyUTF8: Bool { pairs + longCharacters >= max(4 * errors, 1) }

    /// Whether no text of another encoding can look like this. Scanning a text of another encoding stops early.
    static func isCertain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        UTF8Shape(bytes, mostErrors: 32).isCertainlyUTF8
    }

    /// Whether an invalid byte is rather a letter of another encoding than the rest of a character.
    var isLatin: Bool { wideCharacters * 4 <= pairs + longCharacters }

    /// Scans all bytes, or until there are more than `mostErrors` errors and at least as many errors as characters.
    init(_ bytes: UnsafeBufferPointer<UInt8>, mostErrors: Int = .max) {
        var index = 0
        while index < bytes.count, errors <= mostErrors || errors < pairs + longCharacters {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            if bytes[index] == 0xED, Self.surrogatePair(bytes, at: index) != nil {
                longCharacters += 1
                index += 6
                continue
            }
            let sequence = Self.sequence(bytes, at: index)
            if sequence.isCharacter, bytes[index] >= 0xE3, bytes[index] < 0xF0 { wideCharacters += 1 }
            switch (sequence.isCharacter, sequence.length) {
            case (false, _): errors += 1
            case (true, 2): pairs += 1
            case (true, _): longCharacters += 1
            }
            index += sequence.length
        }
    }

    /// The character at `index` that is written as two surrogates of three bytes each (CESU-8), or nil.
    static func surrogatePair(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Unicode.Scalar? {
        guard bytes[index] == 0xED, index + 5 < bytes.count, 0xA0...0xAF ~= bytes[index + 1],
            0x80...0xBF ~= bytes[index + 2], bytes[index + 3] == 0xED, 0xB0...0xBF ~= bytes[index + 4],
            0x80...0xBF ~= bytes[index + 5]
        else { return nil }
        func half(_ place: Int) -> UInt32 { UInt32(bytes[place] & 0x0F) << 6 | UInt32(bytes[place + 1] & 0x3F) }
        return Unicode.Scalar(0x10000 + half(index + 1) << 10 + half(index + 4))
    }

    /// The length of the non-ASCII character at `index`, or of its valid beginning: at least one byte
    /// (Encoding Standard §8.1.1, Unicode's "maximal subpart").
    static func sequence(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (length: Int, isCharacter: Bool) {
        let lead = bytes[index]
        guard 0xC2...0xF4 ~= lead else { return (1, false) }
        let tails = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3
        var (lowest, highest): (UInt8, UInt8) = (0x80, 0xBF)
        switch lead {
        case 0xE0: lowest = 0xA0
        case 0xED: highest = 0x9F
        case 0xF0: lowest = 0x90
        case 0xF4: highest = 0x8F
        default: break
        }
        for tail in 1...tails {
            guard index + tail < bytes.count, lowest...highest ~= bytes[index + tail] else { return (tail, false) }
            (lowest, highest) = (0x80, 0xBF)
        }
        return (tails + 1, true)
    }
}
