/// Tags with more attributes than any feed has: libxml2 compares each with all the others.
enum OverfullTag {
    /// Attributes of one tag at most.
    static let limit = 512
    /// How far apart the places are that are looked at; what fits in between is bearable.
    private static let step = 8 << 10

    /// Whether some tag is overfull. Looks at one place in eight thousand bytes, so that it costs next to nothing.
    static func isIn(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var (searched, place) = (0, step)
        while place < bytes.count {
            var reached = place
            if let start = lastTag(in: searched..<place, bytes) {
                let tag = walk(from: start, bytes)
                if tag.values > limit { return true }
                reached = max(place, tag.end)
            }
            searched = reached
            place = reached + step
        }
        return false
    }

    /// The last `<` before a name, eight bytes at a time.
    private static func lastTag(in range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = range.upperBound
        while index - 8 >= range.lowerBound {
            let word = raw.loadUnaligned(fromByteOffset: index - 8, as: UInt64.self) ^ 0x3C3C_3C3C_3C3C_3C3C
            guard (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 == 0 else { break }
            index -= 8
        }
        while index > range.lowerBound {
            index -= 1
            guard bytes[index] == UInt8(ascii: "<") else { continue }
            return index + 1 < bytes.count && XMLRepairName.canBegin(bytes[index + 1]) ? index : nil
        }
        return nil
    }

    /// Where the tag that begins at `start` ends, and how many quoted values it has, counted until just over the limit.
    private static func walk(from start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> (end: Int, values: Int) {
        var (index, values, quote) = (start + 1, 0, UInt8(0))
        while index < bytes.count, values <= limit {
            let byte = bytes[index]
            if quote != 0 {
                if byte == quote { (quote, values) = (0, values + 1) }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<") {
                break
            }
            index += 1
        }
        return (index, values)
    }
}
