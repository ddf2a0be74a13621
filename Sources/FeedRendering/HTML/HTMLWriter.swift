import FeedHTML

/// Writes a page: markup of ours as static strings, text of others escaped, bodies only when sanitised.
struct HTMLWriter {
    /// What has been written.
    private(set) var bytes: [UInt8] = []

    /// Our own markup; a static string, so that nothing foreign can ever get here.
    mutating func markup(_ markup: StaticString) {
        markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Foreign text, in an element or between the quotes of an attribute.
    mutating func text(_ text: String) { HTMLEscape.append(text, to: &bytes) }

    /// A body that has passed the sanitiser: closed, and free of all that could act.
    mutating func body(_ body: SafeHTML) { EmbeddedMarkup.append(body, to: &bytes) }
}
