extension StringProtocol {
    /// The text on one line. A run of blanks, tabs, line breaks and control characters becomes one blank; those at the
    /// ends are removed. Other spaces, such as the ideographic one inside Japanese titles, stay.
    public var trimmedLine: String {
        if let isTrimmed = utf8.withContiguousStorageIfAvailable(TrimmedLine.isTrimmed), isTrimmed {
            return String(self)
        }
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count)
        var isPending = false
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0...0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF:
                isPending = !output.isEmpty
            default:
                if isPending { output.append(0x20) }
                isPending = false
                output.append(contentsOf: UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The text on one line, as `trimmedLine`: its beginning with an ellipsis if it has more than `most` characters. A
    /// long text is not read to its end.
    public func line(of most: Int) -> String {
        let beginning = unicodeScalars.prefix(2 * most)
        let line = String(String.UnicodeScalarView(beginning)).trimmedLine.unicodeScalars
        let isWhole = beginning.endIndex == unicodeScalars.endIndex && line.count <= most
        return isWhole ? String(line) : String(line.prefix(most - 1)) + "…"
    }
}

private enum TrimmedLine {
    /// Whether a text certainly is its own `trimmedLine`. Most are. In doubt it returns false.
    static func isTrimmed(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        var wasBlank = true
        for byte in utf8 {
            switch byte {
            case 0x20:
                if wasBlank { return false }
                wasBlank = true
                continue
            // The first bytes of C1 controls, of line separators, and of the byte order mark.
            case 0..<0x20, 0x7F, 0xC2, 0xE2, 0xEF: return false
            default: break
            }
            wasBlank = false
        }
        return !wasBlank || utf8.isEmpty
    }
}
