import ArgumentParser
import FeedEngine
import FeedStages
import FeedState

/// `kawaraban status [SOURCE]`: how every source and sink fares.
struct StatusCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tells how each source fares: its state, last success, failures, rhythm and next poll.",
        discussion: """
            With a source, everything that is known of it. Exits with 1 if any source that is shown is failing. The \
            states: ok, slow, degraded (its document had to be mended), unstable (a few failures), failing, dead \
            (failing for a month), throttled, moved, gone, blocked (certificate, private address), flooded.
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "The name of a source: everything that is known of it.")
    var source: String?

    @Flag(help: "Only sources and sinks that somebody should look after.")
    var failing = false

    @Flag(
        help: """
            What runs told in the last four weeks, and what waits to be told; with a source, of that source alone.
            """)
    var lines = false

    @Flag(help: "Prints JSON.")
    var json = false

    func validate() throws {
        guard !lines || !failing else { throw ValidationError("--lines and --failing exclude each other") }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try await StateReading.open(context, common)
        let services = DoorOpening(context, common).services(for: reading.plan?.settings)
        if let source {
            let known: [String]
            if let plan = reading.plan {
                known = plan.sources.map(\.name)
            } else {
                known = try await reading.look { state throws(StageError) in try state.sourceNames() }
            }
            try KnownName.require(source, among: known, what: "source")
        }
        if lines {
            try await showLines(reading, on: context.console)
            return .done
        }
        var survey = try await HealthSurvey(reading, only: source, services)
        let now = survey.now
        if failing {
            survey.sources.removeAll { !$0.needsAttention(at: now) }
            survey.sinks.removeAll { !$0.needsAttention }
        }
        if source != nil { survey.sinks = [] }
        try await show(survey, reading, on: context.console)
        return survey.sources.contains { $0.needsAttention(at: now) } ? .attention : .done
    }

    private func showLines(_ reading: StateReading, on console: Console) async throws(CommandFailure) {
        let kept = try await reading.look { state throws(StageError) in try state.lines() }
        let history = LineHistory(
            lines: ChangeLines(catalogue: .english, zone: reading.zone), zone: reading.zone,
            kept: kept.filter { source == nil || ChangeLine($0).change.source == source })
        if json { return try console.print(bytes: history.json) }
        try console.print(history.text.joined(separator: "\n"))
    }

    private func show(
        _ survey: HealthSurvey, _ reading: StateReading, on console: Console
    ) async throws(CommandFailure) {
        if json { return try console.print(bytes: StatusJSON(survey: survey, catalogue: .english).bytes) }
        if reading.state.isImagined { return try console.print("nothing was collected yet") }
        if source != nil, let only = survey.sources.first {
            var page = StatusPage(source: only, survey: survey, documents: [], catalogue: .english)
            if let key = only.key {
                let known = try await reading.look { state throws(StageError) in
                    (documents: try state.failingDocuments(of: key, limit: 20), notes: try state.identityNotes(of: key))
                }
                (page.documents, page.notes) = (known.documents, known.notes)
            }
            return try console.print(page.lines.joined(separator: "\n"))
        }
        let columns = console.printColumns
        try console.print(StatusTable(survey: survey, columns: columns).lines.joined(separator: "\n"))
    }
}
