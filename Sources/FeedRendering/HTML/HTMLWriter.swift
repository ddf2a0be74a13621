public import FeedHTML

/// Writes a page: its own markup from static strings, other text escaped, and bodies only after sanitising.
public struct HTMLWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []

    /// Makes a writer that has written nothing.
    public init() {}

    /// Writes the page's own markup. It is a static string, so that it cannot contain other text.
    public mutating func markup(_ markup: StaticString) {
        markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Writes escaped text into an element, or between the quotes of an attribute.
    public mutating func text(_ text: String) { HTMLEscape.append(text, to: &bytes) }

    /// Writes a user's rules into a `style` element.
    mutating func rules(_ style: PageStyle) { bytes.append(contentsOf: style.text.utf8) }

    /// Writes a sanitised body: all elements closed, and nothing active in it. Its headings are below those of the page.
    /// Without pictures it has their words instead.
    public mutating func body(_ body: SafeHTML, hasPictures: Bool = true) {
        EmbeddedMarkup.append(body, hasPictures: hasPictures, to: &bytes)
    }

    /// Writes a part of what another writer has written.
    mutating func append(_ other: HTMLWriter, _ range: Range<Int>) { bytes.append(contentsOf: other.bytes[range]) }
}
