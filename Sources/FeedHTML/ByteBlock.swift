/// Sixteen bytes of a text, compared at once.
struct ByteBlock {
    private let bytes: SIMD16<UInt8>

    /// Loads the bytes at `place`; there must be sixteen.
    @inline(__always)
    init(_ text: UnsafePointer<UInt8>, at place: Int) {
        bytes = UnsafeRawPointer(text + place).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    /// The bytes that equal `byte`.
    @inline(__always)
    static func == (block: ByteBlock, byte: UInt8) -> SIMDMask<SIMD16<Int8>> {
        block.bytes .== SIMD16(repeating: byte)
    }

    /// The bytes that are less than `byte`.
    @inline(__always)
    static func < (block: ByteBlock, byte: UInt8) -> SIMDMask<SIMD16<Int8>> {
        block.bytes .< SIMD16(repeating: byte)
    }

    /// Iterates over the places that a mask marks.
    struct Places {
        private var low: UInt64
        private var high: UInt64

        @inline(__always)
        init(_ mask: SIMDMask<SIMD16<Int8>>) {
            // A mask has sixteen bytes of ones or zeros; one bit of each is enough.
            let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
            low = words[0] & 0x8080_8080_8080_8080
            high = words[1] & 0x8080_8080_8080_8080
        }

        /// Removes the places below `first`, 0...15.
        @inline(__always)
        mutating func drop(below first: Int) {
            if first < 8 {
                low &= UInt64.max << UInt64(8 &* first)
            } else {
                low = 0
                high &= UInt64.max << UInt64(8 &* (first &- 8))
            }
        }

        /// The next place, 0...15; nil after the last.
        @inline(__always)
        mutating func next() -> Int? {
            if low != 0 {
                defer { low &= low &- 1 }
                return low.trailingZeroBitCount / 8
            }
            guard high != 0 else { return nil }
            defer { high &= high &- 1 }
            return 8 &+ high.trailingZeroBitCount / 8
        }
    }
}
