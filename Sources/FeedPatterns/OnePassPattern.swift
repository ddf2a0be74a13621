import FeedModel

/// A pattern in the form for `pcre2_dfa_match`, which follows all alternatives at once.
///
/// It finds the same as backtracking, except where a pattern forbids alternatives (atomic groups, possessive
/// quantifiers, verbs) or calls itself as a whole, because here it is inside a larger pattern.
///
/// PCRE2 counts the repetitions of `a+`, so each possible start is an alternative of its own. Those of `a*` are one
/// alternative, and `aa*` equals `a+`.
struct OnePassPattern {
    let text: String

    /// Nil if the pattern could find something else, or is not allowed in this search.
    init?(_ pattern: String) {
        let bytes = Array(pattern.utf8)
        guard !Self.foreign.contains(where: { bytes.contains(run: Array($0.utf8)) }) else { return nil }
        text = Self.withoutPlus(pattern) ?? pattern
    }

    /// Literal occurrences count, too: such a pattern has no one-pass search.
    private static let foreign = ["(?>", "(*", "*+", "++", "?+", "}+", "(?R", "(?0", #"\g"#, #"\K"#, #"\Q"#]

    /// The pattern with `aa*` for each `a+`; nil if it is unclear what a quantifier repeats.
    private static func withoutPlus(_ pattern: String) -> String? {
        var rest = pattern.unicodeScalars[...]
        var written = String.UnicodeScalarView()
        while let first = rest.first {
            guard let length = length(ofTokenAt: rest) else { return nil }
            let token = rest.prefix(length)
            rest = rest.dropFirst(length)
            written.append(contentsOf: token)
            guard rest.first == "+", !"()|^$*?{}".unicodeScalars.contains(first) else { continue }
            rest.removeFirst()
            written.append(contentsOf: token)
            written.append("*")
        }
        return String(written)
    }

    /// The length of the syntax token at the start of `rest`: an escape, a class, the start of a group, or one
    /// character. Nil for syntax that is not supported.
    private static func length(ofTokenAt rest: Substring.UnicodeScalarView) -> Int? {
        let next = rest.dropFirst().first
        switch rest.first {
        case "\\": return length(ofEscape: rest)
        case "[": return length(ofClass: rest)
        case "(" where next == "?":
            // Not supported: comments, callouts, and the flag x, with which blanks and "#" are no literals.
            guard let kind = rest.dropFirst(2).first, ":=!<P|imsJ-".unicodeScalars.contains(kind) else { return nil }
            let flags = rest.dropFirst(2).prefix { "imsnxJ-^".unicodeScalars.contains($0) }
            // "(?" and the next character. Further characters, such as a name, are tokens of their own.
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
        // A `]` in first place is a literal.
        if index < parts.count, parts[index] == "]" { index += 1 }
        while index < parts.count, parts[index] != "]" {
            // `[:alpha:]` or something similar inside the class.
            if parts[index] == "[" { return nil }
            index += parts[index] == "\\" ? 2 : 1
        }
        return index < parts.count ? index + 1 : nil
    }
}
