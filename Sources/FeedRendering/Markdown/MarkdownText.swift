/// Escapes text for CommonMark, so that it is always shown as text.
///
/// A backslash comes before each character that could begin a construct (CommonMark 0.31 §2.4), one of GitHub's
/// additions (tables, strikethrough, bare addresses, mathematics), or a tag of template languages (`{`).
package enum MarkdownText {
    /// Returns one line of text, escaped as the whole content of a block or a link. Without `isAtStart`, the
    /// text is a later part of one.
    package static func escaped(_ text: String, isAtStart: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = []
        let source = Array(VisibleText.line(text).utf8)
        bytes.reserveCapacity(source.count + 8)
        for index in source.indices {
            if needsBackslash(source, at: index, isAtStart: isAtStart) { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(source[index])
        }
        return bytes
    }

    /// Returns a percent-encoded web address as a link's destination. Encodes the characters that CommonMark reads.
    package static func destination(_ address: String) -> [UInt8] {
        let source = Array(address.utf8)
        var bytes: [UInt8] = []
        for index in source.indices {
            switch source[index] {
            case UInt8(ascii: "("): bytes.append(contentsOf: "%28".utf8)
            case UInt8(ascii: ")"): bytes.append(contentsOf: "%29".utf8)
            case UInt8(ascii: "*"): bytes.append(contentsOf: "%2A".utf8)
            // `&copy;` in a destination is also a character reference (CommonMark §2.5).
            case UInt8(ascii: "&") where beginsReference(source, at: index): bytes.append(contentsOf: "&amp;".utf8)
            default: bytes.append(source[index])
            }
        }
        return bytes
    }

    private static func needsBackslash(_ text: [UInt8], at index: Int, isAtStart: Bool) -> Bool {
        let next = index + 1 < text.count ? text[index + 1] : nil
        switch text[index] {
        case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: "~"), UInt8(ascii: "{"):
            return true
        // A formula needs a second sign. Part of a line is always escaped, because the rest of it is not known here.
        case UInt8(ascii: "$"): return !isAtStart || next == UInt8(ascii: "{") || text.count { $0 == 0x24 } > 1
        case UInt8(ascii: "&"): return next == UInt8(ascii: "#") || isLetter(next)
        case UInt8(ascii: ":"): return index == 0 || next == UInt8(ascii: "/")
        case UInt8(ascii: "."): return endsWithWWW(text, before: index) || isOrdinal(text, before: index)
        case UInt8(ascii: ")"): return isOrdinal(text, before: index)
        // Inside a line, GitHub reads only numbers of issues.
        case UInt8(ascii: "#") where !isAtStart && index == 0: return isDigit(next ?? 0)
        // A closing sequence (§4.2) and the number of an issue begin after a space or another sign: `C#` is text.
        case UInt8(ascii: "#") where index > 0: return isDigit(next ?? 0) || !isWord(text[index - 1]) && !isLetter(next)
        case UInt8(ascii: "#"): return true
        // `^` after the page's own `[` would begin a footnote; cmark-gfm ignores a backslash before its `]`.
        case UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "^"):
            return index == 0
        // `%%` begins a comment of Obsidian, `<%` a command of templates for it.
        case UInt8(ascii: "%"):
            guard index > 0, next != UInt8(ascii: "%") else { return true }
            return text[index - 1] == UInt8(ascii: "%") || text[index - 1] == UInt8(ascii: "<")
        default: return false
        }
    }

    /// Whether only digits come before a full stop or bracket at the start of a block: a list (CommonMark §5.2).
    private static func isOrdinal(_ text: [UInt8], before index: Int) -> Bool {
        (1...9).contains(index) && text[..<index].allSatisfy(isDigit)
    }

    private static func endsWithWWW(_ text: [UInt8], before index: Int) -> Bool {
        index >= 3 && text[(index - 3)..<index].allSatisfy { $0 | 0x20 == UInt8(ascii: "w") }
    }

    private static func beginsReference(_ text: [UInt8], at index: Int) -> Bool {
        var end = index + 1
        if end < text.count, text[end] == UInt8(ascii: "#") { end += 1 }
        let longest = min(text.count, end + longestReference)
        while end < longest, isLetter(text[end]) || isDigit(text[end]) { end += 1 }
        return end < text.count && end > index + 1 && text[end] == UInt8(ascii: ";")
    }

    /// Length limit: `&CounterClockwiseContourIntegral;` has 31 letters.
    private static let longestReference = 40

    private static func isLetter(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || byte >= 0x80 }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
