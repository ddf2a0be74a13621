import FeedMessages
import FeedModel
import FeedRendering
import FeedStages

/// A line about an error that fits into a mail: `BEGINNING: what happened; what to do [subject] (code)`.
///
/// `what to do` and the code are never cut, and an address in the former takes no space from the rest. If there is too
/// little space, parts are cut or dropped in this order: the end of the subject, long names in the beginning, the other
/// side's words, the subject, and at last what happened.
struct ErrorLine {
    /// The greatest width of a line in columns, without its code.
    static let columns = 160
    /// The fewest columns of a subject that are of use.
    private static let shortestSubject = 20
    private static let longestBeginning = 90

    let beginning: String
    /// `beginning` with shorter names, for when the reason would be cut otherwise.
    var shortBeginning: String?
    /// `beginning` with fewer words, for when even that does not suffice.
    var lastBeginning: String?
    let what: String
    /// `what` without the other side's own words.
    let shortWhat: String
    let cure: String
    let subject: String
    /// A path in `what`, or nil. Its beginning is cut before any other part of `what`.
    var path: String?
    /// The error's code in parentheses, which people can search for; empty if there is none.
    var code = ""
    var localized = Localizer(.en)

    /// Returns the line within `columns`, followed by the code, which takes no space from the reason.
    func text(in columns: Int = Self.columns) -> String {
        let text = text(within: columns + DisplayWidth.ofAddresses(in: cure))
        return code.isEmpty ? text : "\(text) \(code)"
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
        let what = what(in: room)
        let whole = DisplayWidth.of(what) > room ? Self.withoutRemark(what) : what
        return joined(short, DisplayWidth.fit(whole, in: room))
    }

    /// Returns a sentence without the remark in parentheses at its end: half a remark says less than none.
    private static func withoutRemark(_ what: String) -> String {
        for (opening, closing) in [(" (", ")"), ("（", "）")] where what.hasSuffix(closing) {
            if let start = what.ranges(of: opening).last?.lowerBound { return String(what[..<start]) }
        }
        return what
    }

    private func joined(_ beginning: String, _ what: String) -> String {
        localized("line.error", ["beginning": .text(beginning), "what": .text(what), "cure": .text(cure)])
    }

    /// Returns `shortWhat` with a shortened path.
    private func what(in columns: Int) -> String {
        let excess = DisplayWidth.of(shortWhat) - columns
        guard let path, excess > 0 else { return shortWhat }
        let room = max(Self.shortestSubject, DisplayWidth.of(path) - excess)
        return shortWhat.replacing(path, with: DisplayWidth.fitEnd(path, in: room), maxReplacements: 1)
    }

    /// Cuts the end of an address but the beginning of a path: the rest is the more useful part.
    private func fitSubject(in columns: Int) -> String {
        subject.hasPrefix("/") ? DisplayWidth.fitEnd(subject, in: columns) : DisplayWidth.fit(subject, in: columns)
    }
}

extension ErrorLine {
    /// Makes the line about an error with the words of a catalogue.
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
