/// Finds JSON escapes of half a character (lone surrogates). Readers replace them by a mark, so the text would be
/// changed.
enum LoneSurrogate {
    /// Whether a line of JSON contains one.
    static func isIn(_ line: [UInt8]) -> Bool {
        var index = 0
        var hasHigh = false
        while let place = line[index...].firstIndex(of: UInt8(ascii: "\\")), place + 1 < line.count {
            let unit = line[place + 1] == UInt8(ascii: "u") ? unit(line[(place + 2)...].prefix(4)) : nil
            let isLow = unit.map { (0xDC00...0xDFFF).contains($0) } ?? false
            // A low half must come right after a high half, and a high half right before a low one.
            if isLow != (hasHigh && place == index) { return true }
            hasHigh = unit.map { (0xD800...0xDBFF).contains($0) } ?? false
            index = place + (unit == nil ? 2 : 6)
        }
        return hasHigh
    }

    private static func unit(_ digits: ArraySlice<UInt8>) -> UInt32? {
        UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
