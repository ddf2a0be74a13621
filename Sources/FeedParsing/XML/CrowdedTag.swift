import Glibc

/// Finds start tags with very many attributes. libxml2 compares each attribute with each and would take minutes.
enum CrowdedTag {
    /// Attributes of one element, including namespace declarations, at most.
    static let most = 500

    /// Whether there is such a tag, in character data or not. Fast for documents with short tags.
    static func exists(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        var block = 0
        while bytes.count - block >= stride {
            guard memchr(base + block, lessThan, stride) == nil else {
                block += stride
                continue
            }
            // A value may not hold `<`, so every long tag contains a block without `<`.
            let end =
                memchr(base + block, lessThan, bytes.count - block)
                .map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? bytes.count
            let start = bytes[..<block].lastIndex(of: UInt8(ascii: "<")) ?? 0
            if isTag(bytes[start..<end]), hasManyAttributes(bytes[start..<end]) { return true }
            block = end
        }
        return false
    }

    /// Half the bytes of the shortest such tag (`a=""` and a blank). Each of these tags covers a whole block of this
    /// size.
    private static let stride = most * 5 / 2
    private static let lessThan = Int32(UInt8(ascii: "<"))

    private static func isTag(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let next = bytes.dropFirst().first else { return false }
        return next | 0x20 &- 0x61 < 26 || next == UInt8(ascii: "_") || next == UInt8(ascii: ":") || next >= 0x80
    }

    private static func hasManyAttributes(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var count = 0
        var quote: UInt8 = 0
        for byte in bytes {
            if quote != 0 {
                if byte == quote { quote = 0 }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "="): count += 1
            case UInt8(ascii: ">"): return false
            default: break
            }
            if count > most { return true }
        }
        return false
    }
}
