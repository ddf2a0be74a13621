/// Makes text of others safe to show: on one line, without characters that mislead a terminal or a reader.
public enum VisibleText {
    /// Returns the text as it may be shown.
    ///
    /// White space becomes one space, or one ideographic space if it had one. C0, DEL and C1 controls become U+FFFD.
    /// Bidirectional controls and invisible format characters are removed, except for the joiners that scripts need. A
    /// line's end after the end of a Japanese sentence gives no space.
    public static func line(_ text: String) -> String { line(text, limit: .max) }

    /// Returns the same for the beginning of a text, up to about `limit` bytes of result.
    public static func line(_ text: String, limit: Int) -> String {
        var text = text
        let line: [UInt8]? = text.withUTF8 { utf8 in
            if utf8.count <= limit, isPlain(utf8) { return nil }
            var writer = LineWriter(capacity: min(utf8.count, limit))
            var index = 0
            while index < utf8.count, writer.bytes.count < limit {
                let (scalar, length) = decode(utf8, at: index)
                index += length
                writer.append(scalar)
            }
            return writer.bytes
        }
        return line.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// U+3000, a space as wide as an ideograph.
    package static let ideographicSpace: Unicode.Scalar = "\u{3000}"

    /// Whether the text has only letters, digits and marks of ASCII, with single spaces between them.
    private static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        var previous = UInt8(ascii: " ")
        for byte in utf8 {
            guard (0x20...0x7E).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20
    }

    /// Returns the scalar at an index of valid UTF-8, and its length in bytes.
    private static func decode(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> (scalar: UInt32, length: Int) {
        let first = UInt32(utf8[index])
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard length > 1, index + length <= utf8.count else { return (first, 1) }
        var scalar = first & (0x7F >> UInt32(length))
        for offset in 1..<length { scalar = scalar << 6 | UInt32(utf8[index + offset] & 0x3F) }
        return (scalar, length)
    }

    private enum Kind { case space, hidden, control, shown }

    private static func kind(of scalar: UInt32) -> Kind {
        switch scalar {
        case 0x21...0x7E: .shown
        case 0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: .space
        case 0...0x1F, 0x7F...0x9F: .control
        // Soft hyphen; Arabic letter mark, left-to-right and right-to-left marks, embeddings, overrides, isolates.
        case 0xAD, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: .hidden
        // Zero-width space, word joiner and invisible operators, deprecated format characters, BOM, interlinear marks.
        case 0x200B, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: .hidden
        // Tag characters: an invisible copy of ASCII.
        case 0xE0000...0xE007F: .hidden
        default: .shown
        }
    }

    /// Writes scalars on one line.
    private struct LineWriter {
        private(set) var bytes: [UInt8] = []
        private var last: UInt32 = 0
        private var gap: UInt32?
        private var gapHasLineEnd = false

        init(capacity: Int) { bytes.reserveCapacity(capacity + 4) }

        mutating func append(_ scalar: UInt32) {
            switch VisibleText.kind(of: scalar) {
            case .space:
                if scalar == 0x0A { gapHasLineEnd = true }
                if gap != 0x3000 { gap = scalar == 0x3000 ? scalar : 0x20 }
            case .hidden: break
            case .control: emit(0xFFFD)
            case .shown: emit(scalar)
            }
        }

        private mutating func emit(_ scalar: UInt32) {
            if let gap, !bytes.isEmpty, !(gapHasLineEnd && Self.endsSentence(last)) { encode(gap) }
            gap = nil
            gapHasLineEnd = false
            encode(scalar)
            last = scalar
        }

        private mutating func encode(_ scalar: UInt32) {
            if scalar < 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: scalar))
                return
            }
            let trail = { (shift: UInt32) in UInt8(truncatingIfNeeded: scalar >> shift & 0x3F | 0x80) }
            if scalar < 0x800 {
                bytes.append(UInt8(truncatingIfNeeded: scalar >> 6 | 0xC0))
            } else if scalar < 0x10000 {
                bytes.append(UInt8(truncatingIfNeeded: scalar >> 12 | 0xE0))
                bytes.append(trail(6))
            } else {
                bytes.append(UInt8(truncatingIfNeeded: scalar >> 18 | 0xF0))
                bytes.append(trail(12))
                bytes.append(trail(6))
            }
            bytes.append(trail(0))
        }

        /// Whether a scalar is one of 。 、 ！ ？ 」 』 ） 】 …
        private static func endsSentence(_ scalar: UInt32) -> Bool {
            switch scalar {
            case 0x3002, 0x3001, 0xFF01, 0xFF1F, 0x300D, 0x300F, 0xFF09, 0x3011, 0x2026: true
            default: false
            }
        }
    }
}
