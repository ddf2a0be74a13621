import FeedModel
import FeedRendering
import FeedState

/// How sources and sinks fare, a line each.
struct StatusTable {
    private static let widestName = 32

    let survey: HealthSurvey
    /// Columns of the terminal, or nil.
    let columns: Int?

    /// Sources, sinks, and how many sources fare how.
    var lines: [String] {
        var lines = table(
            ["SOURCE", "STATE", "SUCCESS", "HTTP", "FAILED", "WEEKLY", "NEWEST", "NEXT"], survey.sources.map(row))
        if !survey.sinks.isEmpty {
            lines += [""] + table(["SINK", "STATE", "WAITING", "SINCE", "GIVEN UP"], survey.sinks.map(row))
        }
        return lines + ["", columns.map { DisplayWidth.fit(summary, in: $0) } ?? summary]
    }

    private func row(_ source: SourceStatus) -> [String] {
        let (state, now) = (source.state(at: survey.now), survey.now)
        guard let record = source.record else { return [source.name, state, "never", "-", "-", "-", "-", "-"] }
        let next = record.nextPoll(at: now).map { "in \(Span.text($0 - now))" }
        return [
            source.name, state, Self.ago(record.health.lastSuccess, now) ?? "never",
            record.httpStatus.map(String.init) ?? "-",
            record.health.failures == 0 ? "-" : "\(record.health.failures)×", Self.rate(record.entriesPerWeek),
            (Self.ago(record.newest, now) ?? "-") + (record.silence == nil ? "" : " (silent)")
                + (record.missesEntries(at: now) ? " (missed)" : ""),
            record.health.stoppedAt != nil || !source.isUsed ? "never" : next ?? "next run",
        ]
    }

    private func row(_ sink: SinkRecord) -> [String] {
        [
            sink.name, sink.state, "\(sink.waiting)",
            Self.ago(sink.waitingSince, survey.now) ?? "-", sink.givenUpEntries == 0 ? "-" : "\(sink.givenUpEntries)",
        ]
    }

    /// `3 d ago`
    static func ago(_ moment: Timestamp?, _ now: Timestamp) -> String? {
        moment.map { "\(Span.text(now - $0)) ago" }
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
        let parts = order.compactMap { state in counts[state].map { "\($0) \(state)" } }
        let count = survey.sources.count == 1 ? "1 source" : "\(survey.sources.count) sources"
        return parts.isEmpty ? count : "\(count): \(parts.joined(separator: ", "))"
    }
}
