/// EUC-JP with half-width kana and JIS X 0212 (Encoding Standard §12.1.1).
enum EUCJPDecoder: JISDecoder {
    @inline(__always)
    static func decodeOne(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ table: UnsafeBufferPointer<UInt16>,
        into output: inout UTF8Output
    ) -> Int {
        let lead = bytes[index]
        let trail = index + 1 < bytes.count ? bytes[index + 1] : 0
        if 0xA1...0xFE ~= lead, 0xA1...0xFE ~= trail {
            let unit = table[(Int(lead) - 0xA1) * JISTable.cells + Int(trail) - 0xA1]
            if unit != 0 { output.put(unit: unit) } else { output.putReplacement() }
            return index + 2
        }
        if lead == 0x8E, 0xA1...0xDF ~= trail {
            output.put(unit: 0xFF61 - 0xA1 + UInt16(trail))
            return index + 2
        }
        if lead == 0x8F, 0xA1...0xFE ~= trail { return decodeThree(bytes, at: index, into: &output) }
        output.putReplacement()
        let isLead = lead == 0x8E || lead == 0x8F || 0xA1...0xFE ~= lead
        // An ASCII byte may begin a tag, so it is not skipped.
        return index + (isLead && trail >= 0x80 ? 2 : 1)
    }

    private static func decodeThree(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, into output: inout UTF8Output
    ) -> Int {
        let last = index + 2 < bytes.count ? bytes[index + 2] : 0
        guard 0xA1...0xFE ~= last else {
            output.putReplacement()
            return index + (last >= 0x80 ? 3 : 2)
        }
        let place = (Int(bytes[index + 1]) - 0xA1) * JISTable.cells + Int(last) - 0xA1
        let table = JISTable.x0212
        let unit = place < table.count ? table[place] : 0
        if unit != 0 { output.put(unit: unit) } else { output.putReplacement() }
        return index + 3
    }
}
