/// Escapes text for HTML byte by byte. `"` with a combining mark is one `Character`, but still ends an attribute.
public enum HTMLEscape {
    /// Returns `text` escaped for use between tags. NUL and other controls that HTML does not allow are removed.
    public static func text(_ text: String) -> String { escaped(text) }

    /// Returns `text` escaped for use in an attribute with single or double quotes. Controls are removed as in
    /// `text(_:)`.
    public static func attribute(_ text: String) -> String { escaped(text) }

    /// Appends `text`, escaped for text and attributes alike.
    package static func append(_ text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            if endOfRun(bytes, from: 0) == bytes.count { return output.append(contentsOf: bytes) }
            var writer = ByteWriter(capacity: bytes.count &+ 64)
            append(bytes, to: &writer)
            output.append(contentsOf: writer.bytes)
        }
    }

    /// Appends bytes of valid UTF-8, escaped for text and attributes alike.
    static func append(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter) {
        guard let base = bytes.baseAddress else { return }
        var index = 0
        while true {
            let start = index
            index = endOfRun(bytes, from: index)
            output.append(base + start, count: index &- start)
            guard index < bytes.count else { return }
            append(special: bytes[index], to: &output)
            index &+= 1
        }
    }

    /// Appends text with any kind of line breaks, escaped. `hasReferences` decodes character references first.
    static func append(lines bytes: UnsafeBufferPointer<UInt8>, hasReferences: Bool, to output: inout ByteWriter) {
        guard let base = bytes.baseAddress else { return }
        var index = 0
        while true {
            let start = index
            index = endOfRun(bytes, from: index)
            output.append(base + start, count: index &- start)
            guard index < bytes.count else { return }
            if hasReferences, bytes[index] == UInt8(ascii: "&"),
                let reference = HTMLEntities.reference(bytes, at: index, inAttribute: false)
            {
                append(reference, to: &output)
                index &+= reference.length
            } else {
                // CR LF is one line break (§13.2.3.5).
                let isHalf = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
                if !isHalf { append(special: bytes[index], to: &output) }
                index &+= 1
            }
        }
    }

    private static func append(_ reference: HTMLEntities.Reference, to output: inout ByteWriter) {
        let first = UInt8(truncatingIfNeeded: reference.characters.low)
        if first >= 0x80 {
            output.append(reference.characters)
        } else {
            // Some references are an ASCII character and a combining mark.
            for place in 0..<reference.characters.count {
                let byte = UInt8(truncatingIfNeeded: reference.characters.low >> UInt64(8 &* place))
                if isSpecial(byte) { append(special: byte, to: &output) } else { output.append(byte) }
            }
        }
    }

    /// Appends one byte, escaped. A carriage return becomes a line feed, as in every HTML parser.
    private static func append(special byte: UInt8, to output: inout ByteWriter) {
        switch byte {
        case UInt8(ascii: "&"): output.append("&amp;")
        case UInt8(ascii: "<"): output.append("&lt;")
        case UInt8(ascii: ">"): output.append("&gt;")
        case UInt8(ascii: "\""): output.append("&quot;")
        case UInt8(ascii: "'"): output.append("&#39;")
        case 0x0D: output.append(0x0A)
        case 0x0C: output.append(0x20)
        case 0..<0x20 where byte != 0x09 && byte != 0x0A: return
        default: output.append(byte)
        }
    }

    /// The position of the next byte that cannot be copied unchanged.
    static func endOfRun(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var index = start
        // The last block overlaps the one before it.
        while index < bytes.count, bytes.count >= 16 {
            let start = min(index, bytes.count &- 16)
            let block = ByteBlock(base, at: start)
            // Tabs and line feeds are controls that are copied unchanged.
            var mask = (block < 0x20) .& .!(block == 0x0A) .& .!(block == 0x09)
            mask .|= (block == 0x22) .| (block == 0x26) .| (block == 0x27) .| (block == 0x3C) .| (block == 0x3E)
            var places = ByteBlock.Places(mask)
            places.drop(below: index &- start)
            if let place = places.next() { return start &+ place }
            index = start &+ 16
        }
        while index < bytes.count, !isSpecial(base[index]) { index &+= 1 }
        return index
    }

    /// Whether a byte is one of `& < > " '` or a control other than tab and line feed.
    @inline(__always)
    static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 64 && (0x5000_00C4_FFFF_F9FF as UInt64) >> UInt64(byte) & 1 == 1
    }

    private static func escaped(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var output = ByteWriter(capacity: bytes.count &+ 64)
            append(bytes, to: &output)
            return output.string
        }
    }
}
