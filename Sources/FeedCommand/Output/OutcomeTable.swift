import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages

/// The outcome of each source, pipeline and sink as a short table for a terminal.
struct OutcomeTable {
    /// The most sources that are shown. The others are counted.
    private static let limit = 40

    let report: RunReport
    /// Names in the configuration's order.
    let sources: [String]
    let pipelines: [String]
    let sinks: [String]
    let catalogue: Catalogue
    let localized: Localizer
    /// The zone of dates.
    var zone = Zone.utc
    /// The working folder, or empty if it is unknown.
    var folder = ""
    /// Whether the run delivered nothing and keeps nothing.
    var isDryRun = false
    /// The columns at the beginning of a remark's further lines.
    private static let indent = "    "
    private static let narrowestName = 8

    /// The parts of the table.
    enum Part {
        case sources, deliveries
    }

    /// Returns the lines of the table within `columns`, with coloured outcomes if `usesColor`. A line may be longer
    /// because of an address.
    func lines(columns: Int, usesColor: Bool = false, of parts: [Part] = [.sources, .deliveries]) -> [String] {
        var rows: [Row] = []
        if parts.contains(.sources) { rows += sourceRows }
        if parts.contains(.deliveries) {
            rows += pipelines.compactMap { name in report.pipelines[name].flatMap { pipelineRow(name, $0) } }
            rows += sinks.compactMap { name in report.sinks[name].flatMap { sinkRow(name, $0) } }
        }
        var widths = (0..<3).map { column in
            rows.map { DisplayWidth.of($0.cells[column]) }.max() ?? 0
        }
        // Names leave room for the outcomes beside them.
        widths[0] = min(widths[0], max(Self.narrowestName, columns - widths[1] - 2))
        var table = rows.flatMap { lines(of: $0, widths, columns: columns, usesColor: usesColor) }
        if parts.contains(.sources) { table += rest }
        return parts.contains(.deliveries) ? table + DisplayWidth.wrapped(summary, in: columns) : table
    }

    /// Returns a row in one line, or with its remark on further ones.
    private func lines(of row: Row, _ widths: [Int], columns: Int, usesColor: Bool) -> [String] {
        let cells = zip(row.cells, widths).map { DisplayWidth.pad(DisplayWidth.fit($0, in: $1), to: $1) }
        var text = trimmed((cells + [row.remark]).joined(separator: "  "))
        if row.cells[2].isEmpty, DisplayWidth.of(text) > columns {
            // Without numbers, the remark uses their space.
            text = trimmed([cells[0], cells[1], row.remark].joined(separator: "  "))
        }
        var further: [String] = []
        if DisplayWidth.of(text) > columns {
            text = trimmed(cells.joined(separator: "  "))
            var remarks = [row.remark]
            if DisplayWidth.of(text) > columns {
                text = trimmed(cells[0] + "  " + cells[1])
                remarks.insert(row.cells[2], at: 0)
            }
            let remark = localized.commas(remarks.filter { !$0.isEmpty })
            further = DisplayWidth.wrapped(remark, in: columns - Self.indent.count).map { Self.indent + $0 }
        }
        let line = DisplayWidth.fit(text, in: columns)
        return [usesColor ? tinted(line, row, after: cells[0] + "  ") : line] + further
    }

    /// Returns the line with its outcome in colour, unless the outcome was cut off.
    private func tinted(_ line: String, _ row: Row, after name: String) -> String {
        let word = row.cells[1]
        guard let tint = Self.tints[row.outcome], line.hasPrefix(name + word) else { return line }
        return name + "\u{1B}[\(tint)m\(word)\u{1B}[0m" + line.dropFirst((name + word).count)
    }

    /// ECMA-48 SGR: red for failures, green for successes, faint for skipped work.
    private static let tints = [
        "failed": 31, "loaded": 32, "delivered": 32, "would_deliver": 32, "skipped": 2, "not_due": 2,
    ]

    private struct Row {
        /// The name, the outcome and the numbers.
        var cells: [String]
        /// The outcome as its message key has it.
        let outcome: String
        var remark = ""

        init(_ name: String, _ outcome: String, _ localized: Localizer) {
            self.outcome = outcome
            // messages: run.outcome.*
            cells = [name, localized("run.outcome.\(outcome)"), ""]
        }
    }

    /// The sources to show. If there are too many, only those that failed or had new entries.
    private var shownSources: [String] {
        let known = sources.filter { report.sources[$0] != nil }
        guard known.count > Self.limit else { return known }
        let telling = known.filter { name in
            report.sources[name].map { $0.kind == .failed || $0.new > 0 } ?? false
        }
        return Array(telling.prefix(Self.limit))
    }

    private var rest: [String] {
        let left = report.sources.count - shownSources.count
        return left > 0 ? [localized("run.more_sources", ["count": .number(left)])] : []
    }

    private var sourceRows: [Row] {
        shownSources.compactMap { name in report.sources[name].map { sourceRow(name, $0) } }
    }

    private func sourceRow(_ name: String, _ outcome: SourceOutcome) -> Row {
        var row = Row(VisibleText.line(name), outcome.kind.rawValue, localized)
        switch outcome.kind {
        case .loaded:
            row.cells[2] = localized(
                "run.new_of", ["new": .number(outcome.new), "entries": .number(outcome.entries)])
            row.remark = remark(on: outcome)
        case .unchanged: row.remark = remark(on: outcome)
        case .failed: row.remark = outcome.error.map(catalogue.what) ?? ""
        case .skipped: row.remark = outcome.skipReason.map(catalogue.reason) ?? ""
        }
        return row
    }

