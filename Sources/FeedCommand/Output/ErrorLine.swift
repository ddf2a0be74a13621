import FeedMessages
import FeedModel
import FeedRendering
import FeedStages

/// A line about an error that fits into a mail: `BEGINNING: what happened; what to do [subject] (code)`.
///
/// What to do and the code are never cut. Where there is not room for all, the subject gives way first, then what the beginning
/// names, then a third party's words, then the subject as a whole, and only then what happened.
struct ErrorLine {
    /// Columns of a line at most, without its code.
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
    /// The error's code in brackets, by which the line can be searched for; empty without one.
    var code = ""
    var localized = Localizer(.en)

    /// The line, so many columns wide at most, and the code behind them: it takes no room from the reason.
    func text(in columns: Int = Self.columns) -> String {
        code.isEmpty ? text(within: columns) : "\(text(within: columns)) \(code)"
    }

    private func text(within columns: Int) -> String {
        let beginnings = [beginning, shortBeginning ?? beginning].map {
            DisplayWidth.fit($0, in: Self.longestBeginning)
        }
        for what in [what, shortWhat] {
            for beginning in beginnings {
                let text = joined(beginning, what)
                let room = columns - DisplayWidth.of(text)
                if subject.isEmpty, room >= 0 { return text }
                let needed = min(DisplayWidth.of(subject), Self.shortestSubject) + 3
                if !subject.isEmpty, room >= needed { return "\(text) [\(fitSubject(in: room - 3))]" }
            }
        }
        let short =
            (beginnings + [lastBeginning ?? beginnings[1]])
            .first { DisplayWidth.of(joined($0, shortWhat)) <= columns } ?? lastBeginning ?? beginnings[1]
        let room = max(8, columns - DisplayWidth.of(joined(short, "")))
        return DisplayWidth.fit(joined(short, DisplayWidth.fit(what(in: room), in: room)), in: columns)
    }

    private func joined(_ beginning: String, _ what: String) -> String {
        localized("line.error", ["beginning": .text(beginning), "what": .text(what), "cure": .text(cure)])
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

extension ErrorLine {
    /// The line about an error, in the words of a catalogue.
    init(
        _ error: StageError, _ catalogue: Catalogue, beginning: String, shortBeginning: String? = nil,
        lastBeginning: String? = nil, namesSubject: Bool = true
    ) {
        self.init(
            beginning: beginning, shortBeginning: shortBeginning, lastBeginning: lastBeginning,
            what: catalogue.what(error), shortWhat: catalogue.whatWithoutWords(error), cure: catalogue.cure(error),
            subject: namesSubject ? VisibleText.line(error.subject) : "",
            path: error.facts[.folder].map(VisibleText.line), code: catalogue.code(error),
            localized: catalogue.localized)
    }
}
