/// The name of the publisher or the site at the end of a title, which is shown beside the title anyway.
public enum TitleSuffix {
    /// Returns `title` without `name` and the mark before it, such as ` - 朝日新聞`, `｜朝日新聞` or `（朝日新聞）`.
    public static func removed(from title: String, of name: String) -> String {
        guard !name.isEmpty else { return title }
        for (open, close) in brackets where title.hasSuffix(open + name + close) {
            return shortened(title, by: open + name + close)
        }
        guard title.hasSuffix(name) else { return title }
        let rest = title.unicodeScalars.dropLast(name.unicodeScalars.count)
        guard let mark = rest.last(where: { !isSpace($0) }) else { return title }
        let isMark = marks.contains(mark) || rest.last.map(isSpace) == true && spacedMarks.contains(mark)
        guard isMark else { return title }
        let beforeMark = rest.reversed().drop(while: isSpace).dropFirst()
        guard marks.contains(mark) || beforeMark.first.map(isSpace) == true else { return title }
        let kept = String(String.UnicodeScalarView(beforeMark.drop(while: isSpace).reversed()))
        return kept.isEmpty ? title : kept
    }

    /// Takes apart a title that ends with what looks like a name: `Headline - Name`, `Headline｜Name`, `Headline（Name）`.
    /// Nil if there is no such end, or if it is longer than a name: more than 40 characters.
    public static func separated(_ title: String) -> (headline: String, name: String)? {
        for (open, close) in brackets where title.hasSuffix(close) {
            guard let start = title.ranges(of: open).last else { continue }
            let name = title[start.upperBound...].dropLast(close.count)
            return named(title[..<start.lowerBound].unicodeScalars, name.unicodeScalars)
        }
        let scalars = title.unicodeScalars
        for index in scalars.indices.reversed() {
            let scalar = scalars[index]
            let after = scalars.index(after: index)
            let isBetweenSpaces =
                index > scalars.startIndex && isSpace(scalars[scalars.index(before: index)])
                && after < scalars.endIndex && isSpace(scalars[after])
            guard marks.contains(scalar) || isBetweenSpaces && spacedMarks.contains(scalar) else { continue }
            return named(scalars[..<index], scalars[after...])
        }
        return nil
    }

    private static func named(
        _ headline: Substring.UnicodeScalarView, _ name: Substring.UnicodeScalarView
    ) -> (headline: String, name: String)? {
        let name = name.drop(while: isSpace)
        var headline = headline
        while let last = headline.last, isSpace(last) { headline.removeLast() }
        guard !name.isEmpty, name.count <= longestName, !headline.isEmpty else { return nil }
        return (String(Substring(headline)), String(Substring(name)))
    }

    private static let longestName = 40
    private static let brackets = [("（", "）"), ("(", ")"), ("【", "】"), ("［", "］"), ("[", "]")]
    /// Marks that separate a name with or without spaces around them.
    private static let marks = Set("–—―－|｜：".unicodeScalars)
    /// Marks that separate a name only between spaces.
    private static let spacedMarks = Set("-:/".unicodeScalars)

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\u{3000}"
    }

    private static func shortened(_ title: String, by suffix: String) -> String {
        let rest = title.unicodeScalars.dropLast(suffix.unicodeScalars.count).reversed().drop(while: isSpace)
        let kept = String(String.UnicodeScalarView(rest.reversed()))
        return kept.isEmpty ? title : kept
    }
}
