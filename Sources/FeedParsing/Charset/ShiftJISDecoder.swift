/// Shift_JIS with Windows' additions (Encoding Standard §12.3.1).
enum ShiftJISDecoder: JISDecoder {
    @inline(__always)
    static func decodeOne(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ table: UnsafeBufferPointer<UInt16>,
        into output: inout UTF8Output
    ) -> Int {
        let lead = bytes[index]
        switch lead {
        case 0xA1...0xDF: output.put(unit: 0xFF61 - 0xA1 + UInt16(lead))
        case 0x80: output.put(unit: 0x80)
        case 0xA0, 0xFD...0xFF: output.putReplacement()
        default:
            guard index + 1 < bytes.count else {
                output.putReplacement()
                return index + 1
            }
            let trail = bytes[index + 1]
            let row = Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)
            if 0x40...0xFC ~= trail, trail != 0x7F {
                let unit = table[row * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)]
                if unit != 0 {
                    output.put(unit: unit)
                    return index + 2
                }
            }
            output.putReplacement()
            // An ASCII byte may begin a tag, so it is not skipped.
            return index + (trail < 0x80 ? 1 : 2)
        }
        return index + 1
    }
}
