/// Writes XML 1.0 (fifth edition): our own markup from static strings, other text escaped byte by byte.
struct XMLWriter {
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []

    /// Writes our own markup.
    mutating func markup(_ markup: StaticString) { markup.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    /// Writes escaped text into an element, or between the quotes of an attribute.
    ///
    /// A character that XML forbids becomes U+FFFD (§2.2). A carriage return is a reference, because readers change it
    /// (§2.11). `>` is escaped, too, so that no text has `]]>` (§2.4).
    mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            var index = 0
            while index < utf8.count {
                let byte = utf8[index]
                index += 1
                switch byte {
                case UInt8(ascii: "&"): markup("&amp;")
                case UInt8(ascii: "<"): markup("&lt;")
                case UInt8(ascii: ">"): markup("&gt;")
                case UInt8(ascii: "\""): markup("&quot;")
                case 0x0D: markup("&#13;")
                case 0..<0x20 where byte != 0x09 && byte != 0x0A: markup("\u{FFFD}")
                // U+FFFE and U+FFFF. A string has no surrogates.
                case 0xEF where index + 1 < utf8.count && utf8[index] == 0xBF && utf8[index + 1] >= 0xBE:
                    markup("\u{FFFD}")
                    index += 2
                default: bytes.append(byte)
                }
            }
        }
    }

    /// Writes an element with text; nil writes nothing.
    mutating func element(_ start: StaticString, _ text: String?, _ end: StaticString) {
        guard let text else { return }
        markup(start)
        self.text(text)
        markup(end)
    }
}
