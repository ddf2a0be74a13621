/// How much of a text looks like UTF-8.
struct UTF8Shape {
    /// Valid characters of two bytes, and of three or four.
    private(set) var pairs = 0
    private(set) var longCharacters = 0
    /// Sequences that are no character.
    private(set) var errors = 0

    var isValid: Bool { errors == 0 }
    /// Long characters hardly come about by chance; pairs do.
    var isMostlyUTF8: Bool { longCharacters > errors / 8 || pairs > errors }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < bytes.count {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            let sequence = Self.sequence(bytes, at: index)
            switch (sequence.isCharacter, sequence.length) {
            case (false, _): errors += 1
            case (true, 2): pairs += 1
            case (true, _): longCharacters += 1
            }
            index += sequence.length
        }
    }

    /// The character beyond ASCII at `index`, or as much of one as is there: at least one byte (Encoding Standard §8.1.1,
    /// Unicode's "maximal subpart").
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

/// UTF-8 with errors: each is one U+FFFD.
enum UTF8Repair {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> DecodedBytes {
        UTF8Output.collect(from: bytes.count) { output in
            var index = output.copyASCII(bytes, from: 0)
            while index < bytes.count {
                let sequence = UTF8Shape.sequence(bytes, at: index)
                if sequence.isCharacter {
                    for offset in 0..<sequence.length { output.put(bytes[index + offset]) }
                } else {
                    output.putReplacement()
                }
                index = output.copyASCII(bytes, from: index + sequence.length)
            }
        }
    }
}
