import FeedRendering

/// A line about an error that fits into a mail: `BEGINNING: what happened; what to do [subject]`.
///
/// What to do is never cut. Where there is not room for all, the subject gives way first, then a third party's words,
/// then the subject as a whole, then what happened.
struct ErrorLine {
    /// Columns of a line at most: what a mail shows without wrapping.
    static let columns = 160
    /// Fewer columns of a subject tell nothing.
    private static let shortestSubject = 20
    private static let longestBeginning = 90

    let beginning: String
    let what: String
    /// `what` without a third party's words.
    let shortWhat: String
    let cure: String
    let subject: String

    /// The line, `columns` wide at most.
    var text: String {
        let beginning = DisplayWidth.fit(beginning, in: Self.longestBeginning)
        for what in [what, shortWhat] {
            let text = "\(beginning): \(what); \(cure)"
            let room = Self.columns - DisplayWidth.of(text)
            if subject.isEmpty, room >= 0 { return text }
            let needed = min(DisplayWidth.of(subject), Self.shortestSubject) + 3
            if !subject.isEmpty, room >= needed { return "\(text) [\(DisplayWidth.fit(subject, in: room - 3))]" }
        }
        let rest = DisplayWidth.of("\(beginning): ; \(cure)")
        let room = max(8, Self.columns - rest)
        return DisplayWidth.fit("\(beginning): \(DisplayWidth.fit(shortWhat, in: room)); \(cure)", in: Self.columns)
    }
}
