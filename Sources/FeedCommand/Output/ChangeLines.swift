import FeedEngine
import FeedModel
import FeedStages

/// What a run tells under cron: one line for each change, none if nothing changed.
struct ChangeLines {
    /// Columns of a line at most: what a mail shows without wrapping.
    static let columns = 160
    /// Lines at most; the rest is counted.
    static let limit = 10

    let catalogue: Catalogue
    let zone: Zone

    /// The lines for these changes, in order.
    func lines(for changes: [RunReport.Change]) -> [String] {
        let shown = changes.count > Self.limit ? changes.prefix(Self.limit) : changes[...]
        var lines = shown.map(line)
        if changes.count > shown.count {
            lines.append("kawaraban: … and \(changes.count - shown.count) more (--report FILE has all of them)")
        }
        return lines
    }

    /// The line for one change.
    func line(for change: RunReport.Change) -> String {
        switch change {
        case .sourceFailing(let name, let error, let since, let failures, let hasEverWorked):
            let state = hasEverWorked ? "failing since \(day(since)) (\(tries(failures)))" : "has never worked"
            return line("source \"\(name)\" \(state)", error)
        case .documentFailing(let name, let key, var error):
            error.subject = key
            return line("source \"\(name)\": one of its documents was not read", error)
        case .sourceRecovered(let name):
            return line("source \"\(name)\" works again")
        case .sinkFailing(let name, let error, let waiting):
            return line("sink \"\(name)\" failing, \(entries(waiting)) waiting", error)
        case .sinkWaiting(let name, let since, let waiting):
            return line("sink \"\(name)\": \(entries(waiting)) waiting since \(day(since))")
        case .sinkRecovered(let name):
            return line("sink \"\(name)\" works again")
        case .givenUp(let name, let error, let count):
            return line("sink \"\(name)\" gave up \(entries(count))", error)
        case .warning(let error):
            return line("warning", error)
        }
    }

    /// `kawaraban: BEGINNING: what happened; what to do [subject]`, the subject cut first, within the columns.
    func line(_ beginning: String, _ error: StageError) -> String {
        let text = "kawaraban: \(VisibleText.line(beginning)): \(catalogue.what(error)); \(catalogue.cure(error))"
        let subject = VisibleText.line(error.subject)
        let room = Self.columns - DisplayWidth.of(text) - 3
        guard !subject.isEmpty, room >= 12 else { return DisplayWidth.fit(text, in: Self.columns) }
        return "\(text) [\(DisplayWidth.fit(subject, in: room))]"
    }

    private func line(_ text: String) -> String {
        DisplayWidth.fit("kawaraban: \(VisibleText.line(text))", in: Self.columns)
    }

    private func day(_ moment: Timestamp) -> String {
        String(moment.rfc3339().prefix(10))
    }

    private func tries(_ count: Int) -> String { count == 1 ? "1 try" : "\(count) tries" }
    private func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }
}
