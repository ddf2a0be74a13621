import FeedConfiguration
import FeedRendering

/// The line of a mistake with a caret under its place.
enum MarkedLine {
    /// The columns of the line's number.
    private static let numberColumns = 5
    /// What a terminal shows at least behind the place.
    private static let columnsBehind = 16

    /// Returns two lines within `columns`; none if the line cannot be shown.
    static func lines(_ excerpt: SourceExcerpt?, at place: Place, columns: Int?) -> [String] {
        guard let line = excerpt?.line(of: place) else { return [] }
        let number = String(repeating: " ", count: max(0, numberColumns - String(line.number).count)) + "\(line.number)"
        let gutter = String(repeating: " ", count: number.count)
        let room = max(columnsBehind * 2, (columns ?? .max) - number.count - 3)
        var (text, before) = (line.text, line.before)
        if DisplayWidth.of(text) > room {
            let rest = String(text.unicodeScalars.dropFirst(before.unicodeScalars.count))
            before = DisplayWidth.fitEnd(before, in: room - columnsBehind)
            text = DisplayWidth.fit(before + rest, in: room)
        }
        let blanks = String(repeating: " ", count: DisplayWidth.of(before))
        return ["\(number) | \(text)", "\(gutter) | \(blanks)^"]
    }
}
