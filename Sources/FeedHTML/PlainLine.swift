/// Writes text on one line: single blanks, no control characters, no white space at the ends.
///
/// Tabs, line breaks, and the separators U+0085, U+2028 and U+2029 become blanks. Other controls and byte order marks
/// are removed. Other spaces stay, such as the ideographic one in Japanese titles.
struct PlainLine {
    /// The position of the first byte from `start` on that cannot stay in a line: a control, a second blank, a
    /// separator, or in markup `<` or `&`.
    static func endOfRun(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0, isMarkup: Bool) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var index = start
        // A block also needs the byte before it.
        if index == 0, bytes.count > 0 {
            if needsWork(bytes, 0, isMarkup: isMarkup) { return 0 }
            index = 1
        }
        // The last block overlaps the one before it.
        while index < bytes.count, bytes.count > 16 {
            let start = min(index, bytes.count &- 16)
            let block = ByteBlock(base, at: start)
            var mask = block < 0x20 .| (block == 0x20 .& ByteBlock(base, at: start &- 1) == 0x20)
            mask .|= block == 0x7F .| block == 0xC2 .| block == 0xE2 .| block == 0xEF
            if isMarkup { mask .|= block == 0x3C .| block == 0x26 }
            var places = ByteBlock.Places(mask)
            places.drop(below: index &- start)
            while let place = places.next() {
                if needsWork(bytes, start &+ place, isMarkup: isMarkup) { return start &+ place }
            }
            index = start &+ 16
        }
        while index < bytes.count, !needsWork(bytes, index, isMarkup: isMarkup) { index &+= 1 }
        return index
    }

    /// The part of `bytes` without white space at its ends.
    static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var start = 0
        var end = bytes.count
        while start < end {
            let length = blankLength(bytes, start, end)
            if length == 0 { break }
            start += length
        }
        while end > start {
            var last = end - 1
            while last > start, bytes[last] & 0xC0 == 0x80 { last -= 1 }
            if blankLength(bytes, last, end) != end - last { break }
            end = last
        }
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }

    /// Appends `bytes` with white space folded. No blank comes first, or after a blank at the end of `output`.
    static func append(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter) {
        var index = 0
        while index < bytes.count {
            let start = index
            index = endOfRun(bytes, from: start, isMarkup: false)
            append(run: UnsafeBufferPointer(rebasing: bytes[start..<index]), to: &output)
            guard index < bytes.count else { return }
            let stop = stop(bytes, index)
            if stop.isBlank, output.count > 0, output.last != 0x20 { output.append(0x20) }
            index += stop.length
        }
    }

    /// Whether `endOfRun` stopped at white space rather than at something to remove, and its length in bytes.
    static func stop(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> (isBlank: Bool, length: Int) {
        switch bytes[place] {
        case 0x09...0x0D, 0x20: (true, 1)
        case 0xE2: (true, 3)
        case 0xC2: (bytes[place + 1] == 0x85, 2)
        case 0xEF: (false, 3)
        default: (false, 1)
        }
    }

    private static func append(run: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter) {
        let isDouble = run.first == 0x20 && (output.count == 0 || output.last == 0x20)
        output.append(isDouble ? UnsafeBufferPointer(rebasing: run[1...]) : run)
    }

    @inline(__always)
    private static func needsWork(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, isMarkup: Bool) -> Bool {
        let byte = bytes[place]
        if byte &- 0x3D < 0x42 { return false }
        switch byte {
        case 0..<0x20, 0x7F: return true
        case 0x20: return place > 0 && bytes[place &- 1] == 0x20
        case 0x3C, 0x26: return isMarkup
        case 0xC2: return place &+ 1 < bytes.count && bytes[place &+ 1] < 0xA0
        case 0xE2, 0xEF: return invisibleLength(bytes, place, bytes.count) == 3
        default: return false
        }
    }

    /// The bytes of U+2028, U+2029 or U+FEFF at `place`, or 0.
    private static func invisibleLength(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, _ end: Int) -> Int {
        guard place &+ 2 < end else { return 0 }
        let (second, third) = (bytes[place &+ 1], bytes[place &+ 2])
        switch bytes[place] {
        case 0xE2: return second == 0x80 && third | 1 == 0xA9 ? 3 : 0
        case 0xEF: return second == 0xBB && third == 0xBF ? 3 : 0
        default: return 0
        }
    }

    /// The bytes of the white space or control at `place`, or 0.
    private static func blankLength(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, _ end: Int) -> Int {
        let byte = bytes[place]
        if byte <= 0x20 || byte == 0x7F { return 1 }
        guard byte >= 0xC2, place &+ 1 < end else { return 0 }
        if byte == 0xC2 { return bytes[place &+ 1] <= 0xA0 ? 2 : 0 }
        guard place &+ 2 < end else { return 0 }
        switch (byte, bytes[place &+ 1], bytes[place &+ 2]) {
        case (0xE2, 0x80, 0x80...0x8B), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F): return 3
        case (0xE1, 0x9A, 0x80), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF): return 3
        default: return 0
        }
    }
}
