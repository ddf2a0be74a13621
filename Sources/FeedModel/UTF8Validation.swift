/// Checks that bytes are UTF-8 (Unicode §3.9, table 3-7), in one pass, 32 bytes at a time in ASCII.
package enum UTF8Validation {
    /// Whether all bytes are valid UTF-8.
    package static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        var index = 0
        while true {
            index = endOfASCII(start, from: index, bytes.count)
            guard index < bytes.count else { return true }
            repeat {
                let room = bytes.count &- index
                let length = isPair(start + index, room: room) ? 6 : character(start + index, room: room)
                guard length > 0 else { return false }
                index &+= length
            } while index < bytes.count && start[index] >= 0x80
        }
    }

    @inline(__always)
    private static func endOfASCII(_ start: UnsafePointer<UInt8>, from first: Int, _ count: Int) -> Int {
        let raw = UnsafeRawPointer(start)
        var index = first
        while index &+ 32 <= count {
            let words = raw.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
            guard (words[0] | words[1] | words[2] | words[3]) & highBits == 0 else { break }
            index &+= 32
        }
        while index &+ 8 <= count {
            let high = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) & highBits
            guard high == 0 else { return index &+ high.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count, start[index] < 0x80 { index &+= 1 }
        return index
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Whether two characters of three bytes begin at `place`, as most of Chinese and Japanese text, whose first bytes
    /// permit any second one.
    @inline(__always)
    private static func isPair(_ place: UnsafePointer<UInt8>, room: Int) -> Bool {
        guard room >= 8 else { return false }
        let word = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
        guard word & 0x0000_C0C0_F0C0_C0F0 == 0x0000_8080_E080_80E0 else { return false }
        return permitsAnyTail(word) && permitsAnyTail(word >> 24)
    }

    /// Whether the lowest byte, E0...EF, is neither E0 nor ED, of which some second bytes are invalid.
    @inline(__always)
    private static func permitsAnyTail(_ word: UInt64) -> Bool {
        (0b1101_1111_1111_1110 as UInt64) >> (word & 0x0F) & 1 == 1
    }

    /// Returns the length in bytes of the non-ASCII character at `place`; 0 if it is invalid.
    @inline(__always)
    private static func character(_ place: UnsafePointer<UInt8>, room: Int) -> Int {
        let lead = place[0]
        if lead >= 0xE0, lead < 0xF0 {
            guard room >= 3, isTail(place[1]), isTail(place[2]) else { return 0 }
            if lead == 0xE0, place[1] < 0xA0 { return 0 }
            if lead == 0xED, place[1] >= 0xA0 { return 0 }
            return 3
        }
        if lead < 0xE0 {
            return lead >= 0xC2 && room >= 2 && isTail(place[1]) ? 2 : 0
        }
        guard lead <= 0xF4, room >= 4, isTail(place[1]), isTail(place[2]), isTail(place[3]) else { return 0 }
        if lead == 0xF0, place[1] < 0x90 { return 0 }
        if lead == 0xF4, place[1] >= 0x90 { return 0 }
        return 4
    }

    @inline(__always)
    private static func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
