extension VisibleText {
    /// Returns text of several lines for a terminal. Indentation and line breaks stay. The rest of each line changes as
    /// in `line`: control characters become U+FFFD, and bidirectional controls are removed.
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
