/// Decodes UTF-16 and UTF-32. An incomplete character at the end becomes one U+FFFD.
enum WideDecoder {
    static func utf16(_ bytes: UnsafeBufferPointer<UInt8>, bigEndian: Bool) -> DecodedBytes {
        func unit(_ index: Int) -> UInt16 {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return bigEndian ? first << 8 | second : second << 8 | first
        }
        return UTF8Output.collect(from: bytes.count) { output in
            var index = 0
            while index + 1 < bytes.count {
                let first = unit(index)
                index += 2
                if first & 0xFC00 == 0xD800, index + 1 < bytes.count, unit(index) & 0xFC00 == 0xDC00 {
                    let value = 0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(unit(index) & 0x3FF)
                    if let scalar = Unicode.Scalar(value) { output.put(scalar) }
                    index += 2
                } else {
                    output.put(unit: first)
                }
            }
            if index < bytes.count { output.putReplacement() }
        }
    }

    static func utf32(_ bytes: UnsafeBufferPointer<UInt8>, bigEndian: Bool) -> DecodedBytes {
        UTF8Output.collect(from: bytes.count) { output in
            var index = 0
            while index + 3 < bytes.count {
                var value: UInt32 = 0
                for offset in 0..<4 { value = value << 8 | UInt32(bytes[index + (bigEndian ? offset : 3 - offset)]) }
                if let scalar = Unicode.Scalar(value) { output.put(scalar) } else { output.putReplacement() }
                index += 4
            }
            if index < bytes.count { output.putReplacement() }
        }
    }
}
