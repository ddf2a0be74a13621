/// Collects Markdown. Text of others is always escaped.
struct MarkdownWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes markup of our own.
    mutating func markup(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// Writes a line of text; without `isAtStart`, as a later part of a line.
    mutating func text(_ text: String, isAtStart: Bool = true) {
        bytes.append(contentsOf: MarkdownText.escaped(text, isAtStart: isAtStart))
    }

    /// Writes a link, or its text alone if it has no address.
    mutating func link(_ title: String, to address: String?, isAtStart: Bool = true) {
        guard let address else { return text(title, isAtStart: isAtStart) }
        markup("[")
        text(title)
        markup("](")
        bytes.append(contentsOf: MarkdownText.destination(address))
        markup(")")
    }

    /// Writes a text as a block of its own.
    mutating func block(_ text: String) {
        self.text(text)
        endBlock()
    }

    /// Ends a block of one line.
    mutating func endBlock() { markup("\n\n") }
}
