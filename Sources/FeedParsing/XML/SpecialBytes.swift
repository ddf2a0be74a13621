/// Finds the bytes in a text that XML treats specially: `&`, `]`, controls other than tab and line feed, and the first
/// byte of U+FFFE.
struct SpecialBytes {
    private let start: UnsafePointer<UInt8>
    private let end: Int
    private var block: Int
    private var marks: UInt64 = 0
    /// `&`, or a control in a CDATA section, where `&` is not special.
    private let ampersand: UInt8

    /// `range` must lie in `document`. `hasReferences` is false in a CDATA section.
    init(_ document: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, hasReferences: Bool) {
        ampersand = hasReferences ? UInt8(ascii: "&") : 0
        // An empty range has no places, so any address will do.
        start = document.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        end = range.upperBound
        block = range.lowerBound - 8
    }

    /// The next position, or nil after the last.
    mutating func next() -> Int? {
        while true {
            if marks != 0 {
                let place = block + marks.trailingZeroBitCount / 8
                marks &= marks &- 1
                if isSpecial(start[place]) { return place }
                continue
            }
            block += 8
            guard block < end else { return nil }
            if block + 8 <= end {
                // Most blocks of sixteen bytes have no special byte.
                while block + 16 <= end, isPlain(start + block) { block += 16 }
                guard block < end else { return nil }
            }
            marks = block + 8 <= end ? self.marks(start + block) : lastMarks()
        }
    }

    /// Continues at `place`, which must not be before the last position.
    mutating func skip(to place: Int) {
        if place >= block + 8 {
            block = place - 8
            marks = 0
        } else {
            marks &= UInt64.max << UInt64(8 * (place - block))
        }
    }

    private func lastMarks() -> UInt64 {
        var marks: UInt64 = 0
        for place in block..<end where isSpecial(start[place]) { marks |= 0x80 << UInt64(8 * (place - block)) }
        return marks
    }

    private func isSpecial(_ byte: UInt8) -> Bool {
        (byte < 0x20 && byte &- 0x09 > 1) || byte == ampersand || byte == UInt8(ascii: "]") || byte == 0xEF
    }

    @inline(__always)
    private func isPlain(_ place: UnsafePointer<UInt8>) -> Bool {
        let bytes = UnsafeRawPointer(place).loadUnaligned(as: SIMD16<UInt8>.self)
        let isControl = (bytes .< Self.sixteen(0x20)) .& ((bytes &- Self.sixteen(0x09)) .> Self.sixteen(1))
        let special =
            isControl .| (bytes .== Self.sixteen(ampersand)) .| (bytes .== Self.sixteen(UInt8(ascii: "]")))
            .| (bytes .== Self.sixteen(0xEF))
        let words = unsafeBitCast(special, to: SIMD2<UInt64>.self)
        return words[0] | words[1] == 0
    }

    /// A vector of sixteen equal bytes. `SIMD16(repeating:)` compiles to a loop.
    @inline(__always)
    private static func sixteen(_ byte: UInt8) -> SIMD16<UInt8> {
        let word = UInt64(byte) &* 0x0101_0101_0101_0101
        return unsafeBitCast(SIMD2(word, word), to: SIMD16<UInt8>.self)
    }

    /// Sets the high bit of each special byte among eight. Bytes behind the first special one may be marked in error.
    @inline(__always)
    private func marks(_ place: UnsafePointer<UInt8>) -> UInt64 {
        let word = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
        let controls = (word &- 0x2020_2020_2020_2020) & ~word
        return
            (controls | Self.zeros(word ^ UInt64(ampersand) &* 0x0101_0101_0101_0101)
            | Self.zeros(word ^ 0x5D5D_5D5D_5D5D_5D5D)
            | Self.zeros(word ^ 0xEFEF_EFEF_EFEF_EFEF)) & 0x8080_8080_8080_8080
    }

    /// Sets the high bit of each zero byte. Bytes behind the first zero may be marked in error.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }
}
