/// Finds the bytes in a text that XML treats specially: `&`, `]`, controls other than tab and line feed, and the first
/// byte of U+FFFE.
struct SpecialBytes {
    private let start: UnsafePointer<UInt8>
    private let end: Int
    /// The end of the document. Bytes between the text and it can be read.
    private let readable: Int
    /// The place of the present block of sixteen bytes, and the high bits of its special bytes.
    private var block: Int
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    /// `&`, or a control in a CDATA section, where `&` is not special.
    private let ampersand: UInt8

    /// `range` must lie in `document`. `hasReferences` is false in a CDATA section.
    init(_ document: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, hasReferences: Bool) {
        ampersand = hasReferences ? UInt8(ascii: "&") : 0
        // An empty range has no places, so any address will do.
        start = document.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        end = range.upperBound
        readable = document.count
        block = range.lowerBound - 16
    }

    /// The next position, or nil after the last.
    @inline(__always)
    mutating func next() -> Int? {
        while true {
            if low != 0 {
                let place = block &+ low.trailingZeroBitCount / 8
                low &= low &- 1
                return place
            }
            if high != 0 {
                let place = block &+ 8 &+ high.trailingZeroBitCount / 8
                high &= high &- 1
                return place
            }
            guard advance() else { return nil }
        }
    }

    /// Continues at `place`, which must not be before the last position.
    @inline(__always)
    mutating func skip(to place: Int) {
        let passed = place &- block
        if passed >= 16 {
            block = place &- 16
            (low, high) = (0, 0)
        } else if passed >= 8 {
            low = 0
            high &= UInt64.max &<< UInt64(8 &* (passed &- 8))
        } else {
            low &= UInt64.max &<< UInt64(8 &* passed)
        }
    }

    /// Goes to the next block that has a special byte. Returns false if there is none.
    private mutating func advance() -> Bool {
        block &+= 16
        while block &+ 16 <= end {
            (low, high) = Self.marks(start + block, ampersand)
            if low | high != 0 { return true }
            block &+= 16
        }
        let rest = end &- block
        guard rest > 0 else { return false }
        if block &+ 16 <= readable {
            (low, high) = Self.marks(start + block, ampersand)
            // What stands behind the text does not count.
            if rest <= 8 { high = 0 } else { high &= UInt64.max &>> UInt64(8 &* (16 &- rest)) }
            if rest < 8 { low &= UInt64.max &>> UInt64(8 &* (8 &- rest)) }
        } else {
            for place in 0..<rest where isSpecial(start[block &+ place]) {
                if place < 8 {
                    low |= 0x80 &<< UInt64(8 &* place)
                } else {
                    high |= 0x80 &<< UInt64(8 &* (place &- 8))
                }
            }
        }
        return low | high != 0
    }

    private func isSpecial(_ byte: UInt8) -> Bool {
        (byte < 0x20 && byte &- 0x09 > 1) || byte == ampersand || byte == UInt8(ascii: "]") || byte == 0xEF
    }

    /// The high bits of the special bytes among sixteen.
    @inline(__always)
    private static func marks(_ place: UnsafePointer<UInt8>, _ ampersand: UInt8) -> (low: UInt64, high: UInt64) {
        let bytes = UnsafeRawPointer(place).loadUnaligned(as: SIMD16<UInt8>.self)
        let isControl = (bytes .< sixteen(0x20)) .& ((bytes &- sixteen(0x09)) .> sixteen(1))
        let special =
            isControl .| (bytes .== sixteen(ampersand)) .| (bytes .== sixteen(UInt8(ascii: "]")))
            .| (bytes .== sixteen(0xEF))
        let words = unsafeBitCast(special, to: SIMD2<UInt64>.self)
        let bits: UInt64 = 0x8080_8080_8080_8080
        return (UInt64(littleEndian: words[0]) & bits, UInt64(littleEndian: words[1]) & bits)
    }

    /// A vector of sixteen equal bytes. `SIMD16(repeating:)` compiles to a loop.
    @inline(__always)
    private static func sixteen(_ byte: UInt8) -> SIMD16<UInt8> {
        let word = UInt64(byte) &* 0x0101_0101_0101_0101
        return unsafeBitCast(SIMD2(word, word), to: SIMD16<UInt8>.self)
    }
}
