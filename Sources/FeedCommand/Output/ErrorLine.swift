import FeedRendering

/// A line about an error that fits into a mail: `BEGINNING: what happened; what to do [subject]`.
///
/// What to do is never cut. Where there is not room for all, the subject gives way first, then what the beginning
/// names, then a third party's words, then the subject as a whole, and only then what happened.
struct ErrorLine {
    /// Columns of a line at most: what a mail shows without wrapping.
    static let columns = 160
    /// Fewer columns of a subject tell nothing.
    private static let shortestSubject = 20
    private static let longestBeginning = 90

    let beginning: String
    /// `beginning` with less of what it names, where the reason would not be whole otherwise.
    var shortBeginning: String?
    /// `beginning` with less in it, where the reason would be cut otherwise.
    var lastBeginning: String?
    let what: String
    /// `what` without a third party's words.
    let shortWhat: String
    let cure: String
    let subject: String
    /// A path that `what` names, or nil: its beginning gives way before anything else of it.
    var path: String?

    /// The line, so many columns wide at most.
    func text(in columns: Int = Self.columns) -> String {
        let beginnings = [beginning, shortBeginning ?? beginning].map {
            DisplayWidth.fit($0, in: Self.longestBeginning)
        }
        for what in [what, shortWhat] {
            for beginning in beginnings {
                let text = "\(beginning): \(what); \(cure)"
                let room = columns - DisplayWidth.of(text)
                if subject.isEmpty, room >= 0 { return text }
                let needed = min(DisplayWidth.of(subject), Self.shortestSubject) + 3
                if !subject.isEmpty, room >= needed { return "\(text) [\(fitSubject(in: room - 3))]" }
            }
        }
        let short =
            (beginnings + [lastBeginning ?? beginnings[1]])
            .first { DisplayWidth.of("\($0): \(shortWhat); \(cure)") <= columns } ?? lastBeginning ?? beginnings[1]
        let room = max(8, columns - DisplayWidth.of("\(short): ; \(cure)"))
        return DisplayWidth.fit("\(short): \(DisplayWidth.fit(what(in: room), in: room)); \(cure)", in: columns)
    }

    /// `shortWhat` with less of the path that it names.
    private func what(in columns: Int) -> String {
        let excess = DisplayWidth.of(shortWhat) - columns
        guard let path, excess > 0 else { return shortWhat }
        let room = max(Self.shortestSubject, DisplayWidth.of(path) - excess)
        return shortWhat.replacing(path, with: DisplayWidth.fitEnd(path, in: room), maxReplacements: 1)
    }

    /// The beginning of an address tells most, and the end of a path.
    private func fitSubject(in columns: Int) -> String {
        subject.hasPrefix("/") ? DisplayWidth.fitEnd(subject, in: columns) : DisplayWidth.fit(subject, in: columns)
    }
}
