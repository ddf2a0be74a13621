/// Finds a short ASCII name, whatever its case, in a fixed list: one multiplication and about one comparison.
struct NameTable: Sendable {
    private struct Key: Hashable {
        var low: UInt64 = 0
        var high: UInt64 = 0

        /// Where the search begins.
        var slot: Int { Int(truncatingIfNeeded: ((low ^ high &* 0x9E37_79B9) &* 0x9E37_79B9_7F4A_7C15) >> 55) }
    }

    private static let slotCount = 512
    private static let longestName = 16
    private var keys = [Key](repeating: Key(), count: slotCount)
    private var values = [UInt8](repeating: 0, count: slotCount)

    /// Makes a table of names and their values; a value of 0 means "not in the list".
    init(_ names: [(name: StaticString, value: UInt8)]) {
        for (name, value) in names {
            let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
            guard let key = Self.key(bytes, 0..<bytes.count) else { continue }
            var slot = key.slot
            while values[slot] != 0 { slot = (slot + 1) % Self.slotCount }
            keys[slot] = key
            values[slot] = value
        }
    }

    /// The value of the name at `range`, or 0.
    func value(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt8 {
        guard let key = Self.key(bytes, range) else { return 0 }
        var slot = key.slot
        while values[slot] != 0 {
            if keys[slot] == key { return values[slot] }
            slot = (slot + 1) % Self.slotCount
        }
        return 0
    }

    private static func key(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Key? {
        guard range.count < longestName else { return nil }
        // The leading 1 tells names of different lengths apart, whatever bytes they begin with.
        var key = Key(low: 1)
        for place in range {
            let byte = bytes[place]
            let lowered = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            key.high = key.high << 8 | key.low >> 56
            key.low = key.low << 8 | UInt64(lowered)
        }
        return key
    }
}
