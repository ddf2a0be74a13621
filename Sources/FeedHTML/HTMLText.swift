/// Converts markup to plain text.
public enum HTMLText {
    /// Returns the visible text of `markup`, without images and their `alt`. Tags are removed, character references
    /// decoded once, and white space folded and trimmed.
    ///
    /// - Parameter keepsLines: whether blocks and `br` begin new lines, and `pre` keeps its own. If not, the result is
    ///   one line.
    public static func plain(_ markup: String, keepsLines: Bool) -> String {
        var markup = markup
        return markup.withUTF8 { bytes in
            if !keepsLines { return line(bytes, isMarkup: true) }
            var writer = PlainTextWriter(bytes, style: .lines)
            return writer.write()
        }
    }

    /// Returns the running text of `markup`, one line per block, without headings, `pre` and `figcaption`.
    ///
    /// - Parameter hasLists: whether lists and tables are part of it.
    public static func prose(_ markup: String, hasLists: Bool = true) -> String {
        var markup = markup
        return markup.withUTF8 { bytes in
            var writer = PlainTextWriter(bytes, style: hasLists ? .prose : .paragraphs)
            return writer.write()
        }
    }
}

extension HTMLSanitiser {
    /// Returns the visible text of `markup` on one line, for titles and summaries.
    public static func plainText(_ markup: String) -> String { HTMLText.plain(markup, keepsLines: false) }
}
