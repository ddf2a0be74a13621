package import FeedModel

/// A short plain text that tells what an entry is about: one line, of bounded width, safe to show.
package enum Excerpt {
    /// The excerpt of an entry, at most about `columns` wide; nil if there is none that says more than the title.
    package static func of(_ entry: Entry, columns: Int) -> String? {
        for content in [entry.summary, entry.content] {
            guard let content else { continue }
            let text = VisibleText.line(content.opening.plainText)
            if text.isEmpty || repeatsTitle(text, of: entry) { continue }
            return cut(text, columns: columns)
        }
        return nil
    }

    /// The beginning of `text`, at most `columns` wide, with an ellipsis if something is missing.
    package static func cut(_ text: String, columns: Int) -> String {
        let scalars = text.unicodeScalars
        var used = 0
        var marks = 0
        var end = scalars.startIndex
        var wordEnd = scalars.startIndex
        var usedAtWordEnd = 0
        for index in scalars.indices {
            let scalar = scalars[index]
            let width = DisplayWidth.of(scalar)
            marks = width == 0 ? marks + 1 : 0
            if scalar == " " || width == 2 {
                wordEnd = index
                usedAtWordEnd = used
            }
            if used + width > columns || marks > mostMarks {
                let isWordShort = used - usedAtWordEnd <= longestWord
                return trimmed(scalars[..<(isWordShort ? wordEnd : end)]) + "…"
            }
            used += width
            end = scalars.index(after: index)
        }
        return text
    }

    private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
        var text = text
        while let last = text.last, last == " " || last == "、" || last == "," { text.removeLast() }
        return String(text)
    }

    /// Columns of a word that is rather left out than cut.
    private static let longestWord = 24

    /// Combining marks on one character; more are no script of this world.
    private static let mostMarks = 16

    /// Aggregators repeat the headline, or the headline and the publisher, where a summary should be.
    private static func repeatsTitle(_ text: String, of entry: Entry) -> Bool {
        guard let title = entry.title.map(VisibleText.line), !title.isEmpty, text.utf8.starts(with: title.utf8) else {
            return false
        }
        let rest = VisibleText.line(String(decoding: text.utf8.dropFirst(title.utf8.count), as: UTF8.self))
        return rest.isEmpty || rest == entry.publisher.map { VisibleText.line($0.name) }
    }
}
