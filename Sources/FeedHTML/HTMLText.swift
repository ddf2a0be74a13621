/// Markup as plain text.
public enum HTMLText {
    /// What a reader sees of `markup`, without images and their texts: tags gone, character references decoded once,
    /// white space folded, none at the ends.
    ///
    /// - Parameter keepsLines: Whether blocks and `br` begin new lines and `pre` keeps its own; if not, all is one line.
    public static func plain(_ markup: String, keepsLines: Bool) -> String {
        var markup = markup
        return markup.withUTF8 { bytes in
            if !keepsLines { return line(bytes, isMarkup: true) }
            var writer = PlainTextWriter(bytes, style: .lines)
            return writer.write()
        }
    }

    /// What `markup` says in running text, a line a block: without headings, listings and captions of figures.
    public static func prose(_ markup: String) -> String {
        var markup = markup
        return markup.withUTF8 { bytes in
            var writer = PlainTextWriter(bytes, style: .prose)
            return writer.write()
        }
    }
}

extension HTMLSanitiser {
    /// What a reader sees of `markup`, on one line; for titles and summaries.
    public static func plainText(_ markup: String) -> String { HTMLText.plain(markup, keepsLines: false) }
}
