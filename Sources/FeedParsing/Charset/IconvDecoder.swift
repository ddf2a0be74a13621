import CLibXML2
import Glibc

/// Decodes with the C library's iconv; what it refuses becomes U+FFFD and costs one byte, so that no tag is swallowed.
enum IconvDecoder {
    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ name: Encoding.StaticName, isMultiByte: Bool
    ) -> DecodedBytes {
        guard let converter = iconv_open("UTF-8", name.rawValue), Int(bitPattern: converter) != -1 else {
            return UTF8Repair.decode(bytes)
        }
        defer { iconv_close(converter) }
        var output = DecodedBytes()
        output.utf8.reserveCapacity(bytes.count + bytes.count / 2)
        var index = 0
        while index < bytes.count {
            index += convert(bytes, from: index, converter, into: &output)
            guard index < bytes.count else { break }
            // The converter refused the byte at `index`, or the text ends inside a character.
            replace(bytes[index], name, in: &output)
            index += 1
        }
        return output
    }

    private static let chunk = 32 << 10

    /// Converts as far as the converter goes; gives how many bytes it took.
    private static func convert(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ converter: iconv_t, into output: inout DecodedBytes
    ) -> Int {
        var taken = 0
        var isStuck = false
        while !isStuck, start + taken < bytes.count {
            let piece = withUnsafeTemporaryAllocation(of: CChar.self, capacity: chunk) { room in
                step(bytes, from: start + taken, converter, room, into: &output)
            }
            taken += piece.taken
            isStuck = piece.isStuck
        }
        return taken
    }

    private static func step(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ converter: iconv_t,
        _ room: UnsafeMutableBufferPointer<CChar>, into output: inout DecodedBytes
    ) -> (taken: Int, isStuck: Bool) {
        let input = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(bytes.baseAddress))?.advanced(by: start)
        var source = input?.assumingMemoryBound(to: CChar.self)
        var sourceLeft = bytes.count - start
        var target = room.baseAddress
        var targetLeft = room.count
        let status = iconv(converter, &source, &sourceLeft, &target, &targetLeft)
        let isFull = status == -1 && errno == E2BIG
        output.utf8.append(
            contentsOf: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<(room.count - targetLeft)]))
        return (bytes.count - start - sourceLeft, status == -1 && !isFull)
    }

    private static func replace(_ byte: UInt8, _ name: Encoding.StaticName, in output: inout DecodedBytes) {
        switch name {
        // Single bytes that the Encoding Standard maps to C1 controls and the C library refuses.
        case .w1250, .w1251, .w1252, .w1253, .w1254, .w1255, .w1256, .w1257, .w1258, .w874:
            if 0x80...0x9F ~= byte { return output.append(Unicode.Scalar(byte)) }
        case .cp932: if byte == 0x80 { return output.append(Unicode.Scalar(byte)) }
        default: break
        }
        output.appendReplacement()
    }
}
