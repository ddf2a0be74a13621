import FeedMessages
import FeedModel
import FeedRendering
import FeedState

/// The state of sources and sinks, one line each.
struct StatusTable {
    private static let widestName = 32

    let survey: HealthSurvey
    /// The width of the terminal in columns, or nil.
    let columns: Int?
    let localized: Localizer

    /// The lines for sources, for sinks, and a summary with the number of sources in each state.
    var lines: [String] {
        var lines = table(heading(localized("status.columns.sources")), survey.sources.map(row))
        if !survey.sinks.isEmpty {
            lines += [""] + table(heading(localized("status.columns.sinks")), survey.sinks.map(row))
        }
        return lines + ["", columns.map { DisplayWidth.fit(summary, in: $0) } ?? summary]
    }

    /// Returns the column headings. They are in one sentence with ` | ` between them.
    private func heading(_ sentence: String) -> [String] { sentence.split(separator: " | ").map(String.init) }

    private func row(_ source: SourceStatus) -> [String] {
        let (state, now) = (localized(StatusWords.word(source.state(at: survey.now))), survey.now)
        let never = localized("status.never")
        guard let record = source.record else { return [source.name, state, never, "-", "-", "-", "-", "-"] }
        let next = record.nextPoll(at: now).map { localized("status.in", ["span": .span($0 - now)]) }
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

    private func table(_ head: [String], _ rows: [[String]]) -> [String] {
        let rows = rows.map { row in
            [DisplayWidth.fit(VisibleText.line(row[0]), in: Self.widestName)] + row.dropFirst().map(VisibleText.line)
        }
        let widths = head.indices.map { column in
            ([head] + rows).map { DisplayWidth.of($0[column]) }.max() ?? 0
        }
        return ([head] + rows).map { row in
            let cells = zip(row, widths).map { DisplayWidth.pad($0, to: $1) }
            let text = cells.joined(separator: "  ")
            let line = String(text[..<(text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex)])
            return columns.map { DisplayWidth.fit(line, in: $0) } ?? line
        }
    }

    /// `42 sources: 40 ok, 1 failing, 1 dead`
    private var summary: String {
        var counts: [String: Int] = [:]
        for source in survey.sources { counts[source.state(at: survey.now), default: 0] += 1 }
        let order = HealthState.allCases.map(\.rawValue) + ["disabled"]
        let parts = order.compactMap { state in
            counts[state].map { count in
                localized("status.count", ["count": .number(count), "state": .message(StatusWords.word(state))])
            }
        }
        var arguments: [String: MessageArgument] = ["count": .number(survey.sources.count)]
        if !parts.isEmpty { arguments["states"] = .text(localized.commas(parts)) }
        return localized("status.summary", arguments)
    }
}
