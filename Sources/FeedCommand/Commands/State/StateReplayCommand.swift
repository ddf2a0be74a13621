import ArgumentParser
import FeedMessages
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban state replay`: delivers to a sink again, or decides again what a pipeline dropped.
struct StateReplayCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: Surroundings.localized("help.state_replay"),
        discussion: Surroundings.localized("help.state_replay.discussion"))

    @OptionGroup var common: CommonOptions

    @Option(help: .localized("help.state_replay.sink", valueName: "name"), completion: .sinks)
    var sink: String?

    @Option(help: .localized("help.state_replay.pipeline", valueName: "name"), completion: .pipelines)
    var pipeline: String?

    @Option(help: .localized("help.state_replay.since", valueName: "time"))
    var since: SinceOption

    func validate() throws {
        guard (sink != nil) != (pipeline != nil) else {
            throw ValidationError(Surroundings.localized("usage.replay_what"))
        }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let count = try await StateEditing.perform(context, common) { editing throws(CommandFailure) in
            try await editing.require(source: nil, pipeline: pipeline, sink: sink)
            let start = since.moment(now: editing.now, zone: editing.location.zone)
            return try await editing.change { [sink, pipeline, now = editing.now] state throws(StageError) in
                if let sink { return try state.replay(toSink: sink, since: start, now: now) }
                return try state.replay(inPipeline: pipeline ?? "", since: start, now: now)
            }
        }
        var arguments = ["count": MessageArgument.number(count)]
        if let sink { arguments["sink"] = .text(VisibleText.line(sink)) }
        if let pipeline { arguments["pipeline"] = .text(VisibleText.line(pipeline)) }
        try context.console.print(text: context.localized("state.replay.done", arguments))
        return .done
    }
}
