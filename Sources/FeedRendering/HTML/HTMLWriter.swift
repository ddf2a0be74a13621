import FeedHTML

/// Writes a page: its own markup from static strings, other text escaped, and bodies only after sanitising.
struct HTMLWriter {
    /// The bytes written so far.
    private(set) var bytes: [UInt8] = []

    /// Writes the page's own markup. It is a static string, so that it cannot contain other text.
    mutating func markup(_ markup: StaticString) {
        markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Writes escaped text into an element, or between the quotes of an attribute.
    mutating func text(_ text: String) { HTMLEscape.append(text, to: &bytes) }

    /// Writes a user's rules into a `style` element.
    mutating func rules(_ style: PageStyle) { bytes.append(contentsOf: style.text.utf8) }

    /// Writes a sanitised body: all elements closed, and nothing active in it.
    mutating func body(_ body: SafeHTML, hasPictures: Bool) {
        EmbeddedMarkup.append(body, hasPictures: hasPictures, to: &bytes)
    }

    /// Writes a part of what another writer has written.
    mutating func append(_ other: HTMLWriter, _ range: Range<Int>) { bytes.append(contentsOf: other.bytes[range]) }
}
