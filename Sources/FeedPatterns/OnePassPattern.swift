import FeedModel

/// A pattern as it is written for `pcre2_dfa_match`, which goes all ways at once.
///
/// That finds the same as trying one way after the other, except where a pattern forbids ways (atomic groups, possessive
/// quantifiers, verbs) or names itself as a whole, which then stands within another one.
///
/// PCRE2 counts the repetitions of `a+`, so that each place where it may begin is a way of its own; those of `a*` are one.
/// `aa*` is the same as `a+`.
struct OnePassPattern {
    let text: String

    /// Nil if it may find something else, or cannot be searched for in this way.
    init?(_ pattern: String) {
        let bytes = Array(pattern.utf8)
        guard !Self.foreign.contains(where: { bytes.contains(run: Array($0.utf8)) }) else { return nil }
        text = Self.withoutPlus(pattern) ?? pattern
    }

    /// Also where they stand as letters: then there is one way less to search.
    private static let foreign = ["(?>", "(*", "*+", "++", "?+", "}+", "(?R", "(?0", #"\g"#, #"\K"#, #"\Q"#]

    /// `aa*` for each `a+`; nil if it is not clear what a quantifier stands behind.
    private static func withoutPlus(_ pattern: String) -> String? {
        var rest = pattern.unicodeScalars[...]
        var written = String.UnicodeScalarView()
        while let first = rest.first {
            guard let length = length(ofPartAt: rest) else { return nil }
            let part = rest.prefix(length)
            rest = rest.dropFirst(length)
            written.append(contentsOf: part)
            guard rest.first == "+", !"()|^$*?{}".unicodeScalars.contains(first) else { continue }
            rest.removeFirst()
            written.append(contentsOf: part)
            written.append("*")
        }
        return String(written)
    }

    private static func length(ofPartAt rest: Substring.UnicodeScalarView) -> Int? {
        let next = rest.dropFirst().first
        switch rest.first {
        case "\\": return length(ofEscape: rest)
        case "[": return length(ofClass: rest)
        case "(" where next == "?":
            // Comments, flags that allow blanks, and callouts are not looked into.
            guard let kind = rest.dropFirst(2).first, ":=!<P|imsJ-".unicodeScalars.contains(kind) else { return nil }
            let flags = rest.dropFirst(2).prefix { "imsnxJ-^".unicodeScalars.contains($0) }
            return flags.contains("x") ? nil : 3
        default: return 1
        }
    }

    private static func length(ofEscape rest: Substring.UnicodeScalarView) -> Int? {
        guard let kind = rest.dropFirst().first else { return nil }
        switch kind {
        case "w", "W", "d", "D", "s", "S", "h", "H", "v", "V", "b", "B", "A", "z", "Z", "n", "r", "t": return 2
        case "p", "P", "x":
            guard rest.dropFirst(2).first == "{", let end = rest.firstIndex(of: "}") else { return nil }
            return rest.distance(from: rest.startIndex, to: end) + 1
        default: return kind.isASCII && !kind.properties.isAlphabetic && !("0"..."9").contains(kind) ? 2 : nil
        }
    }

    private static func length(ofClass rest: Substring.UnicodeScalarView) -> Int? {
        let parts = Array(rest)
        var index = 1
        if index < parts.count, parts[index] == "^" { index += 1 }
        // The first one is a letter.
        if index < parts.count, parts[index] == "]" { index += 1 }
        while index < parts.count, parts[index] != "]" {
            // [:alpha:] within, or something like it.
            if parts[index] == "[" { return nil }
            index += parts[index] == "\\" ? 2 : 1
        }
        return index < parts.count ? index + 1 : nil
    }
}
