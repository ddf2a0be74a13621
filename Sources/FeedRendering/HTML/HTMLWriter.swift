/// Writes a page: markup of ours as static strings, text of others escaped byte by byte, bodies only when sanitised.
struct HTMLWriter {
    /// What has been written.
    private(set) var bytes: [UInt8] = []

    /// Our own markup; a static string, so that nothing foreign can ever get here.
    mutating func markup(_ markup: StaticString) {
        markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Foreign text, in an element or between the quotes of an attribute.
    mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            var index = 0
            while index < utf8.count {
                if let escape = Self.escape(utf8, at: index) {
                    bytes.append(contentsOf: utf8[start..<index])
                    bytes.append(contentsOf: escape.text.utf8)
                    index += escape.length
                    start = index
                } else {
                    index += 1
                }
            }
            bytes.append(contentsOf: utf8[start...])
        }
    }

    /// A body that has passed the sanitiser: closed, and free of all that could act.
    mutating func body(_ body: SafeHTML) { bytes.append(contentsOf: body.markup.utf8) }

    private static func escape(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> (text: String, length: Int)? {
        switch utf8[index] {
        case UInt8(ascii: "&"): ("&amp;", 1)
        case UInt8(ascii: "<"): ("&lt;", 1)
        case UInt8(ascii: ">"): ("&gt;", 1)
        case UInt8(ascii: "\""): ("&quot;", 1)
        case UInt8(ascii: "'"): ("&#39;", 1)
        case 0x09, 0x0A: nil
        case 0...0x1F, 0x7F: ("\u{FFFD}", 1)
        // C1 controls: C2 80 … C2 9F.
        case 0xC2 where index + 1 < utf8.count && (0x80...0x9F).contains(utf8[index + 1]): ("\u{FFFD}", 2)
        default: nil
        }
    }
}