    private func remark(on outcome: SourceOutcome) -> String {
        var remarks = outcome.seconds > 0 ? [Quantity.taken(outcome.seconds, in: localized.language)] : []
        if outcome.isFirstLoad, outcome.kind == .loaded { remarks.append(localized("run.first_load")) }
        if let document = outcome.failedDocuments.first {
            var arguments = [
                "document": .text(VisibleText.line(document.key)),
                "what": MessageArgument(catalogue.what(document.error)),
            ]
            let others = outcome.failedDocuments.count - 1
            if others > 0 { arguments["others"] = .number(others) }
            remarks.append(localized("run.not_read", arguments))
        }
        return localized.commas(remarks)
    }

    /// Returns nil for a pipeline that the run was to leave out.
    private func pipelineRow(_ name: String, _ outcome: PipelineOutcome) -> Row? {
        guard !outcome.isLeftOut else { return nil }
        var row = Row("= " + VisibleText.line(name), outcome.isDue ? "due" : "not_due", localized)
        guard outcome.isDue else {
            if let next = outcome.next {
                row.remark = localized(
                    "run.not_due_until",
                    ["moment": .text(DigestDates(zone: zone).minute(next)), "name": .text(VisibleText.line(name))])
            }
            return row
        }
        guard !outcome.isOfOtherWorker else {
            row.remark = localized("skip.other_worker")
            return row
        }
        row.cells[2] = localized("run.kept", ["count": .number(outcome.kept)])
        let numbers = [
            (outcome.held, localized("run.held", ["count": .number(outcome.held)])),
            (outcome.later, localized("run.later", ["count": .number(outcome.later)])),
        ]
        row.remark = localized.commas(dropped(outcome.dropped) + numbers.filter { $0.0 > 0 }.map(\.1))
        if let error = outcome.error { row.remark = catalogue.what(error) }
        return row
    }

    /// Returns how many entries were dropped, and by which filter, that with the most first.
    private func dropped(_ counts: [String: Int]) -> [String] {
        let sorted = counts.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard !sorted.isEmpty else { return [] }
        let filters = sorted.map { VisibleText.line($0.key) }
        guard sorted.count > 1 else {
            return [localized("run.dropped_by", ["count": .number(sorted[0].value), "filter": .text(filters[0])])]
        }
        let parts = zip(sorted, filters).map { "\($0.value) \($1)" }
        return [
            localized(
                "run.dropped_by_several",
                ["count": .number(sorted.reduce(0) { $0 + $1.value }), "filters": .row(parts)])
        ]
    }

    /// Returns nil for a sink of which there is nothing to say because the run left pipelines out.
    private func sinkRow(_ name: String, _ outcome: SinkOutcome) -> Row? {
        let count = isDryRun ? outcome.previewed : outcome.delivered
        // messages: run.outcome.*
        let done = isDryRun ? "would_deliver" : "delivered"
        let word = outcome.error != nil ? "failed" : count > 0 ? done : "nothing_new"
        let isUntouched =
            count == 0 && outcome.error == nil && outcome.waiting == 0 && outcome.givenUp == 0
            && !outcome.isOfOtherWorker
        if isUntouched, report.pipelines.values.contains(where: \.isLeftOut) { return nil }
        var row = Row("→ " + VisibleText.line(name), word, localized)
        if count > 0 { row.cells[2] = localized("run.entries", ["count": .number(count)]) }
        var remarks = outcome.targets.prefix(3).map { VisibleText.line(ShownPath.of($0, in: folder)) }
        if outcome.targets.count > 3 {
            remarks.append(localized("run.more_targets", ["count": .number(outcome.targets.count - 3)]))
        }
        if outcome.isOfOtherWorker { remarks.append(localized("skip.other_worker")) }
        if outcome.waiting > 0 { remarks.append(localized("run.waiting", ["count": .number(outcome.waiting)])) }
        if outcome.givenUp > 0 { remarks.append(localized("run.given_up", ["count": .number(outcome.givenUp)])) }
        if let error = outcome.error {
            let catalogue = catalogue.forSinks
            remarks.append(
                localized(
                    "run.trouble",
                    ["what": MessageArgument(catalogue.what(error)), "cure": MessageArgument(catalogue.cure(error))]))
        }
        row.remark = localized.commas(remarks)
        return row
    }

    private var summary: String {
        let asked = report.sources.values.filter { $0.kind != .skipped }
        let new = asked.reduce(0) { $0 + $1.new }
        let delivered = report.sinks.values.reduce(0) { $0 + (isDryRun ? $1.previewed : $1.delivered) }
        let failed = asked.count { $0.kind == .failed }
        var parts = [localized("run.asked", ["count": .number(asked.count)])]
        if failed > 0 { parts.append(localized("run.failed", ["count": .number(failed)])) }
        parts.append(new == 0 ? localized("run.outcome.nothing_new") : localized("run.new", ["count": .number(new)]))
        parts.append(
            delivered == 0
                ? localized("run.nothing_to_deliver")
                : isDryRun
                    ? localized("run.would_deliver", ["count": .number(delivered)])
                    : localized("run.delivered", ["count": .number(delivered)]))
        let waiting = report.sinks.values.reduce(0) { $0 + $1.waiting }
        if waiting > 0 { parts.append(localized("run.waiting", ["count": .number(waiting)])) }
        if !isDryRun {
            let seconds = Double((report.finished - report.started).clampedMilliseconds) / 1000
            parts.append(Quantity.taken(seconds, in: localized.language))
        }
        if report.wasCancelled { parts.append(localized("run.stopped")) }
        return localized.commas(parts.filter { !$0.isEmpty })
    }

    private func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }
}
