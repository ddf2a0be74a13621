/// Breaks text into lines of at most `width` columns, by the rules of Japanese and Latin typesetting. A line may break
/// between words, and between ideographs unless kinsoku (JIS X 4051) forbids it. A word longer than a line is cut.
package struct LineBreaker: Sendable {
    /// Width of a line, in columns.
    package let width: Int

    /// Makes a breaker for lines of `width` columns, at least 4.
    package init(width: Int) { self.width = max(4, width) }

    /// Returns the lines without white space at their ends; none for empty text. Takes linear time.
    package func lines(_ text: String) -> [String] {
        var lines: [String] = []
        let scalars = text.unicodeScalars
        var start = scalars.startIndex
        var columns = 0
        /// The last position in the line where it may break, and the columns after it.
        var candidate: String.UnicodeScalarView.Index?
        var columnsAfter = 0
        var previous: Unicode.Scalar?
        for index in scalars.indices {
            let scalar = scalars[index]
            if let previous, Self.mayBreak(between: previous, and: scalar) {
                candidate = index
                columnsAfter = 0
            }
            let advance = DisplayWidth.of(scalar)
            if columns + advance > width, !Self.isSpace(scalar) {
                let end = candidate.flatMap { $0 > start ? $0 : nil } ?? index
                Self.append(scalars[start..<end], to: &lines)
                columns = end == index ? 0 : columnsAfter
                start = end
                candidate = nil
            }
            columns += advance
            columnsAfter += advance
            previous = scalar
        }
        Self.append(scalars[start...], to: &lines)
        return lines
    }

    private static func append(_ line: Substring.UnicodeScalarView, to lines: inout [String]) {
        var line = line
        while let first = line.first, isSpace(first) { line.removeFirst() }
        while let last = line.last, isSpace(last) { line.removeLast() }
        if !line.isEmpty { lines.append(String(line)) }
    }

    private static func mayBreak(between left: Unicode.Scalar, and right: Unicode.Scalar) -> Bool {
        if isSpace(right) { return false }
        if isSpace(left) { return true }
        if DisplayWidth.of(right) == 0 || left == zeroWidthJoiner { return false }
        guard DisplayWidth.of(left) == 2 || DisplayWidth.of(right) == 2 else { return false }
        return !neverFirst.contains(right) && !neverLast.contains(left)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == VisibleText.ideographicSpace
    }

    private static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"

    /// JIS X 4051 §7.1: closing brackets, hyphens, dividing marks, full stops, commas, iteration marks, the prolonged
    /// sound mark, small kana; and closing marks of Latin text.
    private static let neverFirst = Set(
        ("、。，．・：；？！‼⁇⁈⁉゛゜ヽヾゝゞ々〻ー〜～‐゠–—…‥’”）〕］｝〉》」』】〙〗〟｠»％℃"
            + "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ｡､｣･ｰﾞﾟ,.:;!?)]}%'\"").unicodeScalars)

    /// Opening brackets, and signs before a number.
    private static let neverLast = Set("（〔［｛〈《「『【〘〖〝‘“｟«｢([{￥＄#＃№@＠".unicodeScalars)
}
