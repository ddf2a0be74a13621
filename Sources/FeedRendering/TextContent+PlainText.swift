import FeedHTML
package import FeedModel

extension TextContent {
    /// The text without any markup, whole.
    package var plainText: String {
        switch self {
        case .plain(let text): text
        case .html(let html): HTMLText.plain(html.markup, keepsLines: true)
        }
    }

    /// What it says in running text, a line a block of markup; the whole text if there is none.
    package var prose: String {
        guard case .html(let html) = self else { return plainText }
        let prose = HTMLText.prose(html.markup)
        return prose.isEmpty ? plainText : prose
    }

    /// Whether a line's end in its `prose` divides one block from the next.
    package var hasBlocks: Bool {
        if case .html = self { true } else { false }
    }

    /// In bytes, markup included.
    package var length: Int {
        switch self {
        case .plain(let text): text.utf8.count
        case .html(let html): html.markup.utf8.count
        }
    }

    /// The beginning of a long text: enough for an excerpt, so that a megabyte of markup is not read for two lines.
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

    /// In bytes.
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
