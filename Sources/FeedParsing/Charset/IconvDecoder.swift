import CLibXML2
import Glibc

/// Chinese, decoded by the C library's iconv; what it refuses becomes U+FFFD, and no tag is swallowed.
enum IconvDecoder {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: Encoding.MultiByte) -> DecodedBytes {
        guard let converter = iconv_open("UTF-8", encoding.rawValue), Int(bitPattern: converter) != -1 else {
            return UTF8Repair(bytes).decoded
        }
        defer { iconv_close(converter) }
        return UTF8Output.collect(from: bytes.count) { output in
            var index = 0
            while index < bytes.count {
                index += convert(bytes, from: index, converter, into: &output)
                if index < bytes.count { index += replace(bytes, at: index, encoding, in: &output) }
            }
        }
    }

    /// Converts as far as the converter goes; gives how many bytes it took.
    private static func convert(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ converter: iconv_t, into output: inout UTF8Output
    ) -> Int {
        // iconv reads what it takes as mutable, and does not write to it.
        let input = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(bytes.baseAddress))?.advanced(by: start)
        var source = input?.assumingMemoryBound(to: CChar.self)
        var sourceLeft = bytes.count - start
        output.write { room in
            var target = UnsafeMutableRawPointer(room.baseAddress)?.assumingMemoryBound(to: CChar.self)
            var targetLeft = room.count
            iconv(converter, &source, &sourceLeft, &target, &targetLeft)
            // Big5's converter may hold a letter back to combine it.
            iconv(converter, nil, nil, &target, &targetLeft)
            return room.count - targetLeft
        }
        return bytes.count - start - sourceLeft
    }

    /// Replaces what the converter refused at `index`; gives how many bytes that was.
    private static func replace(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ encoding: Encoding.MultiByte, in output: inout UTF8Output
    ) -> Int {
        let lead = bytes[index]
        if encoding == .gb18030, lead == 0x80 {
            output.put(unit: 0x20AC)
            return 1
        }
        output.putReplacement()
        // What is ASCII may begin a tag; what is not belongs to the character that is none.
        guard 0x81...0xFE ~= lead, index + 1 < bytes.count else { return 1 }
        return bytes[index + 1] < 0x80 ? 1 : 2
    }
}
