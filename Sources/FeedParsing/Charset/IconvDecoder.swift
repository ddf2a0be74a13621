import CLibXML2
import Glibc

/// Decodes Chinese with the C library's iconv. Invalid bytes become U+FFFD, and no ASCII byte is lost.
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

    /// Converts up to the next invalid byte. Returns the number of bytes read.
    private static func convert(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ converter: iconv_t, into output: inout UTF8Output
    ) -> Int {
        // iconv takes its input as mutable, but does not write to it.
        let input = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(bytes.baseAddress))?.advanced(by: start)
        var source = input?.assumingMemoryBound(to: CChar.self)
        var sourceLeft = bytes.count - start
        output.write { room in
            var target = UnsafeMutableRawPointer(room.baseAddress)?.assumingMemoryBound(to: CChar.self)
            var targetLeft = room.count
            iconv(converter, &source, &sourceLeft, &target, &targetLeft)
            // Big5's converter may hold a letter back to combine it with the next.
            iconv(converter, nil, nil, &target, &targetLeft)
            return room.count - targetLeft
        }
        return bytes.count - start - sourceLeft
    }

    /// Replaces the invalid bytes at `index`. Returns their number.
    private static func replace(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ encoding: Encoding.MultiByte, in output: inout UTF8Output
    ) -> Int {
        let lead = bytes[index]
        if encoding == .gb18030, lead == 0x80 {
            output.put(unit: 0x20AC)
            return 1
        }
        output.putReplacement()
        // An ASCII byte may begin a tag, so it is not skipped. Any other belongs to the invalid character.
        guard 0x81...0xFE ~= lead, index + 1 < bytes.count else { return 1 }
        return bytes[index + 1] < 0x80 ? 1 : 2
    }
}
