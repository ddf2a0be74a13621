/// Writes the header of a letter: fields in order, folded, in ASCII (RFC 5322 §2.2).
struct MailHeader {
    private(set) var bytes: [UInt8] = []

    /// Writes a field of our own words, which must have neither a line break nor anything but visible ASCII.
    mutating func field(_ name: StaticString, _ value: String) {
        write(name, [value])
    }

    /// Writes a field of text that others chose. It is on one line already (`VisibleText.line`).
    mutating func text(_ name: StaticString, _ text: String) {
        let start = name.utf8CodeUnitCount + 2
        let words = text.split(separator: " ").map(String.init)
        let isPlain = EncodedWords.isPlain(text) && words.allSatisfy { $0.utf8.count <= Self.longestLine - start }
        write(name, isPlain ? words : EncodedWords.words(of: text, first: Self.longestLine - start))
    }

    /// Writes a field of addresses, with commas between them.
    mutating func addresses(_ name: StaticString, _ addresses: [MailAddress]) {
        var tokens: [String] = []
        for (index, address) in addresses.enumerated() {
            var words = address.headerWords
            if index < addresses.count - 1 { words[words.count - 1] += "," }
            tokens += words
        }
        write(name, tokens)
    }

    /// Writes a field whose value may be folded between the tokens, each of which is visible ASCII.
    private mutating func write(_ name: StaticString, _ tokens: [String]) {
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: ":"))
        var column = name.utf8CodeUnitCount + 1
        for (index, token) in tokens.enumerated() {
            if index > 0, column + 1 + token.utf8.count > Self.longestLine {
                bytes.append(contentsOf: [0x0D, 0x0A])
                column = 0
            }
            bytes.append(0x20)
            // A line break in a value would begin a field of its own. Nothing may bring one in here.
            bytes.append(contentsOf: token.utf8.lazy.filter { (0x20...0x7E).contains($0) })
            column += 1 + token.utf8.count
        }
        bytes.append(contentsOf: [0x0D, 0x0A])
    }

    /// The most bytes of a line with an encoded word (RFC 2047 §2). Others follow suit.
    private static let longestLine = 76
}
