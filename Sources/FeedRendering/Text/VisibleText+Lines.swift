extension VisibleText {
    /// Bytes that are shown as they are laid out, on a terminal: indentation and line breaks stay, other control
    /// characters and bidirectional controls do not get through.
    public static func lines(_ bytes: [UInt8]) -> [UInt8] {
        let lines = String(decoding: bytes, as: UTF8.self).unicodeScalars
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                let indentation = line.prefix { $0 == " " }
                return String(indentation) + self.line(String(line.dropFirst(indentation.count)))
            }
        return Array(lines.joined(separator: "\n").utf8)
    }
}
