import FeedHTML
package import FeedModel

extension TextContent {
    /// The whole text, without markup.
    package var plainText: String {
        switch self {
        case .plain(let text): text
        case .html(let html): HTMLText.plain(html.markup, keepsLines: true)
        }
    }

    /// The running text, one line for each block of markup: without lists and tables if the rest is a sentence or
    /// more, and the whole text if there is no running text.
    package var prose: String {
        guard case .html(let html) = self else { return plainText }
        let paragraphs = HTMLText.prose(html.markup, hasLists: false)
        if DisplayWidth.of(paragraphs) >= Self.leastProse { return paragraphs }
        let prose = HTMLText.prose(html.markup)
        return prose.isEmpty ? plainText : prose
    }

    /// Whether line ends in `prose` separate blocks.
    package var hasBlocks: Bool {
        if case .html = self { true } else { false }
    }

    /// Length in bytes, with markup.
    package var length: Int {
        switch self {
        case .plain(let text): text.utf8.count
        case .html(let html): html.markup.utf8.count
        }
    }

    /// The beginning of a long text, at most 32 KiB: an excerpt does not need a megabyte of markup.
    package var opening: TextContent {
        switch self {
        case .plain(let text):
            return text.utf8.count <= Self.openingLength ? self : .plain(Self.opening(of: text))
        case .html(var html):
            guard html.markup.utf8.count > Self.openingLength else { return self }
            html.markup = Self.opening(of: html.markup)
            return .html(html)
        }
    }

    /// Width of a short sentence, in columns.
    private static let leastProse = 48

    /// Limit of `opening`, in bytes.
    private static let openingLength = 32_768

    private static func opening(of text: String) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            var end = openingLength
            while end > 0, utf8[end] & 0xC0 == 0x80 { end -= 1 }
            return String(decoding: utf8[..<end], as: UTF8.self)
        }
    }
}
