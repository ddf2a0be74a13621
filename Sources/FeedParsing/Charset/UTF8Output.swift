/// The output buffer of decoders. It has three bytes per input byte, which no encoding exceeds, and eight more.
struct UTF8Output {
    private let room: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private(set) var count = 0
    /// Characters replaced by U+FFFD.
    private(set) var replaced = 0

    /// Collects what `body` writes while it reads `length` bytes.
    static func collect(from length: Int, _ body: (inout UTF8Output) -> Void) -> DecodedBytes {
        var replaced = 0
        let capacity = length * 3 + 8
        let utf8 = [UInt8](unsafeUninitializedCapacity: capacity) { room, count in
            guard let start = room.baseAddress else { return }
            var output = UTF8Output(room: start, capacity: capacity)
            body(&output)
            (count, replaced) = (output.count, output.replaced)
        }
        return DecodedBytes(utf8: utf8, replaced: replaced)
    }

    private init(room: UnsafeMutablePointer<UInt8>, capacity: Int) {
        self.room = room
        self.capacity = capacity
    }

    /// Copies the ASCII characters at `start`. Returns the position behind them.
    @inline(__always)
    mutating func copyASCII(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = bytes.baseAddress else { return start }
        let source = UnsafeRawPointer(base)
        var index = start
        while index &+ 8 <= bytes.count {
            let word = UInt64(littleEndian: source.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            // The eight extra bytes make this safe; the next write overwrites what is too much.
            UnsafeMutableRawPointer(room).storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
            let high = word & 0x8080_8080_8080_8080
            guard high == 0 else {
                let length = high.trailingZeroBitCount >> 3
                count &+= length
                return index &+ length
            }
            count &+= 8
            index &+= 8
        }
        while index < bytes.count, base[index] < 0x80 {
            put(base[index])
            index &+= 1
        }
        return index
    }

    /// Writes one byte of UTF-8.
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        room[count] = byte
        count &+= 1
    }

    /// Writes a character of the Basic Multilingual Plane. A surrogate becomes U+FFFD and counts as an error.
    @inline(__always)
    mutating func put(unit: UInt16) {
        if unit >= 0x800 {
            if unit & 0xF800 == 0xD800 { return putReplacement() }
            room[count] = 0xE0 | UInt8(truncatingIfNeeded: unit >> 12)
            room[count &+ 1] = 0x80 | UInt8(truncatingIfNeeded: unit >> 6 & 0x3F)
            room[count &+ 2] = 0x80 | UInt8(truncatingIfNeeded: unit & 0x3F)
            count &+= 3
        } else if unit >= 0x80 {
            put(0xC0 | UInt8(truncatingIfNeeded: unit >> 6))
            put(0x80 | UInt8(truncatingIfNeeded: unit & 0x3F))
        } else {
            put(UInt8(truncatingIfNeeded: unit))
        }
    }

    mutating func put(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { put(byte) }
    }

    mutating func putReplacement() {
        put(unit: 0xFFFD)
        replaced &+= 1
    }

    /// Lets `body` write into the rest of the buffer. `body` returns the number of bytes that it wrote.
    mutating func write(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
        let rest = UnsafeMutableBufferPointer(start: room + count, count: capacity - count)
        count &+= min(max(body(rest), 0), rest.count)
    }
}

/// The result of a decoder.
struct DecodedBytes {
    /// Valid UTF-8.
    var utf8: [UInt8]
    /// Characters replaced by U+FFFD.
    var replaced: Int
}
