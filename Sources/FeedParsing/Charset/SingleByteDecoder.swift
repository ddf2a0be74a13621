/// Decodes one byte per character by a table of the upper 128 bytes (Encoding Standard §9).
enum SingleByteDecoder {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: Encoding.SingleByte) -> DecodedBytes {
        upperHalf(encoding).withUnsafeBufferPointer { table in
            UTF8Output.collect(from: bytes.count) { output in
                var index = 0
                while index < bytes.count {
                    index = output.copyASCII(bytes, from: index)
                    while index < bytes.count, bytes[index] >= 0x80 {
                        let unit = table[Int(bytes[index]) - 0x80]
                        if unit != 0 { output.put(unit: unit) } else { output.putReplacement() }
                        index += 1
                    }
                }
            }
        }
    }

    private static func upperHalf(_ encoding: Encoding.SingleByte) -> [UInt16] {
        var table = CodeTable.units(of: Array(0x80...0xFF), width: 1, in: encoding.rawValue)
        // Corrections where the C library differs from the standard.
        switch encoding {
        case .koi8u: (table[0x2E], table[0x3E]) = (0x045E, 0x040E)
        case .macintosh: (table[0x46], table[0x70]) = (0x2206, 0xF8FF)
        case .macCyrillic: table[0x7F] = 0x20AC
        case .w1255: table[0x4A] = 0x05BA
        default: break
        }
        if encoding.isWindows {
            for index in 0..<0x20 where table[index] == 0 { table[index] = UInt16(0x80 + index) }
        }
        return table
    }
}
