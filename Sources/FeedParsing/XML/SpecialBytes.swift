/// The places of bytes in a text that mean something to XML: `&`, `]`, controls but tabs and line feeds, and the
/// beginning of U+FFFE.
struct SpecialBytes {
    private let start: UnsafePointer<UInt8>
    private let end: Int
    private var block: Int
    private var marks: UInt64 = 0
    /// `&`, or where that means nothing a byte that is special anyway.
    private let ampersand: UInt8

    /// `range` must lie in `document`; in a CDATA section there are no references.
    init(_ document: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, hasReferences: Bool) {
        ampersand = hasReferences ? UInt8(ascii: "&") : 0
        // An empty range has no places, whatever the address.
        start = document.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        end = range.upperBound
        block = range.lowerBound - 8
    }

    /// The next place, or nil after the last.
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
                // Most blocks of sixteen have nothing.
                while block + 16 <= end, isPlain(start + block) { block += 16 }
                guard block < end else { return nil }
            }
            marks = block + 8 <= end ? self.marks(start + block) : lastMarks()
        }
    }

    /// Goes on at `place`, which must not lie before the last one.
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

    /// Sixteen times the same: `SIMD16(repeating:)` becomes a loop.
    @inline(__always)
    private static func sixteen(_ byte: UInt8) -> SIMD16<UInt8> {
        let word = UInt64(byte) &* 0x0101_0101_0101_0101
        return unsafeBitCast(SIMD2(word, word), to: SIMD16<UInt8>.self)
    }

    /// The high bit of each of eight bytes that are special, and perhaps of some others behind the first.
    @inline(__always)
    private func marks(_ place: UnsafePointer<UInt8>) -> UInt64 {
        let word = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
        let controls = (word &- 0x2020_2020_2020_2020) & ~word
        return
            (controls | Self.zeros(word ^ UInt64(ampersand) &* 0x0101_0101_0101_0101)
            | Self.zeros(word ^ 0x5D5D_5D5D_5D5D_5D5D)
            | Self.zeros(word ^ 0xEFEF_EFEF_EFEF_EFEF)) & 0x8080_8080_8080_8080
    }

    /// The high bit of each byte that is zero.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }
}
