import ArgumentParser
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban state replay`: what a sink got, or a pipeline dropped, is done once more.
struct StateReplayCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Delivers again to a sink, or asks a pipeline's filters again.",
        discussion: """
            --sink NAME --since 2d: what the sink got since then is delivered to it again, in new messages.
            --pipeline NAME --since 2d: what the pipeline dropped since then goes through its filters again.
            Both happen at the next delivery.
            """)

    @OptionGroup var common: CommonOptions

    @Option(help: ArgumentHelp("The sink to deliver to again.", valueName: "name"))
    var sink: String?

    @Option(help: ArgumentHelp("The pipeline whose dropped entries are judged again.", valueName: "name"))
    var pipeline: String?

    @Option(help: ArgumentHelp("Since when: 2d, 12h, 2026-11-20 or 2026-11-20T07:00:00+09:00.", valueName: "time"))
    var since: SinceOption

    func validate() throws {
        guard (sink != nil) != (pipeline != nil) else {
            throw ValidationError("say what: --sink NAME or --pipeline NAME")
        }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let editing = try await StateEditing.open(context, common)
        try await editing.require(source: nil, pipeline: pipeline, sink: sink)
        let start = since.moment(now: editing.now, zone: editing.location.zone)
        let count = try await editing.change { [sink, pipeline, now = editing.now] state throws(StageError) in
            if let sink { return try state.replay(toSink: sink, since: start, now: now) }
            return try state.replay(inPipeline: pipeline ?? "", since: start, now: now)
        }
        let entries = StateEditing.count(count, "entry waits", "entries wait")
        try context.console.print(
            sink.map { "\(entries) for sink \(VisibleText.line($0)) again" }
                ?? "\(entries) for the filters of pipeline \(VisibleText.line(pipeline ?? "")) again")
        return .done
    }
}
