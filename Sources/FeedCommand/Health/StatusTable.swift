import FeedMessages
import FeedModel
import FeedRendering
import FeedState

/// The state of sources, pipelines and sinks, one line each.
struct StatusTable {
    private static let (narrowestName, widestName) = (8, 32)

    let survey: HealthSurvey
    /// The width of the terminal in columns, or nil.
    let columns: Int?
    let localized: Localizer

    /// The lines for sources, for pipelines, for sinks, for workers, and a summary with the numbers in each state.
    var lines: [String] {
        // What is left out first is at other places, or matters to few.
        var lines = table(
            heading(localized("status.columns.sources")), survey.sources.map(row), dispensable: [5, 3, 6, 4, 2])
        if !survey.pipelines.isEmpty {
            lines +=
                [""]
                + table(heading(localized("status.columns.pipelines")), survey.pipelines.map(row), dispensable: [5, 2])
        }
        if !survey.sinks.isEmpty {
            lines +=
                [""] + table(heading(localized("status.columns.sinks")), survey.sinks.map(row), dispensable: [3, 4])
        }
        return lines + workerLines + [""] + (columns.map { DisplayWidth.wrapped(summary, in: $0) } ?? [summary])
    }

    /// Returns the column headings. They are in one sentence with ` | ` between them.
    func heading(_ sentence: String) -> [String] { sentence.split(separator: " | ").map(String.init) }

    private func row(_ source: SourceStatus) -> [String] {
        let (state, now) = (localized(StatusWords.word(source.state(at: survey.now))), survey.now)
        let never = localized("status.never")
        guard let record = source.record else { return [source.name, state, never, "-", "-", "-", "-", "-"] }
        let next = survey.nextPoll(of: source).map { localized("status.in", ["span": .span($0 - now)]) }
        return [
            source.name, state, ago(record.health.lastSuccess) ?? never, record.httpStatus.map(String.init) ?? "-",
            record.health.failures == 0 ? "-" : "\(record.health.failures)×", Self.rate(record.entriesPerWeek),
            newest(of: record),
            record.health.stoppedAt != nil || !source.isUsed ? never : next ?? localized("status.table.next_run"),
        ]
    }

    private func newest(of record: FeedRecord) -> String {
        var text = ago(record.newest) ?? "-"
        if record.silence != nil { text = localized("status.table.silent", ["newest": .text(text)]) }
        return record.missesEntries(at: survey.now) ? localized("status.table.missed", ["newest": .text(text)]) : text
    }

    private func row(_ pipeline: PipelineStatus) -> [String] {
        let record = pipeline.record
        let next: String =
            switch pipeline.next(after: survey.now, in: survey.zone) {
            case .eachRun: localized("status.table.each_run")
            case .nextRun: localized("status.table.next_run")
            case .at(let moment): localized("status.in", ["span": .span(moment - survey.now)])
            case .unknown: "-"
            }
        return [
            record.name, localized(StatusWords.word(pipeline.state)),
            ago(record.lastDeliveredAt) ?? localized("status.never"), next, "\(record.waiting)",
            record.held == 0 ? "-" : "\(record.held)",
        ]
    }

    private func row(_ sink: SinkRecord) -> [String] {
        [
            sink.name, localized(StatusWords.word(sink.state)), "\(sink.waiting)", ago(sink.waitingSince) ?? "-",
            sink.givenUpEntries == 0 ? "-" : "\(sink.givenUpEntries)",
        ]
    }

    /// `3 d ago`
    private func ago(_ moment: Timestamp?) -> String? {
        moment.map { localized("status.ago", ["span": .span(survey.now - $0)]) }
    }

    /// `7`, `0.5`: entries a week.
    static func rate(_ perWeek: Double) -> String {
        let quarters = Int((perWeek * 4).rounded())
        if quarters == 0 { return "0" }
        return quarters % 4 == 0 || quarters >= 40
            ? "\((quarters + 2) / 4)" : "\(quarters / 4).\([0, 25, 5, 75][quarters % 4])"
    }

    /// Returns the rows below their head. On a narrow terminal columns are left out, in the order of `dispensable`.
    func table(_ head: [String], _ rows: [[String]], dispensable: [Int]) -> [String] {
        let rows = rows.map { row in
            [DisplayWidth.fit(VisibleText.line(row[0]), in: Self.widestName)] + row.dropFirst().map(VisibleText.line)
        }
        var widths = head.indices.map { column in
            ([head] + rows).map { DisplayWidth.of($0[column]) }.max() ?? 0
        }
        var shown = Array(head.indices)
        for column in dispensable {
            guard let columns, shown.reduce(-2, { $0 + widths[$1] + 2 }) > columns else { break }
            shown.removeAll { $0 == column }
        }
        if let columns {
            let others = shown.dropFirst().reduce(0) { $0 + widths[$1] + 2 }
            widths[0] = min(widths[0], max(Self.narrowestName, columns - others))
        }
        return ([head] + rows).map { row in
            let cells = shown.map { DisplayWidth.pad(DisplayWidth.fit(row[$0], in: widths[$0]), to: widths[$0]) }
            let text = cells.joined(separator: "  ")
            let line = String(text[..<(text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex)])
            return columns.map { DisplayWidth.fit(line, in: $0) } ?? line
        }
    }

    /// `42 sources: 40 ok, 1 failing, 1 dead; 2 pipelines: 2 ok; 3 sinks: 2 ok, 1 failing`
    private var summary: String {
        let sources = survey.sources.map { $0.state(at: survey.now) }
        // messages: status.summary.*
        let parts = [
            ("sources", sources), ("pipelines", survey.pipelines.map(\.state)), ("sinks", survey.sinks.map(\.state)),
        ].filter { $0.0 == "sources" || !$0.1.isEmpty }.map { kind, states in
            var arguments: [String: MessageArgument] = ["count": .number(states.count)]
            if !states.isEmpty { arguments["states"] = .text(localized.commas(counted(states))) }
            return localized("status.summary.\(kind)", arguments)
        }
        return parts.dropFirst().reduce(parts[0]) {
            localized("status.summary.joined", ["parts": .text($0), "part": .text($1)])
        }
    }

    private func counted(_ states: [String]) -> [String] {
        var counts: [String: Int] = [:]
        for state in states { counts[state, default: 0] += 1 }
        return (HealthState.allCases.map(\.rawValue) + ["disabled"]).compactMap { state in
            counts[state].map { count in
                localized("status.count", ["count": .number(count), "state": .message(StatusWords.word(state))])
            }
        }
    }
}
