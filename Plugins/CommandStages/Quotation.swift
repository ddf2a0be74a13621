/// Quotes foreign text in our own sentences.
enum Quotation {
    /// Returns the beginning of the first line that is not blank, at most 60 characters, in quotation marks.
    static func line(of bytes: [UInt8]) -> String {
        let lines = bytes.prefix(4096).split(separator: UInt8(ascii: "\n"))
        let line = lines.first { line in line.contains { $0 > 0x20 } } ?? []
        let text = String(decoding: line.prefix(200), as: UTF8.self).unicodeScalars.prefix(60)
        return "\"\(String(text))\(line.count > 60 ? "…" : "")\""
    }
}
