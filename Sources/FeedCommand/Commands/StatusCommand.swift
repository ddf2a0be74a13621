import ArgumentParser
import FeedEngine
import FeedStages
import FeedState

/// `kawaraban status [SOURCE]`: prints the state of every source, pipeline and sink.
struct StatusCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: Surroundings.localized("help.status"),
        discussion: Surroundings.localized("help.status.discussion"))

    @OptionGroup var common: CommonOptions

    @Argument(help: .localized("help.status.source"), completion: .sources)
    var source: String?

    @Flag(help: .localized("help.status.failing"))
    var failing = false

    @Flag(help: .localized("help.status.lines"))
    var lines = false

    @Flag(help: .localized("help.status.json"))
    var json = false

    func validate() throws {
        guard !lines || !failing else { throw ValidationError(Surroundings.localized("usage.lines_and_failing")) }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try await StateReading.open(context, common)
        let services = DependencyFactory(context, common).services(for: reading.plan?.settings)
        if let source {
            let known: [String]
            if let plan = reading.plan {
                known = plan.sources.map(\.name)
            } else {
                known = try await reading.query { state throws(StageError) in try state.sourceNames() }
            }
            try KnownName.require(source, among: known, .source, context.localized)
        }
        if lines {
            try await showLines(reading, context)
            return .done
        }
        var survey = try await HealthSurvey(reading, only: source, services)
        let now = survey.now
        if failing {
            survey.sources.removeAll { !$0.needsAttention(at: now) }
            survey.pipelines.removeAll { !$0.record.needsAttention }
            survey.sinks.removeAll { !$0.needsAttention }
            if survey.workers?.disagreeing.isEmpty != false {
                survey.workers?.workers.removeAll { $0.presence != .lost }
            }
        }
        if source != nil { (survey.pipelines, survey.sinks) = ([], []) }
        try await show(survey, reading, context)
        return survey.needsAttention ? .attention : .done
    }

    private func showLines(_ reading: StateReading, _ context: CommandContext) async throws(CommandFailure) {
        let kept = try await reading.query { state throws(StageError) in try state.lines() }
        let history = LineHistory(
            lines: ChangeLines(catalogue: context.catalogue, zone: reading.zone), zone: reading.zone,
            kept: kept.filter { source == nil || ChangeLine($0).change.source == source }, localized: context.localized)
        if json { return try context.console.print(bytes: history.json) }
        for line in history.text { try context.console.print(text: line) }
    }

    private func show(
        _ survey: HealthSurvey, _ reading: StateReading, _ context: CommandContext
    ) async throws(CommandFailure) {
        let (console, localized) = (context.console, context.localized)
        if json { return try console.print(bytes: StatusJSON(survey: survey, catalogue: context.catalogue).bytes) }
        if reading.state.isImagined { return try console.print(text: localized("status.nothing_yet")) }
        if source != nil, let only = survey.sources.first {
            var page = StatusPage(
                source: only, survey: survey, documents: [], catalogue: context.catalogue, localized: localized)
            if let key = only.key {
                let known = try await reading.query { state throws(StageError) in
                    (documents: try state.failingDocuments(of: key, limit: 20), notes: try state.identityNotes(of: key))
                }
                (page.documents, page.notes) = (known.documents, known.notes)
            }
            for line in page.lines { try console.print(text: line) }
            return
        }
        let table = StatusTable(survey: survey, columns: console.printColumns, localized: localized)
        try console.print(table.lines.joined(separator: "\n"))
    }
}
