import FeedEngine
import FeedJSON
import FeedModel
import FeedStages

/// The run report of `--report`: the results of a run as JSON.
struct ReportDocument {
    let report: RunReport
    let exit: ExitStatus
    let catalogue: Catalogue
    /// The zone of dates in sentences.
    let zone: Zone

    /// One JSON object; names in alphabetical order, times in UTC.
    var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("started", report.started.rfc3339())
        writer.member("finished", report.finished.rfc3339())
        writer.member("exit", Int(exit.rawValue))
        if let error = report.stateError { write(error, into: &writer) }
        writeTotals(into: &writer)
        write("sources", report.sources, into: &writer, source)
        write("pipelines", report.pipelines, into: &writer, pipeline)
        write("sinks", report.sinks, into: &writer, sink)
        writeBudgets(into: &writer)
        writeChanges(into: &writer)
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private func writeTotals(into writer: inout JSONWriter) {
        let sources = report.sources.values
        writer.name("totals")
        writer.beginObject()
        writer.member("sources", sources.count)
        for kind in [SourceOutcome.Kind.loaded, .unchanged, .failed, .skipped] {
            writer.member(kind.rawValue, sources.count { $0.kind == kind })
        }
        writer.member("entries", sources.reduce(0) { $0 + $1.entries })
        writer.member("new", sources.reduce(0) { $0 + $1.new })
        writer.member("delivered", report.sinks.values.reduce(0) { $0 + $1.delivered })
        writer.endObject()
    }

    private func source(_ outcome: SourceOutcome, into writer: inout JSONWriter) {
        writer.member("outcome", outcome.kind.rawValue)
        writer.member("reason", outcome.skipReason?.rawValue)
        writer.member("first_load", outcome.isFirstLoad)
        writer.member("http_status", outcome.httpStatus)
        writer.member("requests", outcome.requests)
        writer.member("bytes", outcome.bytes)
        writer.member("entries", outcome.entries)
        writer.member("new", outcome.new)
        if outcome.quarantined > 0 { writer.member("quarantined", outcome.quarantined) }
        writer.name("seconds")
        writer.value((outcome.seconds * 1000).rounded() / 1000)
        if let error = outcome.error { write(error, into: &writer) }
        guard !outcome.failedDocuments.isEmpty else { return }
        writer.name("failed_documents")
        writer.beginArray()
        for document in outcome.failedDocuments {
            writer.beginObject()
            writer.member("key", document.key)
            write(document.error, into: &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    private func pipeline(_ outcome: PipelineOutcome, into writer: inout JSONWriter) {
        writer.member("due", outcome.isDue)
        writer.member("kept", outcome.kept)
        writer.member("dropped", outcome.dropped.values.reduce(0, +))
        writer.member("held", outcome.held)
        writer.member("later", outcome.later)
        if outcome.requests > 0 { writer.member("requests", outcome.requests) }
        if !outcome.dropped.isEmpty {
            writer.name("dropped_by")
            writer.beginObject()
            for (filter, count) in outcome.dropped.sorted(by: { $0.key < $1.key }) { writer.member(filter, count) }
            writer.endObject()
        }
        if !outcome.undecided.isEmpty {
            writer.name("undecided_by_pattern")
            writer.beginObject()
            for (text, count) in outcome.undecided.sorted(by: { $0.key < $1.key }) { writer.member(text, count) }
            writer.endObject()
        }
        if outcome.isOfOtherWorker { writer.member("other_worker", true) }
        if let error = outcome.error { write(error, into: &writer) }
    }

    private func sink(_ outcome: SinkOutcome, into writer: inout JSONWriter) {
        writer.member("delivered", outcome.delivered)
        writer.member("waiting", outcome.waiting)
        writer.member("given_up", outcome.givenUp)
        writer.name("targets")
        writer.beginArray()
        for target in outcome.targets { writer.value(target) }
        writer.endArray()
        if outcome.isOfOtherWorker { writer.member("other_worker", true) }
        if let error = outcome.error { write(error, into: &writer) }
    }

    private func writeBudgets(into writer: inout JSONWriter) {
        guard !report.budgets.isEmpty else { return }
        writer.name("budgets")
        writer.beginArray()
        for budget in report.budgets {
            writer.beginObject()
            writer.member("server", budget.server)
            writer.member("left", budget.remaining)
            writer.member("allowed", budget.allowed)
            writer.member("until", budget.resetsAt.rfc3339())
            writer.member("needed", budget.needed)
            writer.endObject()
        }
        writer.endArray()
    }

    private func writeChanges(into writer: inout JSONWriter) {
        let lines = ChangeLines(catalogue: catalogue, zone: zone)
        writer.name("changes")
        writer.beginArray()
        for text in lines.texts(for: report.lines, dated: true) { writer.value(text.text) }
        writer.endArray()
    }

    private func write(_ error: StageError, into writer: inout JSONWriter) {
        writer.name("error")
        writer.beginObject()
        writer.member("code", error.code.rawValue)
        writer.member("message", catalogue.what(error))
        writer.member("recovery", catalogue.cure(error))
        writer.member("subject", error.subject.isEmpty ? nil : error.subject)
        writer.endObject()
    }

    private func write<Outcome>(
        _ name: String, _ outcomes: [String: Outcome], into writer: inout JSONWriter,
        _ body: (Outcome, inout JSONWriter) -> Void
    ) {
        writer.name(name)
        writer.beginObject()
        for (name, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
            writer.name(name)
            writer.beginObject()
            body(outcome, &writer)
            writer.endObject()
        }
        writer.endObject()
    }
}
