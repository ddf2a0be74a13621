import FeedEngine
import FeedModel
import FeedState

/// The metrics of `--metrics`: results of the run and the current state, for the textfile collector of Prometheus'
/// node_exporter. Labels are names from the configuration only, so their number is bounded by it.
struct MetricsDocument {
    let report: RunReport
    let exit: ExitStatus
    /// The records in the state, or nil if it could not be opened.
    let survey: HealthSurvey?
    /// The size of the state's files in bytes; nil if it has none.
    let stateSize: Int?

    var bytes: [UInt8] {
        var text = MetricsText()
        text.gauge(
            "kawaraban_info", "Always 1; labelled with the version.", [([("version", KawarabanVersion.current)], 1)])
        writeRun(into: &text)
        writeOthers(into: &text)
        writeSources(into: &text)
        writePipelines(into: &text)
        writeSinks(into: &text)
        writeLines(into: &text)
        if let stateSize {
            text.gauge("kawaraban_state_bytes", "Size of the state database and its log.", Double(stateSize))
        }
        return text.bytes
    }

    private func writeRun(into text: inout MetricsText) {
        text.gauge(
            "kawaraban_run_started_timestamp_seconds", "When the last run began, since 1970.", seconds(report.started))
        text.gauge(
            "kawaraban_run_finished_timestamp_seconds", "When the last run ended, since 1970.", seconds(report.finished)
        )
        text.gauge(
            "kawaraban_run_duration_seconds", "How long the last run took.",
            max(0, Double((report.finished - report.started).clampedMilliseconds) / 1000))
        text.gauge("kawaraban_run_exit_status", "The last run's exit status; 0 is well.", Double(exit.rawValue))
        text.gauge(
            "kawaraban_run_offline", "Whether the last run found this machine offline.", report.isOffline ? 1 : 0)
        let kinds = [SourceOutcome.Kind.loaded, .unchanged, .failed, .skipped]
        text.gauge(
            "kawaraban_run_sources", "Sources of the last run by what became of them.",
            kinds.map { kind in
                ([("outcome", kind.rawValue)], Double(report.sources.values.count { $0.kind == kind }))
            })
    }

    /// What other workers of the same state had.
    private func writeOthers(into text: inout MetricsText) {
        let counts = [
            ("sources", report.sources.values.count { $0.skipReason == .otherWorker }),
            ("pipelines", report.pipelines.values.count(where: \.isOfOtherWorker)),
            ("sinks", report.sinks.values.count(where: \.isOfOtherWorker)),
        ]
        text.gauge(
            "kawaraban_run_left_to_others", "Parts that the last run left to another worker of the state.",
            counts.map { ([("part", $0.0)], Double($0.1)) })
    }

    private func writeSources(into text: inout MetricsText) {
        let outcomes = report.sources.sorted { $0.key < $1.key }
        func gauge(_ name: String, _ help: String, _ value: (SourceOutcome) -> Double?) {
            let samples = outcomes.compactMap { name, outcome in value(outcome).map { ([("source", name)], $0) } }
            text.gauge(name, help, samples)
        }
        gauge("kawaraban_source_new_entries", "Entries that the last run saw for the first time.") { Double($0.new) }
        gauge("kawaraban_source_fetch_seconds", "How long the last run's fetch took; none if it was not asked.") {
            $0.kind == .skipped ? nil : $0.seconds
        }
        guard let survey else { return }
        let sources = survey.sources.filter(\.isUsed).sorted { $0.name < $1.name }
        text.gauge(
            "kawaraban_source_last_success_timestamp_seconds", "When it was last loaded completely, since 1970.",
            sources.compactMap { source in
                source.record?.health.lastSuccess.map { ([("source", source.name)], seconds($0)) }
            })
        text.gauge(
            "kawaraban_source_failures", "Failures in a row.",
            sources.map { ([("source", $0.name)], Double($0.record?.health.failures ?? 0)) })
        text.gauge(
            "kawaraban_source_needs_attention", "Whether `kawaraban status` says that somebody should look after it.",
            sources.map { ([("source", $0.name)], $0.needsAttention(at: survey.now) ? 1 : 0) })
    }

    private func writePipelines(into text: inout MetricsText) {
        let outcomes = report.pipelines.sorted { $0.key < $1.key }
        let verdicts: [(String, (PipelineOutcome) -> Int)] = [
            ("kept", \.kept), ("dropped", { $0.dropped.values.reduce(0, +) }), ("held", \.held), ("later", \.later),
        ]
        text.gauge(
            "kawaraban_pipeline_entries", "Entries of the last run by what the pipeline's filters said.",
            outcomes.flatMap { name, outcome in
                verdicts.map { ([("pipeline", name), ("verdict", $0.0)], Double($0.1(outcome))) }
            })
    }

    private func writeSinks(into text: inout MetricsText) {
        text.gauge(
            "kawaraban_sink_delivered_entries", "Entries that the last run delivered.",
            report.sinks.sorted { $0.key < $1.key }.map { ([("sink", $0.key)], Double($0.value.delivered)) })
        let records = (survey?.sinks ?? []).sorted { $0.name < $1.name }
        text.gauge(
            "kawaraban_sink_waiting_entries", "Entries that wait for it.",
            records.map { ([("sink", $0.name)], Double($0.waiting)) })
        text.gauge(
            "kawaraban_sink_waiting_since_timestamp_seconds", "Since when the oldest of them waits, since 1970.",
            records.compactMap { record in record.waitingSince.map { ([("sink", record.name)], seconds($0)) } })
        text.gauge(
            "kawaraban_sink_given_up_entries", "Entries that were given up and are kept for `kawaraban state retry`.",
            records.map { ([("sink", $0.name)], Double($0.givenUpEntries)) })
        text.gauge(
            "kawaraban_sink_last_delivery_timestamp_seconds", "When something was last delivered to it, since 1970.",
            records.compactMap { record in record.deliveredAt.map { ([("sink", record.name)], seconds($0)) } })
    }

    private func writeLines(into text: inout MetricsText) {
        guard let waiting = survey?.waitingLines else { return }
        text.gauge(
            "kawaraban_lines_waiting", "Lines that nobody could read yet; the next run tells them.",
            Double(waiting.count))
        guard let since = waiting.since else { return }
        text.gauge(
            "kawaraban_lines_waiting_since_timestamp_seconds", "Since when the oldest of them waits, since 1970.",
            seconds(since))
    }

    private func seconds(_ moment: Timestamp) -> Double { Double(moment.milliseconds) / 1000 }
}
