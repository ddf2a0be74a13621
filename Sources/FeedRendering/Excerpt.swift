public import FeedModel

/// A short plain text about an entry: on one line, of limited width, safe to show.
public enum Excerpt {
    /// Returns the excerpt of an entry, at most about `columns` wide; nil if no text says more than the title.
    public static func of(_ entry: Entry, columns: Int) -> String? {
        for content in [entry.summary, entry.content] {
            guard let content else { continue }
            let prose = content.opening.prose
            let limit = (columns + 1) * mostBytes
            let text = VisibleText.line(prose, limit: limit)
            if text.isEmpty || repeatsTitle(text, of: entry) { continue }
            guard content.hasBlocks else { return cutAtSentence(text, columns: columns) }
            let joined = VisibleText.line(Blocks.joined(prose, limit: limit), limit: limit)
            return cutAtSentence(joined, columns: columns)
        }
        return nil
    }

    /// Returns the excerpt of an entry, of at most `characters`; nil if no text says more than the title.
    static func of(_ entry: Entry, characters: Int) -> String? {
        // An ideograph takes two columns.
        for columns in [2 * characters, 3 * characters / 2, characters] {
            guard let excerpt = of(entry, columns: columns) else { return nil }
            if excerpt.unicodeScalars.count <= characters { return excerpt }
        }
        // Many marks on each character.
        return of(entry, columns: characters / 32)
    }

    /// Returns the beginning of `text`, at most `columns` wide with the ellipsis, which marks a cut.
    public static func cut(_ text: String, columns: Int) -> String {
        let scalars = text.unicodeScalars
        var used = 0
        var marks = 0
        /// Where the text may end so that there is space for the ellipsis: after any character, and after a word.
        var end = (index: scalars.startIndex, columns: 0)
        var wordEnd = end
        for index in scalars.indices {
            let scalar = scalars[index]
            let width = DisplayWidth.of(scalar)
            marks = width == 0 ? marks + 1 : 0
            if width > 0, used < columns {
                end = (index, used)
                if scalar == " " || width == 2 { wordEnd = end }
            }
            used += width
            if used > columns || marks > mostMarks {
                let isWordShort = end.columns - wordEnd.columns <= longestWord
                return trimmed(scalars[..<(isWordShort && marks <= mostMarks ? wordEnd : end).index]) + "…"
            }
        }
        return text
    }

    /// Returns the beginning of `text`, up to the end of a sentence if one is in the last quarter of `columns`.
    private static func cutAtSentence(_ text: String, columns: Int) -> String {
        let excerpt = cut(text, columns: columns)
        guard excerpt != text else { return text }
        let scalars = excerpt.unicodeScalars
        var used = 0
        var end: (index: String.UnicodeScalarView.Index, isWide: Bool)?
        for index in scalars.indices {
            used += DisplayWidth.of(scalars[index])
            let next = scalars.index(after: index)
            guard used * 4 >= columns * 3 else { continue }
            switch scalars[index] {
            case "。", "！", "？": end = (next, true)
            case ".", "!", "?": if next == scalars.endIndex || isGap(scalars[next]) { end = (next, false) }
            default: continue
            }
        }
        guard let end else { return excerpt }
        return String(scalars[..<end.index]) + (end.isWide ? "…" : " …")
    }

    private static func isGap(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "…" }

    private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
        var text = text
        while let last = text.last, endsNothing.contains(last) { text.removeLast() }
        return String(text)
    }

    /// Characters that are removed before an ellipsis.
    private static let endsNothing = Set(" \u{3000}、,·".unicodeScalars)

    /// A word of at most this width is left out, not cut.
    private static let longestWord = 24

    /// Limit of the bytes for one column: three for half an ideograph, and some for marks.
    private static let mostBytes = 8

    /// Limit of combining marks on one character. No script needs more.
    private static let mostMarks = 16

    /// Whether a summary only repeats the title, or the title and the publisher, as at aggregators.
    private static func repeatsTitle(_ text: String, of entry: Entry) -> Bool {
        guard let title = entry.title.map(VisibleText.line), !title.isEmpty else { return false }
        if title.utf8.starts(with: text.utf8) { return true }
        guard text.utf8.starts(with: title.utf8) else { return false }
        let rest = VisibleText.line(String(decoding: text.utf8.dropFirst(title.utf8.count), as: UTF8.self))
        return rest.isEmpty || rest == entry.publisher.map { VisibleText.line($0.name) }
    }
}
