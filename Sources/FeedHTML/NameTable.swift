/// Finds a short ASCII name, in any case, in a fixed list with one multiplication and about one comparison.
///
/// Its memory is written once before it is shared, and never changed or freed: tables live as long as the program. That
/// makes it `Sendable`.
struct NameTable: @unchecked Sendable {
    private static let slotCount = 512
    private static let longestName = 15
    private let keys: UnsafePointer<ShortName>
    private let values: UnsafePointer<UInt8>

    /// Creates a table of names and values from 1 to 255. 0 means "not in the list".
    init(_ names: [(name: StaticString, value: UInt8)]) {
        let keys = UnsafeMutablePointer<ShortName>.allocate(capacity: Self.slotCount)
        let values = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.slotCount)
        keys.initialize(repeating: ShortName(), count: Self.slotCount)
        values.initialize(repeating: 0, count: Self.slotCount)
        for (name, value) in names {
            let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
            let key = Self.key(bytes, 0..<bytes.count)
            var slot = Self.slot(key)
            while values[slot] != 0 { slot = (slot + 1) % Self.slotCount }
            keys[slot] = key
            values[slot] = value
        }
        self.keys = UnsafePointer(keys)
        self.values = UnsafePointer(values)
    }

    /// The value of the name at `range`, or 0.
    func value(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt8 {
        guard range.count <= Self.longestName else { return 0 }
        let key = Self.key(bytes, range)
        var slot = Self.slot(key)
        while values[slot] != 0 {
            if keys[slot] == key { return values[slot] }
            slot = (slot &+ 1) % Self.slotCount
        }
        return 0
    }

    /// The length distinguishes `a` from `a` with a NUL.
    private static func key(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> ShortName {
        var key = ShortName(bytes, range)
        key.high |= UInt64(truncatingIfNeeded: range.count) << 56
        return key
    }

    /// The first slot of the search.
    private static func slot(_ key: ShortName) -> Int {
        Int(truncatingIfNeeded: ((key.low ^ key.high &* 0x9E37_79B9) &* 0x9E37_79B9_7F4A_7C15) >> 55)
    }
}

/// Up to 16 bytes in two words. The first byte is the lowest; zeros follow the last.
struct ShortName: Hashable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    init() {}

    /// The bytes at `range`, at most 16, with letters in lower case.
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        low = Self.word(bytes, range.lowerBound, count: min(8, range.count))
        if range.count > 8 { high = Self.word(bytes, range.lowerBound &+ 8, count: min(8, range.count &- 8)) }
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, count: Int) -> UInt64 {
        var word: UInt64 = 0
        if bytes.count &- place >= 8, let base = bytes.baseAddress {
            word = UInt64(littleEndian: UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self))
            if count < 8 { word &= (1 << UInt64(8 &* count)) &- 1 }
        } else {
            for offset in 0..<count { word |= UInt64(bytes[place &+ offset]) << UInt64(8 &* offset) }
        }
        // The high bit of each byte that is an ASCII capital letter.
        let ones: UInt64 = 0x0101_0101_0101_0101
        let sevenBits = word & (ones &* 0x7F)
        let capitals = (sevenBits &+ ones &* 0x3F) & ~(sevenBits &+ ones &* 0x25) & ~word & (ones &* 0x80)
        return word | capitals >> 2
    }

    /// The UTF-8 of a character.
    init(scalar: Unicode.Scalar) {
        var shift: UInt64 = 0
        for byte in scalar.utf8 {
            low |= UInt64(byte) << shift
            shift &+= 8
        }
    }

    /// The number of bytes up to the last one that is not zero.
    @inline(__always)
    var count: Int { high != 0 ? 16 &- high.leadingZeroBitCount / 8 : 8 &- low.leadingZeroBitCount / 8 }

    /// The first 16 bytes of `text`, unchanged.
    init(_ text: String) {
        var shift: UInt64 = 0
        for byte in text.utf8 where shift < 128 {
            if shift < 64 { low |= UInt64(byte) << shift } else { high |= UInt64(byte) << (shift & 63) }
            shift &+= 8
        }
    }
}
