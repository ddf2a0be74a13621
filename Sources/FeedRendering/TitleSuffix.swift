/// The name of the publisher or the site at the end of a title, which is shown beside the title anyway.
enum TitleSuffix {
    /// Returns `title` without `name` and the mark before it, such as ` - 朝日新聞`, `｜朝日新聞` or `（朝日新聞）`.
    static func removed(from title: String, of name: String) -> String {
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

    private static let brackets = [("（", "）"), ("(", ")"), ("【", "】"), ("［", "］"), ("[", "]")]
    /// Marks that separate a name with or without spaces around them.
    private static let marks = Set("–—―－|｜：".unicodeScalars)
    /// Marks that separate a name only between spaces.
    private static let spacedMarks = Set("-:/".unicodeScalars)

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == VisibleText.ideographicSpace
    }

    private static func shortened(_ title: String, by suffix: String) -> String {
        let rest = title.unicodeScalars.dropLast(suffix.unicodeScalars.count).reversed().drop(while: isSpace)
        let kept = String(String.UnicodeScalarView(rest.reversed()))
        return kept.isEmpty ? title : kept
    }
}
